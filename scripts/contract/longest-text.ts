/**
 * The greatest length of a text by its schema. A limit that is only written down now is then not counted as a stricter
 * one. Pure.
 */
import type { Json } from "./shape.ts";

/** In UTF-16 code units, Infinity when nothing bounds the text. */
export function longestText(schema: Json): number {
  const given = schema["maxLength"];
  const pattern = schema["pattern"];
  return Math.min(
    typeof given === "number" ? given : Infinity,
    typeof pattern === "string" ? longestMatch(pattern) : Infinity,
    schema["format"] === "date" ? "2026-11-22".length : Infinity,
  );
}

const element = /\\x[0-9a-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\[\](){}|*+?]/iy;
const repeat = /\{(\d+)(?:,(\d*))?\}|[*+?]/y;

/** Knows what the patterns of the contract are made of: classes, groups, choices, repeats. Infinity for all else. */
function longestMatch(pattern: string): number {
  if (!pattern.startsWith("^") || !pattern.endsWith("$")) return Infinity;
  const text = pattern.slice(1, -1);
  let at = 0;
  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found !== null) at = form.lastIndex;
    return found;
  };
  const one = (): number => {
    if (take(/\((?:\?:)?/y) === null) return take(element) === null ? Infinity : 1;
    const inner = choice();
    return take(/\)/y) === null ? Infinity : inner;
  };
  const sequence = (): number => {
    let sum = 0;
    while (at < text.length && !/[|)]/.test(text.charAt(at)) && sum < Infinity) sum += one() * times(take(repeat));
    return sum;
  };
  const choice = (): number => {
    let most = sequence();
    while (take(/\|/y) !== null) most = Math.max(most, sequence());
    return most;
  };
  const length = choice();
  return at === text.length ? length : Infinity;
}

function times(found: RegExpExecArray | null): number {
  if (found === null || found[0] === "?") return 1;
  const [, least, most] = found;
  if (least === undefined || most === "") return Infinity;
  return Number(most ?? least);
}
