/** The SQL of deliveries that meet a fault of the sandbox. A delivery is changed only while its lease is held. */
import type { Id } from "../../kernel/id.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const listUnmetStatement = defineStatement({
  name: "list-deliveries-without-fault",
  prepare: false,
  takes: ["text", "text[]", "text[]"],
  gives: row<{ readonly id: Id<"dlv">; readonly follows: boolean }>({ id: "text", follows: "bool" }),
  text: `SELECT d.id, EXISTS (
        SELECT FROM deliveries held
        WHERE held.subscription_id = d.subscription_id AND held.resource_id = d.resource_id AND held.state = 'pending'
          AND held.sequence < d.sequence AND held.fault->>'kind' = 'webhook_out_of_order') AS follows
    FROM unnest($2::text[], $3::text[]) AS wanted (event_id, subscription_id)
    JOIN deliveries d ON d.event_id = wanted.event_id AND d.subscription_id = wanted.subscription_id
    WHERE d.leased_by = $1 AND d.attempts = 1 AND d.fault IS NULL
      AND NOT EXISTS (SELECT FROM event_replays r WHERE r.event_id = d.event_id)
    ORDER BY d.event_id, d.subscription_id FOR UPDATE OF d`,
});

/** Of the leased deliveries those that may meet a fault, and whether an earlier event of the resource is held back. */
export function listUnmet(
  tx: Tx,
  worker: string,
  leased: readonly { readonly eventId: string; readonly subscriptionId: string }[],
): Promise<{ readonly id: Id<"dlv">; readonly follows: boolean }[]> {
  const [events, subscriptions] = [leased.map(({ eventId }) => eventId), leased.map((one) => one.subscriptionId)];
  return tx.rows(listUnmetStatement, [worker, events, subscriptions]);
}

const markFaultStatement = defineStatement({
  name: "mark-delivery-fault",
  prepare: false,
  takes: ["text", "text", "json", "float8", "bool"],
  // What is late counts from when it was due: a clock that was moved since then has moved that time too.
  text: `UPDATE deliveries SET fault = $3,
      next_at = CASE WHEN $4::float8 IS NULL THEN next_at ELSE CASE WHEN $5 THEN now() ELSE next_at END + make_interval(secs => $4) END,
      attempts = attempts - CASE WHEN $4::float8 IS NULL THEN 0 ELSE 1 END,
      leased_by = CASE WHEN $4::float8 IS NULL THEN leased_by END,
      leased_until = CASE WHEN $4::float8 IS NULL THEN leased_until END,
      ordered_until = CASE WHEN $5 THEN now() ELSE ordered_until END
    WHERE event_id = $1 AND id = $2`,
});

export interface MarkedFault {
  readonly eventId: string;
  readonly deliveryId: string;
  readonly mark: { readonly rule_id: string; readonly kind: string };
  /** The lease is given back, and the delivery is due so much later. */
  readonly postponedSeconds?: number | undefined;
  /** Later events of the resource do not wait for this one. */
  readonly isOvertaken: boolean;
}

/** Sends what a fault does to a delivery. */
export function sendFaultMark(tx: Tx, { eventId, deliveryId, mark, postponedSeconds, isOvertaken }: MarkedFault): void {
  tx.send(markFaultStatement, [eventId, deliveryId, JSON.stringify(mark), postponedSeconds ?? null, isOvertaken]);
}

const releaseHeldStatement = defineStatement({
  name: "release-overtaken-deliveries",
  prepare: false,
  takes: ["text", "text", "int8"],
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: `UPDATE deliveries SET next_at = now()
    WHERE subscription_id = $1 AND resource_id = $2 AND sequence < $3 AND state = 'pending' AND leased_by IS NULL
      AND fault->>'kind' = 'webhook_out_of_order' AND attempts = 0
    RETURNING id`,
});

/** Makes due what was held back for the event that was just sent; answers whether there was anything. */
export async function releaseHeld(
  database: Database,
  { subscriptionId, resourceId, sequence }: { subscriptionId: string; resourceId: string; sequence: number },
): Promise<boolean> {
  const released = await database.transaction((tx) =>
    tx.rows(releaseHeldStatement, [subscriptionId, resourceId, sequence]),
  );
  return released.length > 0;
}
