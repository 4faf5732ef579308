/**
 * The registry of SQL statements. All SQL that the service runs over a `Db` or a `Tx` is defined here by name, once, when
 * its module is loaded. `test/house/statements.db.test.ts` can therefore prepare each statement against the migrated
 * schema, and no request spends time on making a text.
 */
import type { RowColumns, ValueType } from "./sql-types.ts";

declare const defined: unique symbol;

/** A statement of the registry; only `defineStatement` makes one. Without a list of columns nobody reads its rows. */
export interface Statement<out Row = unknown, out Takes extends readonly ValueType[] = readonly ValueType[]> {
  readonly [defined]: true;
  /** Unique in the service, in kebab-case. */
  readonly name: string;
  readonly text: string;
  /** Whether a connection prepares the statement at its first use and keeps it; else the server plans each run anew. */
  readonly prepared: boolean;
  /** The types of its values. */
  readonly takes: Takes | undefined;
  /** The columns that are read. */
  readonly gives: RowColumns<Row> | undefined;
}

export interface StatementFields<Row, Takes extends readonly ValueType[]> {
  readonly name: string;
  readonly text: string;
  /** False where the best plan depends on the values, or where the statement runs seldom. */
  readonly prepare?: boolean;
  readonly takes?: Takes;
  readonly gives?: RowColumns<Row>;
}

const registry = new Map<string, Statement>();

/** Registers a statement; throws when the name is taken. Called while modules are loaded, never by a request. */
export function defineStatement<Row = unknown, const Takes extends readonly ValueType[] = readonly ValueType[]>(
  fields: StatementFields<Row, Takes>,
): Statement<Row, Takes> {
  const { name, text, prepare = true, takes, gives } = fields;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`the name of a statement is in kebab-case: ${name}`);
  if (registry.has(name)) throw new Error(`two statements are named ${name}`);
  const statement = { name, text, prepared: prepare, takes, gives } as Statement<Row, Takes>;
  registry.set(name, statement);
  return statement;
}

/** The statements of all modules that are loaded by now. */
export function definedStatements(): readonly Statement[] {
  return [...registry.values()];
}

/**
 * A parameter that is a list, in a form whose length the planner does not see. It expects ten values either way: with a
 * shorter list in sight, PostgreSQL would plan each run of a prepared statement anew, which takes longer than the run.
 */
export function listOfAnyLength(parameter: `$${number}`, type: ValueType & `${string}[]`): string {
  return `(SELECT ${parameter}::${type})::${type}`;
}
