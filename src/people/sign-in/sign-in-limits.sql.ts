/** All SQL that counts wrong passwords and PINs. An attempt counts as wrong until it has proved right. */
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** How many wrong ones there may be, in which time, and how long one then waits. */
export interface FailureLimit {
  readonly most: number;
  readonly windowSeconds: number;
  readonly pauseSeconds: number;
}

/** After five bad ones in 15 minutes one a minute (rules/people 4.5). */
export const accountLimit: FailureLimit = { most: 5, windowSeconds: 900, pauseSeconds: 60 };
/** Five wrong ones in 10 minutes close the name for 5 (rules/people 6.5). */
export const pinLimit: FailureLimit = { most: 5, windowSeconds: 600, pauseSeconds: 300 };

const reserveAttemptStatement = defineStatement({
  name: "reserve-attempt",
  takes: ["bytea", "int4", "float8", "float8"],
  prepare: false,
  gives: row<{ readonly account: Buffer }>({ account: "bytea" }),
  text: `INSERT INTO sign_in_failures AS f (account, failures, window_ends_at, last_failed_at)
    VALUES ($1, 1, now() + $3 * interval '1 second', now())
    ON CONFLICT (account) DO UPDATE SET
      failures = CASE WHEN f.window_ends_at <= now() THEN 1 ELSE f.failures + 1 END,
      window_ends_at = CASE WHEN f.window_ends_at <= now() THEN excluded.window_ends_at ELSE f.window_ends_at END,
      last_failed_at = now()
    WHERE f.window_ends_at <= now() OR f.failures < $2 OR f.last_failed_at <= now() - $4 * interval '1 second'
    RETURNING f.account`,
});

const attemptPauseStatement = defineStatement({
  name: "attempt-pause",
  takes: ["bytea", "float8"],
  prepare: false,
  gives: row<{ readonly seconds: number }>({ seconds: "int4" }),
  text: `SELECT ceil(extract(epoch FROM last_failed_at - now()) + $2::float8)::integer AS seconds
    FROM sign_in_failures WHERE account = $1`,
});

/**
 * Counts an attempt before it is judged, so that of many at once no more are judged than there may be. Answers undefined,
 * or the whole seconds to wait.
 */
export async function reserveAttempt(tx: Tx, account: Buffer, limit: FailureLimit): Promise<number | undefined> {
  const counted = await tx.rows(reserveAttemptStatement, [
    account,
    limit.most,
    limit.windowSeconds,
    limit.pauseSeconds,
  ]);
  if (counted.length > 0) return undefined;
  const { seconds } = await tx.one(attemptPauseStatement, [account, limit.pauseSeconds]);
  return Math.max(1, seconds);
}

const forgetFailuresStatement = defineStatement({
  name: "forget-failures",
  takes: ["bytea"],
  prepare: false,
  text: "DELETE FROM sign_in_failures WHERE account = $1",
});

/** Forgets the wrong ones of an account that has proved right. */
export function forgetFailures(tx: Tx, account: Buffer): void {
  tx.send(forgetFailuresStatement, [account]);
}

const countFailuresStatement = defineStatement({
  name: "count-failures",
  takes: ["bytea"],
  prepare: false,
  gives: row<{ readonly failures: number }>({ failures: "int4" }),
  text: "SELECT failures FROM sign_in_failures WHERE account = $1 AND window_ends_at > now()",
});

/** How many wrong ones are counted now. */
export async function countFailures(db: Db, account: Buffer): Promise<number> {
  const row = await db.maybe(countFailuresStatement, [account]);
  return row?.failures ?? 0;
}
