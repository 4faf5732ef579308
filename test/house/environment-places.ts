/** Finds the places where product code takes the environment, asks which it is, or pairs test and live by hand. */
import type { SourceFile } from "./source-files.ts";

/** Each a single expression, so that one place counts once. */
const patterns = {
  /** A parameter, an answer or a field of a type. */
  signatures: /(?::|=>)\s*(?:Environment\b|"test" \| "live")|(?<!readonly )\b(?:livemode|isLive): boolean/g,
  comparisons:
    /(?<!\b(?:status|\w*[pP]rocessor)) (?:===|!==) "(?:test|live)"|!(?:[\w.?]+\.)?livemode\b|\blivemode (?:\?|&&|\|\||(?:===|!==) (?:\w+\.)*livemode\b|===|!==)|\bif \((?:\w+\.)*livemode\)/g,
  pairs: /\btest\??: [^;{}]*?[,;]\s*(?:readonly )?live\??:|\{ test, live \}|\bRecord<(?:Environment|"test" \| "live")/g,
} as const;

export type PlaceKind = keyof typeof patterns;

/** How many places of each kind a file may have, and why. */
export interface Place extends Partial<Readonly<Record<PlaceKind, number>>> {
  readonly why: string;
}

/** Product code; the words of the languages decide nothing. */
export function isProduct({ path }: SourceFile): boolean {
  return path.startsWith("src/") && !path.startsWith("src/words/") && !/\.(test|fixture)\.tsx?$/.test(path);
}

/** The places of each kind in the code of a file; comments have none. */
export function countPlaces({ text }: SourceFile): Readonly<Record<PlaceKind, number>> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g, "");
  const count = (kind: PlaceKind): number => [...code.matchAll(patterns[kind])].length;
  return { signatures: count("signatures"), comparisons: count("comparisons"), pairs: count("pairs") };
}
