/**
 * A menu that somebody types: one dish on each line with its price at the end; a line without a price begins a section.
 * Pure.
 */
import { visibleOrEmpty } from "../../kernel/blank.ts";
import { foldLetters } from "../../kernel/fold-letters.ts";
import { minorDigits } from "../../kernel/minor-units.ts";
import { maxAmountMinor } from "../../kernel/money.ts";

/** The longest text that is read. */
export const longestWritten = 20_000;
const longestName = 255;

interface WrittenDish {
  readonly externalId: string;
  readonly name: string;
  readonly variations: readonly [
    {
      readonly externalId: string;
      readonly name: string;
      readonly price: { readonly amount: { readonly amountMinor: number; readonly currency: string } };
    },
  ];
}

/** The document that a text says. */
export interface WrittenMenu {
  readonly currency: string;
  readonly categories: readonly {
    readonly externalId: string;
    readonly name: string;
    readonly items: readonly WrittenDish[];
  }[];
}

/** Why a text is no menu; the line counts from 1. */
export type WrittenMistake =
  | { readonly kind: "none" }
  /** The price, the section without dishes, or the name. */
  | { readonly kind: "price" | "section" | "name"; readonly line: number; readonly text: string };

interface Section {
  readonly name: string;
  readonly line: number;
  readonly items: WrittenDish[];
}

/** Reads a text; dishes before the first section are in one of the name `untitled`. */
export function readWritten(text: string, currency: string, untitled: string): WrittenMenu | WrittenMistake {
  const sections: Section[] = [];
  const dishId = uniqueIds();
  for (const [index, typed] of text.split("\n").entries()) {
    const shown = visibleOrEmpty(typed);
    if (shown === "") continue;
    const line = index + 1;
    const { name, price } = partsOf(shown, currency);
    if (name === "" || name.length > longestName) return { kind: "name", line, text: shown.slice(0, 80) };
    if (price === undefined) {
      const empty = sections.at(-1);
      if (empty?.items.length === 0) return { kind: "section", line: empty.line, text: empty.name };
      sections.push({ name, line, items: [] });
      continue;
    }
    const amountMinor = minorOf(price, currency);
    if (amountMinor === undefined) return { kind: "price", line, text: price };
    if (sections.length === 0) sections.push({ name: untitled, line, items: [] });
    const externalId = dishId(name);
    const variation = { externalId: `${externalId}-one`, name, price: { amount: { amountMinor, currency } } };
    sections.at(-1)?.items.push({ externalId, name, variations: [variation] });
  }
  const last = sections.at(-1);
  if (last === undefined) return { kind: "none" };
  if (last.items.length === 0) return { kind: "section", line: last.line, text: last.name };
  const sectionId = uniqueIds();
  return { currency, categories: sections.map(({ name, items }) => ({ externalId: sectionId(name), name, items })) };
}

/** The text of a document, and its currency; undefined where the document has more than a text can say. */
export function writeOut(document: object): { readonly text: string; readonly currency: string } | undefined {
  const { currency, categories } = document as Partial<WrittenMenu>;
  if (currency === undefined || categories === undefined) return undefined;
  const digits = minorDigits(currency);
  const lines: string[] = [];
  for (const { name, items = [] } of categories) {
    lines.push(...(lines.length === 0 ? [] : [""]), name);
    for (const dish of items) {
      const minor = dish.variations?.[0]?.price?.amount?.amountMinor;
      if (typeof minor !== "number") return undefined;
      lines.push(`${dish.name} ${(minor / 10 ** digits).toFixed(digits)}`);
    }
  }
  const text = lines.join("\n");
  const again = readWritten(text, currency, "");
  const isWhole = "categories" in again && JSON.stringify(bare(again)) === JSON.stringify(bare(document));
  return isWhole && text.length <= longestWritten ? { text, currency } : undefined;
}

/** What the service adds to a document that was published. */
const added = new Set([
  "id",
  "object",
  "locationId",
  "catalogId",
  "versionId",
  "publishedAt",
  "livemode",
  "stockStatus",
]);

/** The document without what was added, its fields in one order. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !added.has(name));
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, part]) => [name, bare(part)]));
}

/** The name, and the price at the end as it was typed. */
function partsOf(line: string, currency: string): { readonly name: string; readonly price: string | undefined } {
  const words = line.split(/\s+/);
  const isSign = (word: string | undefined): boolean =>
    word !== undefined && (word === currency || /^\p{Sc}$/u.test(word));
  if (words.length > 1 && isSign(words.at(-1))) words.pop();
  const price = words.at(-1)?.replaceAll(/\p{Sc}/gu, "") ?? "";
  // What begins like a price is one, or a mistake: a letter O among its digits begins no section.
  if (words.length < 2 || !/^\d+(?:[.,]\S*)?$/.test(price)) return { name: line, price: undefined };
  words.pop();
  while (words.length > 1 && (isSign(words.at(-1)) || /^[.…:·–—-]+$/u.test(words.at(-1) ?? ""))) words.pop();
  return { name: words.join(" ").replace(/[.…:]{1,20}$/u, ""), price };
}

/** A price in minor units; undefined where the currency has no such amount. */
export function minorOf(price: string, currency: string): number | undefined {
  const [, whole = "", part = ""] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(price) ?? [];
  const digits = minorDigits(currency);
  if (whole === "" || part.length > digits) return undefined;
  const minor = Number(whole + part.padEnd(digits, "0"));
  return minor <= maxAmountMinor ? minor : undefined;
}

/** Makes an id of each name, another one of each: the same text has the same ids, and a dish keeps its photo. */
export function uniqueIds(there: readonly string[] = []): (name: string) => string {
  const taken = new Set(there);
  return (name) => {
    const words = foldLetters(name).match(/[\p{L}\p{N}]+/gu) ?? ["dish"];
    const id = words.join("-").slice(0, 80);
    for (let count = 1; ; count++) {
      const one = count === 1 ? id : `${id}-${count}`;
      if (taken.has(one)) continue;
      taken.add(one);
      return one;
    }
  };
}
