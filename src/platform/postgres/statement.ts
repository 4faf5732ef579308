/**
 * The registry of SQL statements. All SQL that the service runs over a `Db` or a `Tx` is defined here by name, once, when
 * its module is loaded: so `test/house/statements.db.test.ts` can prepare each statement against the migrated schema, and
 * no request pays for the making of a text.
 */

declare const defined: unique symbol;

/** A statement of the registry; only `defineStatement` makes one. */
export interface Statement {
  readonly [defined]: true;
  /** Unique in the service, in kebab-case. */
  readonly name: string;
  readonly text: string;
  /** Whether a connection prepares the statement at its first use and keeps it; else the server plans each run anew. */
  readonly prepared: boolean;
}

export interface StatementFields {
  readonly name: string;
  readonly text: string;
  /** False where the best plan depends on the values, or where the statement runs seldom. */
  readonly prepare?: boolean;
}

const registry = new Map<string, Statement>();

/** Registers a statement; throws when the name is taken. Called while modules are loaded, never by a request. */
export function defineStatement({ name, text, prepare = true }: StatementFields): Statement {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`the name of a statement is in kebab-case: ${name}`);
  if (registry.has(name)) throw new Error(`two statements are named ${name}`);
  const statement = { name, text, prepared: prepare } as Statement;
  registry.set(name, statement);
  return statement;
}

/** The statements of all modules that are loaded by now. */
export function definedStatements(): readonly Statement[] {
  return [...registry.values()];
}
