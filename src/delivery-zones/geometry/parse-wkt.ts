/** Reads well-known text, as PostGIS, QGIS and spreadsheets write it: POLYGON and MULTIPOLYGON, longitude first. */

export type ParsedWkt =
  | { readonly kind: "ok"; readonly type: "Polygon" | "MultiPolygon"; readonly coordinates: unknown }
  | { readonly kind: "issue"; readonly message: string };

const head = /^\s*(?:SRID=(\d{1,6});)?\s*([A-Z]{1,20})\s*(?:(?:Z|M|ZM)\s*)?(?=\(|EMPTY)/i;
const types: Readonly<Record<string, "Polygon" | "MultiPolygon">> = {
  POLYGON: "Polygon",
  MULTIPOLYGON: "MultiPolygon",
};
const token = /\s*(?:([(),])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?))/y;
const maxDepth = 4;

/** Only the form is looked at; what the numbers mean is for `parse-geometry.ts`. */
export function parseWkt(text: string): ParsedWkt {
  const start = head.exec(text);
  const type = types[start?.[2]?.toUpperCase() ?? ""];
  if (start === null || type === undefined) return issue("must begin with POLYGON or MULTIPOLYGON, then parentheses");
  if (start[1] !== undefined && start[1] !== "4326") {
    return issue(`is in the reference system ${start[1]}; convert it to 4326 (longitude and latitude in degrees)`);
  }
  const lists = parseLists(text, start[0].length);
  if (typeof lists === "string") return issue(lists);
  return { kind: "ok", type, coordinates: lists };
}

function issue(message: string): ParsedWkt {
  return { kind: "issue", message };
}

/** Parentheses as arrays, with the numbers between two commas as a position; or a message. */
function parseLists(text: string, from: number): unknown[] | string {
  const scan = new RegExp(token);
  scan.lastIndex = from;
  const open: unknown[][] = [];
  let position: number[] = [];
  for (;;) {
    const at = scan.lastIndex;
    const found = scan.exec(text);
    if (found === null) return `cannot be read at character ${at + 1}`;
    const [, mark, number] = found;
    if (number !== undefined) position.push(Number(number));
    else if (mark === "(") {
      if (open.length === maxDepth || position.length > 0) return `has a parenthesis too many at character ${at + 1}`;
      open.push([]);
    } else {
      const list = open.at(-1);
      if (list === undefined) return `lacks a parenthesis before character ${at + 1}`;
      if (position.length > 0) list.push(position);
      position = [];
      if (mark === ",") continue;
      open.pop();
      const around = open.at(-1);
      if (around !== undefined) around.push(list);
      else if (text.slice(scan.lastIndex).trim() !== "") return `has more after character ${scan.lastIndex}`;
      else return list;
    }
  }
}
