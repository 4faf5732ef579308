/** The fields of a form as values: the kind of each, and the reading of a sent form. Pure. */
import type { FieldValue, Fields } from "./merge-three.ts";
import { minorDigits } from "../../kernel/minor-units.ts";
import type { OfficeWords } from "./location-page.query.ts";

interface Named {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/** Words of a value, for choices. */
export type Option = readonly [value: string, text: string];

/** One of the texts that make a row. */
export type Cell = { readonly label: string; readonly optional?: true } & (
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "text"; readonly max: number }
  | { readonly kind: "time" }
  | { readonly kind: "date" }
  | { readonly kind: "money" }
  /** `ticked`: an empty row comes with the tick. */
  | { readonly kind: "tick"; readonly ticked?: true }
  | { readonly kind: "choice"; readonly options: readonly Option[] }
);

/** A row of a list: its value is the texts of its cells, a tick being "1" or ""; null where it is empty or taken away. */
export interface RowField extends Named {
  readonly kind: "row";
  readonly cells: readonly Cell[];
  /** One of the empty rows that a list ends with. */
  readonly isFresh?: true;
}

export type FormField = RowField | PlainField;
export type PlainField = Named &
  (
    | { readonly kind: "number"; readonly min: number; readonly max: number; readonly optional?: boolean }
    | {
        readonly kind: "text";
        readonly max: number;
        readonly optional?: boolean;
        readonly lines?: true;
        readonly input?: "tel";
      }
    | { readonly kind: "time"; readonly optional?: boolean }
    | { readonly kind: "date" }
    /** Its value is a decimal with a point, "12.50", with no more decimals than the currency in the field `currencyIn` has. */
    | { readonly kind: "money"; readonly currencyIn?: string; readonly optional?: boolean }
    | { readonly kind: "choice"; readonly options: readonly Option[] }
    | { readonly kind: "ticks"; readonly options: readonly Option[]; readonly least: 0 | 1 }
    /** Its value lists all options in the order that is wanted; the options stand in the order that the form began with. */
    | { readonly kind: "order"; readonly options: readonly Option[] }
    | { readonly kind: "tick" }
  );

export type Mistakes = ReadonlyMap<string, string>;

export interface ReadForm {
  readonly values: Fields;
  /** By the name of the field. */
  readonly mistakes: Mistakes;
}

/** What was sent of the fields; a value that the field does not take is a mistake, and counts as empty. */
export function readForm(fields: readonly FormField[], form: URLSearchParams, say: OfficeWords): ReadForm {
  const mistakes = new Map<string, string>();
  const values: Record<string, FieldValue> = {};
  for (const field of fields) {
    const read = readField(field, form, say);
    values[field.name] = read.value;
    if (read.mistake !== undefined) mistakes.set(field.name, read.mistake);
  }
  return { values, mistakes };
}

interface ReadField {
  readonly value: FieldValue;
  readonly mistake?: string;
}

function readField(field: FormField, form: URLSearchParams, say: OfficeWords): ReadField {
  if (field.kind === "tick") return { value: form.get(field.name) !== null };
  if (field.kind === "row") return readRow(field, form, say);
  if (field.kind === "ticks") return readTicks(field, form.getAll(field.name), say);
  if (field.kind === "order") return readOrder(field, form, say);
  const text = (form.get(field.name) ?? "").trim();
  if (text === "" && "optional" in field && field.optional) return { value: null };
  const read = readPlain(field, text, say);
  if (field.kind !== "money" || field.currencyIn === undefined || read.mistake !== undefined) return read;
  const currency = (form.get(field.currencyIn) ?? "").trim().toUpperCase();
  const [, decimals = ""] = text.split(/[.,]/);
  if (decimals.length <= minorDigits(currency)) return read;
  return { value: null, mistake: say("field.money_wrong", { text, currency }) };
}

/** What a text is read as. */
type TypedValue =
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "text"; readonly max: number }
  | { readonly kind: "time" }
  | { readonly kind: "date" }
  | { readonly kind: "money" }
  | { readonly kind: "choice"; readonly options: readonly Option[] };

function readPlain(field: TypedValue, text: string, say: OfficeWords): ReadField {
  switch (field.kind) {
    case "number":
      return readNumber(field, text, say);
    case "text":
      return text.length >= 1 && text.length <= field.max
        ? { value: text }
        : { value: null, mistake: say("field.text", { max: field.max }) };
    case "time":
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? { value: text } : { value: null, mistake: say("field.time") };
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? { value: text } : { value: null, mistake: say("field.date") };
    case "money":
      return /^\d{1,9}([.,]\d{1,3})?$/.test(text)
        ? { value: text.replace(",", ".") }
        : { value: null, mistake: say("field.money") };
    case "choice":
      return field.options.some(([value]) => value === text)
        ? { value: text }
        : { value: null, mistake: say("field.choice") };
  }
}

function readNumber(
  { min, max }: { readonly min: number; readonly max: number },
  text: string,
  say: OfficeWords,
): ReadField {
  const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return { value };
  return { value: null, mistake: say("field.number", { min: String(min), max: String(max) }) };
}

function readTicks(
  { options, least }: { readonly options: readonly Option[]; readonly least: 0 | 1 },
  sent: readonly string[],
  say: OfficeWords,
): ReadField {
  // Sorted, so that the same ticks are the same value.
  const value = options
    .map(([one]) => one)
    .filter((one) => sent.includes(one))
    .toSorted();
  return value.length >= least ? { value } : { value, mistake: say("field.some") };
}

/** The name under which the position of an option is sent. */
export function positionName(name: string, option: string): string {
  return `${name}.${option}`;
}

/** Options whose number is another one than before stand there, and push the others on. */
function readOrder(
  { name, options }: { readonly name: string; readonly options: readonly Option[] },
  form: URLSearchParams,
  say: OfficeWords,
): ReadField {
  const positions = options.map(([option], index) => {
    const typed = readNumber(
      { min: 1, max: 9999 },
      (form.get(positionName(name, option)) ?? String(index + 1)).trim(),
      say,
    );
    const wanted = typeof typed.value === "number" ? typed.value : index + 1;
    const shift = Math.sign(wanted - (index + 1)) / 2;
    return { option, at: wanted + shift, mistake: typed.mistake };
  });
  const value = positions.toSorted((one, other) => one.at - other.at).map(({ option }) => option);
  const mistake = positions.find((one) => one.mistake !== undefined)?.mistake;
  return mistake === undefined ? { value } : { value, mistake };
}

/** The name under which a cell of a row is sent; the last is the box that takes the row away. */
export function cellName({ name, cells }: RowField, index: number): string {
  return index === cells.length ? `${name}.gone` : `${name}.${index}`;
}

function readRow(field: RowField, form: URLSearchParams, say: OfficeWords): ReadField {
  const { cells } = field;
  if (form.get(cellName(field, cells.length)) !== null) return { value: null };
  const texts = cells.map(({ kind }, index) => {
    const text = (form.get(cellName(field, index)) ?? "").trim();
    return kind === "tick" && text !== "" ? "1" : text;
  });
  if (isEmptyRow(field, texts)) return { value: null };
  const wrong = cells.flatMap((cell, index) => {
    const mistake = cellMistake(cell, texts[index] ?? "", say);
    return mistake === undefined ? [] : [`${cell.label}: ${mistake}`];
  });
  return wrong.length === 0 ? { value: texts } : { value: texts, mistake: wrong.join(" ") };
}

/**
 * Whether a row says nothing. Ticks and choices say nothing beside empty texts, but for an empty row in which somebody
 * has changed one: the rest of that row was forgotten.
 */
export function isEmptyRow({ cells, isFresh }: RowField, texts: readonly string[]): boolean {
  return texts.every((text, index) => {
    const cell = cells[index];
    if (text === "" || cell === undefined) return true;
    if (cell.kind === "tick") return isFresh !== true || cell.ticked === true;
    if (cell.kind === "choice") return isFresh !== true || text === cell.options[0]?.[0];
    return false;
  });
}

/** What is wrong with the text of a cell. */
export function cellMistake(cell: Cell, text: string, say: OfficeWords): string | undefined {
  if (cell.kind === "tick" || (text === "" && cell.optional === true)) return undefined;
  return readPlain(cell, text, say).mistake;
}

/** A value in words, for people who choose between two. */
export function sayValue(field: FormField, value: FieldValue, say: OfficeWords): string {
  if (typeof value === "boolean") return say(value ? "value.yes" : "value.no");
  if (value === null) return say("value.none");
  if (field.kind === "row" && typeof value === "object") return sayRow(field, value);
  const options = "options" in field ? field.options : [];
  const word = (one: string): string => options.find(([name]) => name === one)?.[1] ?? one;
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return word(value);
  return value.length === 0 ? say("value.none") : value.map(word).join(", ");
}

function sayRow({ cells }: RowField, texts: readonly string[]): string {
  const said = cells.map((cell, index) => {
    const text = texts[index] ?? "";
    if (cell.kind === "tick") return text === "" ? "" : cell.label;
    return cell.kind === "choice" ? (cell.options.find(([one]) => one === text)?.[1] ?? text) : text;
  });
  return said.filter((text) => text !== "").join(", ");
}
