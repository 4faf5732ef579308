/**
 * Statements whose conditions depend on the caller's filters. Every combination of conditions is a statement of the
 * registry, made when its module is loaded; a call only picks one.
 */
import type { RowColumns, ValueType } from "./sql-types.ts";
import { defineStatement, type Statement } from "./statement.ts";

export interface Condition {
  /** The types of its values. */
  readonly takes: readonly ValueType[];
  /** Writes the condition; each call of `parameter` takes the number of the next of its values. */
  readonly text: (parameter: () => string) => string;
}

export interface FilteredFields<Row, Key extends string> {
  readonly name: string;
  /** The types of the values that every combination takes, as `$1` and on. */
  readonly takes: readonly ValueType[];
  readonly gives?: RowColumns<Row>;
  /** At most eight: each doubles the number of statements. */
  readonly conditions: Readonly<Record<Key, Condition>>;
  /** The whole statement, given the text of each condition that is asked for. */
  readonly text: (conditions: Readonly<Partial<Record<Key, string>>>) => string;
}

/** The values of each condition; undefined where the condition is not asked for. */
export type FilterValues<Key extends string> = Readonly<Record<Key, readonly unknown[] | undefined>>;

/** Picks the statement of the conditions that have values, and puts all values in its order. */
export type FilteredStatement<Row, Key extends string> = (
  fixed: readonly unknown[],
  values: FilterValues<Key>,
) => { readonly statement: Statement<Row>; readonly values: readonly unknown[] };

/** Registers a statement for each combination of the conditions. They are planned at each run, for their values. */
export function defineFilteredStatement<Key extends string, Row = unknown>(
  fields: FilteredFields<Row, Key>,
): FilteredStatement<Row, Key> {
  const keys = Object.keys(fields.conditions) as Key[];
  if (keys.length > 8) throw new Error(`${fields.name}: more than eight conditions`);
  const statements = Array.from({ length: 2 ** keys.length }, (_, combination) =>
    defineCombination(
      fields,
      keys.filter((_key, index) => (combination & (1 << index)) !== 0),
    ),
  );
  return (fixed, given) => {
    const values = [...fixed];
    let combination = 0;
    for (const [index, key] of keys.entries()) {
      const own = given[key];
      if (own === undefined) continue;
      combination |= 1 << index;
      values.push(...own);
    }
    const statement = statements[combination];
    if (statement === undefined) throw new Error(`${fields.name}: no statement ${combination}`);
    return { statement, values };
  };
}

function defineCombination<Row, Key extends string>(
  fields: FilteredFields<Row, Key>,
  keys: readonly Key[],
): Statement<Row> {
  let taken = fields.takes.length;
  const parameter = (): string => `$${++taken}`;
  const conditions: Partial<Record<Key, string>> = {};
  for (const key of keys) conditions[key] = fields.conditions[key].text(parameter);
  const takes = [...fields.takes, ...keys.flatMap((key) => fields.conditions[key].takes)];
  const name = [fields.name, ...keys.map(kebab)].join("-");
  const gives = fields.gives === undefined ? {} : { gives: fields.gives };
  return defineStatement<Row>({ name, prepare: false, takes, ...gives, text: fields.text(conditions) });
}

/** The values of a condition on one value; none where the value is undefined or null. */
export function given(value: unknown): readonly unknown[] | undefined {
  return value === undefined || value === null ? undefined : [value];
}

/** Conditions, with AND between them and before them. */
export function andAll(conditions: readonly (string | undefined)[]): string {
  return conditions.map((condition) => (condition === undefined ? "" : ` AND ${condition}`)).join("");
}

function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
