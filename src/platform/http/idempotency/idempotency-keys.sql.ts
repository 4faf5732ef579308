/** The SQL of idempotency keys. */
import { row } from "../../postgres/sql-types.ts";
import { defineStatement } from "../../postgres/statement.ts";

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
export const storeAnswer = defineStatement({
  name: "store-idempotent-answer",
  takes: ["text", "text", "text", "bytea", "text", "text", "int4", "text"],
  text: `INSERT INTO idempotency_keys (scope, key, operation_id, fingerprint, method, path, status, body)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (scope, key) DO UPDATE SET status = excluded.status, body = excluded.body, leased_until = NULL`,
});
export const lease = defineStatement({
  name: "lease-idempotency-key",
  takes: ["text", "text", "text", "bytea", "text", "text", "float8"],
  text: `INSERT INTO idempotency_keys (scope, key, operation_id, fingerprint, method, path, leased_until)
    VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7))
    ON CONFLICT (scope, key) DO UPDATE SET leased_until = excluded.leased_until`,
});
export const finishLease = defineStatement({
  name: "finish-idempotency-key",
  takes: ["text", "text", "int4", "text"],
  text: "UPDATE idempotency_keys SET status = $3, body = $4, leased_until = NULL WHERE scope = $1 AND key = $2",
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
