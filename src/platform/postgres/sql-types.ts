/**
 * The types of values that statements take and give, by their names in PostgreSQL. Values are read as
 * `answers/read-values.ts` says: a timestamptz as milliseconds, a bigint as a number, a numeric and a date as text.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { LateRow } from "./answers/late-row.ts";

/** How a column of each type is read. */
interface ReadAs {
  bool: boolean;
  bytea: Buffer;
  date: string;
  float8: number;
  int2: number;
  int4: number;
  "int4[]": readonly number[];
  int8: number;
  json: unknown;
  jsonb: unknown;
  numeric: string;
  text: string;
  "text[]": readonly string[];
  timestamptz: Instant;
  uuid: string;
  void: string;
}

/** How a value of each type is given. */
export interface GivenAs {
  bool: boolean;
  "bool[]": readonly (boolean | null)[];
  bytea: Uint8Array;
  "bytea[]": readonly (Uint8Array | null)[];
  date: string;
  "date[]": readonly (string | null)[];
  float8: number;
  "float8[]": readonly (number | null)[];
  int2: number;
  int4: number;
  "int4[]": readonly (number | null)[];
  int8: number;
  "int8[]": readonly (number | null)[];
  /** JSON text, or its bytes. */
  json: string | Uint8Array;
  /** JSON text. */
  jsonb: string;
  numeric: number | string;
  text: string | Uint8Array;
  "text[]": readonly (string | null)[];
  timestamptz: Date;
  uuid: string;
}

/** A type of a column. */
export type ColumnType = keyof ReadAs;

/** A type of a value. */
export type ValueType = keyof GivenAs;

/** The values that a statement takes; a null stands for any. */
export type ValuesOf<Takes extends readonly ValueType[]> = number extends Takes["length"]
  ? readonly unknown[]
  : { readonly [Place in keyof Takes]: GivenAs[Takes[Place]] | null | undefined };

/** For each column of a row the types that are read as its values are; whether it may be null is not said. */
export type ColumnsOf<Row> = {
  readonly [Name in keyof Row]-?: {
    [Type in ColumnType]: [NonNullable<Row[Name]>] extends [ReadAs[Type]] ? Type : never;
  }[ColumnType];
};

declare const rowOfColumns: unique symbol;

/** The columns of a row by name, as the type `Row` has them. */
export interface RowColumns<out Row> {
  readonly [rowOfColumns]?: Row;
  readonly types: Readonly<Record<string, ColumnType>>;
  /** Whether the values of a row are read when they are asked for. */
  readonly isLate?: true;
}

/** The columns of a row and more columns beside them. */
export function rowWith<Row, More>(base: RowColumns<Row>, more: ColumnsOf<More>): RowColumns<Row & More> {
  return { types: { ...base.types, ...row<More>(more).types } };
}

/** The same columns, of rows whose values are read when they are asked for. */
export function late<Row>({ types }: RowColumns<Row>): RowColumns<LateRow<Row>> {
  return { types, isLate: true };
}

/** Lists the columns that the values of a type are read from. */
export function row<Row>(types: ColumnsOf<Row>): RowColumns<Row> {
  return { types };
}
