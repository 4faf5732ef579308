/**
 * A table as a value. One list of its columns and their types makes the SQL that selects, inserts and updates, and
 * encodes the written values. Instants are encoded as milliseconds and jsonb as text in this one place. All SQL is made
 * while modules are loaded; a call only puts its values in the order of the columns.
 */
import type { Instant } from "../../kernel/clock.ts";
import { row, type ColumnsOf, type ColumnType, type GivenAs, type RowColumns, type ValueType } from "./sql-types.ts";
import { defineStatement, type Statement } from "./statement.ts";

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
  /** The values of the fields in the order of the parameters. */
  readonly values: (fields: Fields) => readonly unknown[];
  /** The parameter of the value of a field, `$4`, for the rest of the statement. */
  readonly parameter: (field: keyof Fields & string) => string;
  /** The first parameter after those of the fields, or the one so many further. */
  readonly parameterAfter: (further?: number) => string;
}

/** SQL that makes a column: of nothing, of other fields by their parameters, or of a value that the fields give under its name. */
export type Made =
  | string
  | ((parameterOf: (field: string) => string) => string)
  | { readonly takes: ValueType; readonly text: (parameter: string) => string };

/** The columns that SQL makes of a value, with how the value is given. */
type MadeOfValues<By extends Readonly<Record<string, Made>>> = {
  readonly [Name in keyof By as By[Name] extends { readonly takes: ValueType } ? Name : never]:
    | (By[Name] extends { readonly takes: infer Type extends ValueType } ? GivenAs[Type] : never)
    | null;
};

export interface InsertOptions<By extends Readonly<Record<string, Made>>> {
  /** The name of the table within the statement. */
  readonly as?: string;
  /** Columns that SQL makes, beside those that are given. */
  readonly made?: By;
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

/** A statement that reads the row of an id. */
export type RowOfId<Row> = Statement<Row, readonly ["text"]>;

export interface Table<Row, Also extends Types> {
  readonly name: string;
  /** The columns of the row, for `gives`. */
  readonly row: RowColumns<Row>;
  /** The columns of the row as a list for SELECT or RETURNING, read under a name of the table. */
  select(table: string): string;
  /** `INSERT INTO … VALUES …` of the columns; of all that are not computed when none are named. */
  insert(): Writing<Written<Row, Also>>;
  insert<Name extends keyof Written<Row, Also> & string, const By extends Readonly<Record<string, Made>>>(
    names: readonly Name[],
    options?: InsertOptions<By>,
  ): Writing<Pick<Written<Row, Also>, Name> & MadeOfValues<By>>;
  /** `a = $2, b = $3, …` for UPDATE, where `$1` is the id of the row and its first value. */
  set<Name extends keyof Written<Row, Also> & string>(
    names: readonly Name[],
  ): Writing<Pick<Written<Row, Also>, Name> & { readonly id: string }>;
  /** Defines the statement of this name that reads the row of an id; the server plans each run anew. */
  findById(statement: string): RowOfId<Row>;
  /** Defines the statement of this name that reads the row of an id and locks the row for the rest of the transaction. */
  lockById(statement: string): RowOfId<Row>;
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
    const select = (table: string): string =>
      Object.keys(read)
        .map((column) => selected(column, table, expressions[column]))
        .join(", ");
    const readById = (statement: string, lock: string): RowOfId<Row> =>
      defineStatement({
        name: statement,
        prepare: false,
        takes: ["text"],
        gives: row<Row>(columns),
        text: `SELECT ${select(name)} FROM ${name} WHERE id = $1${lock}`,
      });
    return {
      name,
      row: row<Row>(columns),
      select,
      findById: (statement) => readById(statement, ""),
      lockById: (statement) => readById(statement, " FOR UPDATE"),
      insert(names: readonly string[] = stored, { as, made = {} }: InsertOptions<Readonly<Record<string, Made>>> = {}) {
        const given = names.map((column) => givenField(column, typeOf(types, column)));
        const wanted = Object.entries(made).map(([column, by]) => madeField(column, by));
        const fields = numbered([...given, ...wanted]);
        const target = as === undefined ? name : `${name} AS ${as}`;
        return writing(
          `INSERT INTO ${target} (${fields.map((field) => field.column).join(", ")})
    VALUES (${fields.map((field) => field.text(field.parameter, parametersOf(fields))).join(", ")})`,
          fields,
        );
      },
      set(names: readonly string[]) {
        const fields = numbered(["id", ...names].map((column) => givenField(column, typeOf(types, column))));
        const sets = fields
          .slice(1)
          .map((field) => `${field.column} = ${field.text(field.parameter, parametersOf(fields))}`);
        return writing(sets.join(", "), fields);
      },
    };
  };
}

function selected(column: string, table: string, expression: ((table: string) => string) | undefined): string {
  return expression === undefined ? `${table}.${column}` : `${expression(table)} AS ${column}`;
}

/** A column that is written: what its value is taken as, and the SQL that makes the column of the value's parameter. */
interface WrittenField {
  readonly column: string;
  /** Undefined where the SQL needs no value. */
  readonly takes: ValueType | undefined;
  readonly isJson: boolean;
  readonly text: (parameter: string, parameterOf: (field: string) => string) => string;
}

interface NumberedField extends WrittenField {
  readonly parameter: string;
}

function givenField(column: string, type: ColumnType): WrittenField {
  const text = (parameter: string): string =>
    type === "timestamptz" ? `to_timestamp(${parameter}::float8 / 1000)` : parameter;
  return { column, takes: takenAs(type), isJson: type === "json" || type === "jsonb", text };
}

function madeField(column: string, made: Made): WrittenField {
  if (typeof made === "string") return { column, takes: undefined, isJson: false, text: () => made };
  if (typeof made === "function")
    return { column, takes: undefined, isJson: false, text: (_place, parameterOf) => made(parameterOf) };
  return { column, takes: made.takes, isJson: false, text: made.text };
}

/** Gives the fields that take a value their parameters, from `$1` on. */
function numbered(fields: readonly WrittenField[]): readonly NumberedField[] {
  let next = 1;
  return fields.map((field) => ({ ...field, parameter: field.takes === undefined ? "" : `$${next++}` }));
}

/** The parameters by their fields; asking for a field that takes no value is a fault of the program. */
function parametersOf(fields: readonly NumberedField[]): (field: string) => string {
  return (wanted) => {
    const parameter = fields.find(({ column, takes }) => column === wanted && takes !== undefined)?.parameter;
    if (parameter === undefined) throw new Error(`the statement takes no value of ${wanted}`);
    return parameter;
  };
}

/** As the table makes it, before the compiler is told the fields. */
interface AnyWriting extends Omit<Writing<object>, "parameter"> {
  readonly parameter: (field: string) => string;
}

function writing(text: string, fields: readonly NumberedField[]): AnyWriting {
  const taken = fields.filter((field) => field.takes !== undefined);
  return {
    text,
    takes: taken.flatMap(({ takes }) => takes ?? []),
    values: (given) => {
      const record = given as Readonly<Record<string, unknown>>;
      return taken.map(({ column, isJson }) => (isJson ? jsonText(record[column]) : record[column]));
    },
    parameter: parametersOf(fields),
    parameterAfter: (further = 0) => `$${taken.length + 1 + further}`,
  };
}

function typeOf(types: Types, column: string): ColumnType {
  const type = column === "id" ? "text" : types[column];
  if (type === undefined) throw new Error(`the table has no column ${column}`);
  return type;
}

function takenAs(type: ColumnType): ValueType {
  if (type === "timestamptz") return "float8";
  if (type === "void") throw new Error("nothing can be written to a column without a type");
  return type;
}

function jsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
