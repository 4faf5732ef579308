/** Makes the reads of a pool and of a transaction from one function that runs a statement. */
import type { StatementQuery } from "./answers/statement-run.ts";
import type { Memories } from "./memories.ts";
import type { Statement } from "./statement.ts";
import type { TextDb } from "./tx.ts";

/** Runs a statement and answers its rows; given up after the milliseconds, when there are any. */
export type Run = (
  statement: Statement | string,
  values?: readonly unknown[],
  limitMs?: number,
) => Promise<readonly object[]>;

/** The database that is read. */
export interface ReadDatabase {
  readonly livemode: boolean;
  readonly url: string;
  readonly memories: Memories;
}

/** The reads of a database. */
export function reader(database: ReadDatabase, run: Run, limitMs?: number): TextDb {
  return {
    livemode: database.livemode,
    url: database.url,
    memories: database.memories,
    rows: <Row>(statement: Statement | string, values?: readonly unknown[]) =>
      run(statement, values, limitMs) as Promise<Row[]>,
    async one<Row>(statement: Statement | string, values?: readonly unknown[]) {
      const [row] = await run(statement, values, limitMs);
      if (row === undefined) throw new Error(`no row: ${typeof statement === "string" ? statement : statement.text}`);
      return row as Row;
    },
    async maybe<Row>(statement: Statement | string, values?: readonly unknown[]) {
      const [row] = await run(statement, values, limitMs);
      return row as Row | undefined;
    },
    within: (milliseconds) => reader(database, run, Math.min(milliseconds, limitMs ?? Infinity)),
  };
}

/** A statement as `pg` takes it. */
export function toQuery(statement: Statement | string, values?: readonly unknown[]): StatementQuery {
  const config: StatementQuery = { text: typeof statement === "string" ? statement : statement.text };
  if (typeof statement !== "string" && statement.prepared) config.name = statement.name;
  if (typeof statement !== "string" && statement.gives?.isLate) config.isLate = true;
  // The type of `pg` wants a list that may change; `pg` only reads it, and a copy would cost every statement.
  if (values !== undefined) config.values = values as unknown[];
  return config;
}
