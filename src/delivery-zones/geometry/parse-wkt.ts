/**
 * Reads well-known text, as PostGIS, QGIS and spreadsheets write it: POLYGON and MULTIPOLYGON, longitude first. One pass
 * that never goes back, so the time grows only with the length of the text.
 */

export type ParsedWkt =
  | { readonly kind: "ok"; readonly type: "Polygon" | "MultiPolygon"; readonly coordinates: unknown }
  | { readonly kind: "issue"; readonly message: string };

const types: ReadonlyMap<string, "Polygon" | "MultiPolygon"> = new Map([
  ["POLYGON", "Polygon"],
  ["MULTIPOLYGON", "MultiPolygon"],
]);
const dimensions: ReadonlySet<string> = new Set(["Z", "M", "ZM"]);
const longestWord = 20;
const longestSystem = 6;
const maxDepth = 4;
const mustBegin = "must begin with POLYGON or MULTIPOLYGON, then parentheses";

/** Where in the text the reading is. */
interface Scan {
  readonly text: string;
  at: number;
}

/** Only the form is looked at; what the numbers mean is for `parse-geometry.ts`. */
export function parseWkt(text: string): ParsedWkt {
  const scan: Scan = { text, at: 0 };
  let word = readWord(scan);
  if (word === "SRID") {
    const system = readSystem(scan);
    if (system === undefined) return issue(mustBegin);
    if (system !== "4326") {
      return issue(`is in the reference system ${system}; convert it to 4326 (longitude and latitude in degrees)`);
    }
    word = readWord(scan);
  }
  const type = types.get(word);
  if (type === undefined) return issue(mustBegin);
  const before = scan.at;
  if (!dimensions.has(readWord(scan))) scan.at = before;
  const lists = parseLists(scan);
  return typeof lists === "string" ? issue(lists) : { kind: "ok", type, coordinates: lists };
}

function issue(message: string): ParsedWkt {
  return { kind: "issue", message };
}

/** The letters after white space, in upper case; none when there are too many for a word. */
function readWord(scan: Scan): string {
  skipSpace(scan);
  const start = scan.at;
  while (isLetter(scan.text.charCodeAt(scan.at)) && scan.at - start <= longestWord) scan.at++;
  return scan.at - start > longestWord ? "" : scan.text.slice(start, scan.at).toUpperCase();
}

/** The number in `=4326;`. */
function readSystem(scan: Scan): string | undefined {
  if (scan.text[scan.at] !== "=") return undefined;
  const start = ++scan.at;
  while (isDigit(scan.text.charCodeAt(scan.at)) && scan.at - start <= longestSystem) scan.at++;
  const system = scan.text.slice(start, scan.at);
  return system === "" || system.length > longestSystem || scan.text[scan.at++] !== ";" ? undefined : system;
}

/** Parentheses as arrays, with the numbers between two commas as a position; or a message. */
function parseLists(scan: Scan): unknown[] | string {
  const unclosed: unknown[][] = [];
  let position: number[] = [];
  for (;;) {
    skipSpace(scan);
    const { at } = scan;
    const mark = scan.text[at];
    if (mark === "(") {
      if (unclosed.length === maxDepth || position.length > 0)
        return `has a parenthesis too many at character ${at + 1}`;
      unclosed.push([]);
      scan.at++;
      continue;
    }
    if (mark !== ")" && mark !== ",") {
      const number = readNumber(scan);
      if (number === undefined) return `cannot be read at character ${at + 1}`;
      position.push(number);
      continue;
    }
    const list = unclosed.at(-1);
    if (list === undefined) return `lacks a parenthesis before character ${at + 1}`;
    if (position.length > 0) list.push(position);
    position = [];
    scan.at++;
    if (mark === ",") continue;
    unclosed.pop();
    const around = unclosed.at(-1);
    if (around !== undefined) around.push(list);
    else return endsHere(scan) ? list : `has more after character ${at + 1}`;
  }
}

function endsHere(scan: Scan): boolean {
  skipSpace(scan);
  return scan.at === scan.text.length;
}

/** A decimal number, with up to three digits of an exponent; undefined, and nothing read, when there is none. */
function readNumber(scan: Scan): number | undefined {
  const start = scan.at;
  skipSign(scan);
  let digits = skipDigits(scan);
  if (scan.text[scan.at] === ".") {
    scan.at++;
    digits += skipDigits(scan);
  }
  if (digits === 0) {
    scan.at = start;
    return undefined;
  }
  skipExponent(scan);
  return Number(scan.text.slice(start, scan.at));
}

function skipExponent(scan: Scan): void {
  const start = scan.at;
  if (scan.text[start]?.toLowerCase() !== "e") return;
  scan.at++;
  skipSign(scan);
  const digits = skipDigits(scan, 3);
  if (digits === 0) scan.at = start;
}

function skipSign(scan: Scan): void {
  const sign = scan.text[scan.at];
  if (sign === "+" || sign === "-") scan.at++;
}

function skipDigits(scan: Scan, most = Infinity): number {
  const start = scan.at;
  while (scan.at - start < most && isDigit(scan.text.charCodeAt(scan.at))) scan.at++;
  return scan.at - start;
}

function skipSpace(scan: Scan): void {
  while (isSpace(scan.text.charCodeAt(scan.at))) scan.at++;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
