/** The letters on the tables of the plan: short names, and lines that stay inside the shape. Pure; lengths are centimetres. */
import type { UnitOnPlan } from "./floor-plan.ts";

/** A line of text: `y` is its baseline, counted from the middle of the table. */
export interface Line {
  readonly text: string;
  readonly size: number;
  readonly y: number;
}

/** Names of so many characters are short enough. */
const shortName = 4;

/**
 * The name of each table on the plan, by the id of its unit. "Table 12" is "12" where every numbered table is called
 * so, else as many first letters as tell the words apart stand before the number: "T12" and "G12". Names without a
 * number, and names that two tables would share, stay whole.
 */
export function namesOnPlan(
  units: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const split = units.map(({ id, name }) => ({ id, name, ...partsOf(name) }));
  const words = new Set(split.flatMap(({ word }) => (word === undefined ? [] : [word.toLowerCase()])));
  const wanted = split.map(({ id, name, word, number }) => {
    if (word === undefined || name.length <= shortName) return { id, name, short: name };
    return { id, name, short: words.size === 1 ? number : `${firstLetters(word, words)}${number}` };
  });
  const uses = new Map<string, number>();
  for (const { short } of wanted) uses.set(short, (uses.get(short) ?? 0) + 1);
  return new Map(wanted.map(({ id, name, short }) => [id, uses.get(short) === 1 ? short : name]));
}

/** The word and the number of a numbered name; a number alone has an empty word. */
function partsOf(name: string): { readonly word: string | undefined; readonly number: string } {
  const whole = name.trim();
  const first = whole.search(/\d/);
  const number = first < 0 ? "" : whole.slice(first);
  if (!/^\d+\p{L}?$/u.test(number)) return { word: undefined, number: "" };
  let end = first;
  while (end > 0 && isBetween.test(whole.charAt(end - 1))) end -= 1;
  return { word: whole.slice(0, end), number };
}

/** What stands between a word and its number. */
const isBetween = /^[\s#.–-]$/;

function firstLetters(word: string, words: ReadonlySet<string>): string {
  const own = word.toLowerCase();
  const others = [...words].filter((other) => other !== own);
  let count = 1;
  while (count < word.length && others.some((other) => other.startsWith(own.slice(0, count)))) count += 1;
  return word.slice(0, count).trimEnd();
}

/** Name, party and time on a table of a metre: baseline, greatest and least size. A larger table has larger letters. */
const rows = [
  { y: -15, most: 28, least: 15 },
  { y: 9, most: 19, least: 15 },
  { y: 32, most: 20, least: 11 },
] as const;

/** What letters need to know of a table. */
type Lettered = Pick<UnitOnPlan, "width" | "height" | "shape" | "rotation">;

/** The three lines of a table: smaller where the shape is, cut only where the least size is still too wide. */
export function linesOn(table: Lettered, texts: readonly [string, string, string]): readonly Line[] {
  const isUpright = Math.abs(Math.sin((table.rotation * Math.PI) / 180)) > 0.7;
  const [width, height] = isUpright ? [table.height, table.width] : [table.width, table.height];
  const share = Math.min(1.6, Math.max(0.6, height / 100));
  return texts.map((text, index) => {
    const { y, most, least } = rows[index] ?? rows[2];
    const [baseline, size] = [y * share, most * Math.max(share, 0.85)];
    const room = 0.94 * (table.shape === "round" ? chord(width, height, baseline, size) : width);
    return { ...fitted(text, room, size, Math.min(size, least * Math.max(1, share))), y: baseline };
  });
}

/** How wide an ellipse is where a line stands: at the end of its letters that is farther from the middle. */
function chord(width: number, height: number, baseline: number, size: number): number {
  const far = Math.max(Math.abs(baseline - size * 0.7), Math.abs(baseline));
  return width * Math.sqrt(Math.max(0.16, 1 - (far / (height / 2)) ** 2));
}

function fitted(text: string, room: number, most: number, least: number): Pick<Line, "text" | "size"> {
  const size = Math.min(most, Math.floor((room / Math.max(1e-6, emsOf(text))) * 2) / 2);
  if (size >= least) return { text, size };
  const letters = Array.from(text);
  while (letters.length > 1 && emsOf(`${letters.join("")}…`) * least > room) letters.pop();
  return { text: `${letters.join("").trimEnd()}…`, size: least };
}

/** About how wide a bold text is, in heights of its letters; rather too wide than too narrow. */
export function emsOf(text: string): number {
  let sum = 0;
  for (const letter of text) sum += emOf(letter);
  return sum;
}

function emOf(letter: string): number {
  if (/[ijltfrI1.,:;'’′|!()\s-]/u.test(letter)) return letter === "1" ? 0.64 : 0.4;
  if (/[mwMW@%…●▸◷✕]/u.test(letter)) return 1;
  if (/\p{Lu}/u.test(letter)) return 0.76;
  return (letter.codePointAt(0) ?? 0) >= 0x2e80 ? 1.05 : 0.64;
}
