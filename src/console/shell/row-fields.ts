/** Rows of a form under the names of a list, and what the values of fields say. Pure. */
import type { Cell, RowField } from "./form-fields.ts";
import type { Fields, FieldValue } from "./merge-three.ts";

/** The rows of a list: those that are there, those that were sent, and some empty ones. */
export function rowFields(
  stem: string,
  present: readonly (readonly [id: string, label: string])[],
  sent: Fields,
  { cells, empty, newLabel }: { readonly cells: readonly Cell[]; readonly empty: number; readonly newLabel: string },
): RowField[] {
  const known = new Map(present);
  const left = Object.keys(sent)
    .filter((name) => name.startsWith(`${stem}.`))
    .map((name) => name.slice(stem.length + 1))
    .filter((id) => !known.has(id) && !isNew(id));
  const fresh = Array.from({ length: empty }, (_, index) => `new${index + 1}`);
  const row = (id: string, label: string) => ({ kind: "row", name: `${stem}.${id}`, label, cells }) as const;
  return [
    ...present.map(([id, label]) => row(id, label)),
    ...left.map((id) => row(id, labelOf(cells[0], textsOf(sent[`${stem}.${id}`])[0]) ?? id)),
    ...fresh.map((id): RowField => ({ ...row(id, newLabel), isFresh: true })),
  ];
}

/** What a row is called by its first cell; undefined where that says nothing to a reader. */
function labelOf(cell: Cell | undefined, text = ""): string | undefined {
  if (text === "" || cell === undefined || cell.kind === "number" || cell.kind === "tick") return undefined;
  return cell.kind === "choice" ? cell.options.find(([value]) => value === text)?.[1] : text;
}

/** The rows among the values, with their ids; those that are empty or were taken away are left out. */
export function rowsIn(stem: string, fields: Fields): (readonly [id: string, texts: readonly string[]])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(`${stem}.`) && Array.isArray(value) ? [[name.slice(stem.length + 1), textsOf(value)] as const] : [],
  );
}

/** Whether the row is one of the empty ones that a form ends with. */
export function isNew(id: string): boolean {
  return /^new\d+$/.test(id);
}

/** A list of texts; empty for any other value. */
export function textsOf(value: FieldValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export function textOf(value: FieldValue | undefined): string {
  return typeof value === "string" ? value : "";
}

export function textOrNull(value: FieldValue | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A number that a field or a cell has read; null where it is empty. */
export function numberOrNull(value: FieldValue | undefined): number | null {
  return value === null || value === undefined || value === "" ? null : Number(value);
}
