/** The SQL of idempotency keys. */
import type { Tx } from "../../postgres/database.ts";
import { row } from "../../postgres/sql-types.ts";
import { defineStatement } from "../../postgres/statement.ts";
import { defineTable } from "../../postgres/table.ts";

/** A key as a call finds it. */
export interface KeyState {
  readonly state: "fresh" | "in_flight" | "stored";
  readonly fingerprint: Buffer | null;
  readonly status: number | null;
  readonly body: string | null;
  readonly age_seconds: number | null;
  readonly operation_id: string | null;
  readonly leased: boolean | null;
}

export const takeKey = defineStatement({
  name: "take-idempotency-key",
  takes: ["text", "text"],
  gives: row<KeyState>({
    state: "text",
    fingerprint: "bytea",
    status: "int4",
    body: "text",
    age_seconds: "float8",
    operation_id: "text",
    leased: "bool",
  }),
  text: "SELECT * FROM claim_idempotency_key($1, $2)",
});
/** The key of a write, and what it is used for. */
export interface UsedKey {
  readonly scope: string;
  readonly key: string;
  readonly operation_id: string;
  readonly fingerprint: Uint8Array;
  readonly method: string;
  readonly path: string;
}

const keyTable = defineTable<Record<never, never>>()({
  name: "idempotency_keys",
  columns: {},
  also: {
    scope: "text",
    key: "text",
    operation_id: "text",
    fingerprint: "bytea",
    method: "text",
    path: "text",
    status: "int4",
  },
});

const nextAnswer = "nextval('idempotency_answer_ids')";
/** Stores the answer of the one key that the statement before it wrote, in the day of the key. */
const storeBody = (body: string): string => `INSERT INTO idempotency_answers (day, id, body)
    SELECT (created_at AT TIME ZONE 'UTC')::date, answer_id, ${body} FROM answered`;

const answered = keyTable.insert(["scope", "key", "operation_id", "fingerprint", "method", "path", "status"], {
  made: { answer_id: nextAnswer },
});
const storeAnswer = defineStatement({
  name: "store-idempotent-answer",
  takes: [...answered.takes, "text"],
  text: `WITH answered AS (${answered.text}
      ON CONFLICT (scope, key) DO UPDATE SET status = excluded.status, answer_id = excluded.answer_id, leased_until = NULL
      RETURNING created_at, answer_id)
    ${storeBody(answered.parameterAfter())}`,
});

/** Sends the answer of a key; a lease on it ends. */
export function sendAnswer(tx: Tx, used: UsedKey, status: number, body: string): void {
  tx.send(storeAnswer, [...answered.values({ ...used, status }), body]);
}

const confirmAnswer = defineStatement({
  name: "confirm-idempotent-answer",
  takes: ["text", "text"],
  gives: row<{ readonly key: string }>({ key: "text" }),
  text: "SELECT key FROM idempotency_keys WHERE scope = $1 AND key = $2 FOR SHARE",
});

/**
 * Locks the row of a key whose answer is given again. The lock is written to the WAL, so the COMMIT waits for the standby
 * as that of the first answer did: a first answer may be stored here alone while its own COMMIT was never confirmed.
 */
export function sendConfirmation(tx: Tx, scope: string, key: string): void {
  tx.send(confirmAnswer, [scope, key]);
}

const leased = keyTable.insert(["scope", "key", "operation_id", "fingerprint", "method", "path"], {
  made: {
    leased_until: { takes: "float8", text: (parameter) => `clock_timestamp() + make_interval(secs => ${parameter})` },
  },
});
const lease = defineStatement({
  name: "lease-idempotency-key",
  takes: leased.takes,
  text: `${leased.text} ON CONFLICT (scope, key) DO UPDATE SET leased_until = excluded.leased_until`,
});

/** Sends a lease on a key: others are told that its work is under way. */
export function sendLease(tx: Tx, used: UsedKey, seconds: number): void {
  tx.send(lease, leased.values({ ...used, leased_until: seconds }));
}

export const finishLease = defineStatement({
  name: "finish-idempotency-key",
  takes: ["text", "text", "int4", "text"],
  text: `WITH answered AS (
      UPDATE idempotency_keys SET status = $3, answer_id = ${nextAnswer}, leased_until = NULL
      WHERE scope = $1 AND key = $2 RETURNING created_at, answer_id)
    ${storeBody("$4")}`,
});
export const endLease = defineStatement({
  name: "end-idempotency-lease",
  takes: ["text", "text"],
  text: `UPDATE idempotency_keys SET leased_until = clock_timestamp()
    WHERE scope = $1 AND key = $2 AND status IS NULL`,
});
export const dropLease = defineStatement({
  name: "drop-idempotency-lease",
  prepare: false,
  takes: ["text", "text"],
  text: "DELETE FROM idempotency_keys WHERE scope = $1 AND key = $2 AND status IS NULL",
});

/** Of answers that a process of the release before wrote into their keys. */
export const dropAnswers = defineStatement({
  name: "drop-idempotent-answers",
  takes: ["int4", "int8"],
  gives: row<{ readonly count: number }>({ count: "int8" }),
  text: `WITH old AS (
      SELECT scope, key FROM idempotency_keys WHERE created_at < statement_timestamp() - make_interval(hours => $1) AND body IS NOT NULL
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED),
    dropped AS (
      UPDATE idempotency_keys k SET body = NULL FROM old WHERE k.scope = old.scope AND k.key = old.key RETURNING 1)
    SELECT count(*) AS count FROM dropped`,
});

export const dropKeys = defineStatement({
  name: "drop-idempotency-keys",
  takes: ["int4", "int8"],
  gives: row<{ readonly count: number }>({ count: "int8" }),
  text: `WITH old AS (
      SELECT scope, key FROM idempotency_keys WHERE created_at < statement_timestamp() - make_interval(hours => $1)
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED),
    dropped AS (
      DELETE FROM idempotency_keys k USING old WHERE k.scope = old.scope AND k.key = old.key RETURNING 1)
    SELECT count(*) AS count FROM dropped`,
});
