/**
 * Records the statements that an act sends, with their values. No database is asked, so only statements without a needed
 * answer can be recorded.
 */
import { createMemories } from "../src/platform/postgres/memories.ts";
import type { TextDb } from "../src/platform/postgres/database.ts";
import type { Statement } from "../src/platform/postgres/statement.ts";

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements of one act, in their order. */
export async function recordStatements(act: (db: TextDb) => Promise<unknown>): Promise<RecordedStatement[]> {
  const asked: RecordedStatement[] = [];
  const run = (statement: Statement | string, values: readonly unknown[] = []): never[] => {
    asked.push({ text: typeof statement === "string" ? statement : statement.text, values });
    return [];
  };
  const db: TextDb = {
    livemode: false,
    url: "",
    memories: createMemories(),
    rows: async (statement: Statement | string, values?: readonly unknown[]) => run(statement, values),
    one: async <Row>(statement: Statement | string, values?: readonly unknown[]) => (run(statement, values), {}) as Row,
    maybe: async (statement: Statement | string, values?: readonly unknown[]) => (run(statement, values), undefined),
    within: () => db,
  };
  await act(db);
  return asked;
}
