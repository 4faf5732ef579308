/** The SQL that takes people out of messages. */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const forgotten = `phone = NULL, email = NULL, body = NULL, letter = NULL, instead = NULL, error = NULL, due_at = NULL, leased_by = NULL,
      leased_until = NULL, status = CASE WHEN status = 'queued' THEN 'suppressed' ELSE status END`;

const sendForgetStatement = defineStatement({
  name: "forget-messages",
  prepare: false,
  takes: ["text", "text[]", "text"],
  text: `UPDATE messages SET ${forgotten}
    WHERE phone = $1 OR email = $3 OR instead ->> 'phone' = $1
      OR (subject_id = ANY ($2) AND (phone IS NOT NULL OR email IS NOT NULL))`,
});

/** Takes numbers, addresses and texts out of messages to somebody or about some subjects; what was not sent yet never is. */
export function sendForget(
  tx: Tx,
  to: { readonly phone: string | null; readonly email: string | null },
  subjectIds: readonly string[],
): void {
  tx.send(sendForgetStatement, [to.phone, subjectIds, to.email]);
}

/** How many messages of a location were forgotten, by its days of retention. */
export interface ForgottenMessages {
  readonly location_id: Id<"str">;
  readonly days: number;
  readonly messages: number;
}

const forgetOldStatement = defineStatement({
  name: "forget-old-order-messages",
  prepare: false,
  takes: ["int8"],
  gives: row<ForgottenMessages>({ location_id: "text", days: "int4", messages: "int4" }),
  text: `WITH due AS (
      SELECT m.id FROM locations l JOIN messages m ON m.location_id = l.id
      WHERE l.guest_retention_days IS NOT NULL AND m.subject_id LIKE 'ord%' AND (m.phone IS NOT NULL OR m.email IS NOT NULL)
        AND m.created_at < clock_timestamp()
          + make_interval(secs => l.clock_offset_seconds::float8, days => -l.guest_retention_days)
      LIMIT $1 FOR UPDATE OF m SKIP LOCKED),
    gone AS (UPDATE messages SET ${forgotten} WHERE id IN (SELECT id FROM due) RETURNING location_id)
    SELECT g.location_id, l.guest_retention_days AS days, count(*)::int AS messages
    FROM gone g JOIN locations l ON l.id = g.location_id GROUP BY 1, 2`,
});

/** Takes numbers, addresses and texts out of messages about orders whose time is over by the retention of their location. */
export function forgetOldOrderMessages(tx: Tx, limit: number): Promise<ForgottenMessages[]> {
  return tx.rows(forgetOldStatement, [limit]);
}
