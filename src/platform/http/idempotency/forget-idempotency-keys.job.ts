/**
 * Retention of idempotency keys (rules/http 5.8, rules/operating 6.2): the answer is kept for 24 hours, the key itself
 * for 30 days, in which it answers `operation_in_progress` with reason `replay_window_expired`. Idempotent; several
 * processes may run it at once. The age is the database's: no program's clock can forget a key. A run that is late
 * changes nothing for callers: the age is also judged when a key is used.
 */
import type { Database } from "../../postgres/database.ts";
import type { Statement } from "../../postgres/statement.ts";
import { dropAnswers, dropKeys } from "./idempotency-keys.sql.ts";

const answerKeptHours = 24;
const keyKeptHours = 30 * 24;
const batchSize = 1_000;

/** Forgets one bounded batch of answers and one of keys; answers whether there may be more. */
export async function forgetIdempotencyKeys(database: Database): Promise<boolean> {
  const run = async (
    statement: Statement<{ readonly count: number }, readonly ["int4", "int8"]>,
    hours: number,
  ): Promise<number> => {
    const { count } = await database.transaction((tx) => tx.one(statement, [hours, batchSize]));
    return count;
  };
  const keys = await run(dropKeys, keyKeptHours);
  const answers = await run(dropAnswers, answerKeptHours);
  return keys === batchSize || answers === batchSize;
}
