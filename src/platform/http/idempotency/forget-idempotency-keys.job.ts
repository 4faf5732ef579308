/**
 * Retention of idempotency keys (rules/http 5.8, rules/operating 6.2). An answer is given again for 24 hours. The key is
 * kept for 30 days and then answers `operation_in_progress` with reason `replay_window_expired`. Answers are stored by
 * day, and whole days are dropped. Idempotent; several processes may run the job at once. The age is the database's, so
 * the clock of a program cannot forget a key. A late run changes nothing for callers, because the age is judged again
 * when a key is used.
 */
import type { Database } from "../../postgres/database.ts";
import type { Statement } from "../../postgres/statement.ts";
import { deleteUnsortedAnswers, dropAnswerDays, listAnswerDaysToMake, makeAnswerDay } from "./answer-days.sql.ts";
import { dropAnswers, dropKeys } from "./idempotency-keys.sql.ts";

const answerKeptHours = 24;
const keyKeptHours = 30 * 24;
const batchSize = 1_000;

/** Makes the days that are missing; may be run whatever the clocks say, because nothing is lost by a day too many. */
export async function makeAnswerDays(database: Database): Promise<void> {
  for (const day of await listAnswerDaysToMake(database.read)) await makeAnswerDay(database, day);
}

/** Drops old days of answers and forgets one bounded batch of keys; answers whether there may be more. */
export async function forgetIdempotencyKeys(database: Database): Promise<boolean> {
  const run = async (
    statement: Statement<{ readonly count: number }, readonly ["int4", "int8"]>,
    hours: number,
  ): Promise<number> => {
    const { count } = await database.transaction((tx) => tx.one(statement, [hours, batchSize]));
    return count;
  };
  await dropAnswerDays(database);
  const forgotten = [
    await deleteUnsortedAnswers(database, batchSize),
    await run(dropAnswers, answerKeptHours),
    await run(dropKeys, keyKeptHours),
  ];
  return forgotten.includes(batchSize);
}
