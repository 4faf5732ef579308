import type { Instant } from "../../../kernel/clock.ts";
import type { Id } from "../../../kernel/id.ts";
import type { Db } from "../../postgres/database.ts";
import { row } from "../../postgres/sql-types.ts";
import { defineStatement } from "../../postgres/statement.ts";

/** A write that was made under an Idempotency-Key, as a partner's error named it. */
export interface Operation {
  readonly operation_id: Id<"opn">;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly created_at: Instant;
  /** Whether the key still replays the answer: for 24 hours. */
  readonly replayable: boolean;
}

const findOperationStatement = defineStatement({
  name: "find-operation",
  prepare: false,
  takes: ["text"],
  gives: row<Operation>({
    operation_id: "text",
    method: "text",
    path: "text",
    status: "int4",
    created_at: "timestamptz",
    replayable: "bool",
  }),
  text: `SELECT operation_id, method, path, status, created_at,
      created_at > now() - interval '24 hours' AND (body IS NOT NULL OR EXISTS (
        SELECT FROM idempotency_answers a WHERE a.day = (created_at AT TIME ZONE 'UTC')::date AND a.id = answer_id)) AS replayable
    FROM idempotency_keys WHERE operation_id = $1 AND status IS NOT NULL`,
});

/** The operation, or undefined: it never ended, was not kept, or is older than 30 days. */
export function findOperation(db: Db, id: Id<"opn">): Promise<Operation | undefined> {
  return db.maybe(findOperationStatement, [id]);
}
