/**
 * A table as a value: one list of its columns and their types makes the SQL that selects, inserts and updates, and encodes
 * what is written. Instants travel as milliseconds and jsonb as text in this one place. All text is made while modules are
 * loaded; a call only puts its values in the order of the columns.
 */
import type { Instant } from "../../kernel/clock.ts";
import { row, type ColumnsOf, type ColumnType, type GivenAs, type RowColumns, type ValueType } from "./sql-types.ts";

/** How a value of a column is given for writing: an instant in milliseconds, jsonb as the value itself. */
type WrittenAs<Type extends ColumnType> = Type extends "timestamptz"
  ? Instant
  : Type extends "json" | "jsonb"
    ? unknown
    : Type extends ValueType
      ? GivenAs[Type]
      : never;

type Types = Readonly<Record<string, ColumnType>>;

/** What may be written: the columns of the row, and those that are only written. */
type Written<Row, Also extends Types> = Row & { readonly [Name in keyof Also]: WrittenAs<Also[Name]> | null };

/** A part of a statement that writes columns, with what it takes. */
export interface Writing<Fields> {
  readonly text: string;
  readonly takes: readonly ValueType[];
  /** The values of the fields in the order of the places. */
  readonly values: (fields: Fields) => readonly unknown[];
}

export interface TableFields<Row, Also extends Types> {
  readonly name: string;
  /** The columns that a row is read from. */
  readonly columns: ColumnsOf<Row>;
  /** Columns that are written and not read with the row. */
  readonly also?: Also;
  /** Fields of the row that are made of other columns, as SQL that reads them under a name of the table. */
  readonly computed?: Readonly<Partial<Record<keyof Row, (table: string) => string>>>;
}

export interface Table<Row, Also extends Types> {
  readonly name: string;
  /** The columns of the row, for `gives`. */
  readonly row: RowColumns<Row>;
  /** The columns of the row as a list for SELECT or RETURNING, read under a name of the table. */
  select(table: string): string;
  /** `INSERT INTO … VALUES …` of the columns; of all that are not computed when none are named. */
  insert(): Writing<Written<Row, Also>>;
  insert<Name extends keyof Written<Row, Also> & string>(
    names: readonly Name[],
    as?: string,
  ): Writing<Pick<Written<Row, Also>, Name>>;
  /** `a = $2, b = $3, …` for UPDATE, where `$1` is the id of the row and its first value. */
  set<Name extends keyof Written<Row, Also> & string>(
    names: readonly Name[],
  ): Writing<Pick<Written<Row, Also>, Name> & { readonly id: string }>;
}

/** Defines a table whose rows are read as `Row`; called while modules are loaded. */
export function defineTable<Row>(): <const Also extends Types = Record<never, never>>(
  fields: TableFields<Row, Also>,
) => Table<Row, Also> {
  return ({ name, columns, also, computed = {} }) => {
    const read: Types = row<Row>(columns).types;
    const types: Types = { ...read, ...also };
    const expressions: Readonly<Record<string, ((table: string) => string) | undefined>> = computed;
    const stored = Object.keys(types).filter((column) => expressions[column] === undefined);
    return {
      name,
      row: row<Row>(columns),
      select: (table) =>
        Object.keys(read)
          .map((column) => selected(column, table, expressions[column]))
          .join(", "),
      insert(names: readonly string[] = stored, as?: string) {
        const target = as === undefined ? name : `${name} AS ${as}`;
        const places = names.map((column, index) => placeOf(typeOf(types, column), index + 1)).join(", ");
        return writing(`INSERT INTO ${target} (${names.join(", ")}) VALUES (${places})`, types, names);
      },
      set(names: readonly string[]) {
        const sets = names
          .map((column, index) => `${column} = ${placeOf(typeOf(types, column), index + 2)}`)
          .join(", ");
        return writing(sets, types, ["id", ...names]);
      },
    };
  };
}

function selected(column: string, table: string, expression: ((table: string) => string) | undefined): string {
  return expression === undefined ? `${table}.${column}` : `${expression(table)} AS ${column}`;
}

function writing(text: string, types: Types, names: readonly string[]): Writing<object> {
  const columns = names.map((name) => ({ name, isJson: isJson(typeOf(types, name)) }));
  return {
    text,
    takes: names.map((name) => takenAs(typeOf(types, name))),
    values: (fields) => {
      const record = fields as Readonly<Record<string, unknown>>;
      return columns.map(({ name, isJson: encoded }) => (encoded ? jsonText(record[name]) : record[name]));
    },
  };
}

function typeOf(types: Types, column: string): ColumnType {
  const type = column === "id" ? "text" : types[column];
  if (type === undefined) throw new Error(`the table has no column ${column}`);
  return type;
}

const isJson = (type: ColumnType): boolean => type === "json" || type === "jsonb";

function placeOf(type: ColumnType, place: number): string {
  return type === "timestamptz" ? `to_timestamp($${place}::float8 / 1000)` : `$${place}`;
}

function takenAs(type: ColumnType): ValueType {
  if (type === "timestamptz") return "float8";
  if (type === "void") throw new Error("nothing can be written to a column without a type");
  return type;
}

function jsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
