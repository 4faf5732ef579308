/**
 * The SQL of replays. A replay uses the delivery row of its event and subscription again, so each pair always has one
 * row; a pair without a row gets one. The write itself leaves deliveries under way alone, and without force those that were received.
 */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { andAll, defineFilteredStatement, given } from "../../platform/postgres/filtered-statement.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { EventType, SubscribableEventType } from "../subscriptions/event-types.ts";
import { orderedForSeconds } from "../subscriptions/retry-schedule.ts";
import type { DeliveryState, SubscriptionState } from "../subscriptions/webhook-machines.ts";

/** Events that one replay may name. */
export const maxReplayedEvents = 10_000;

export interface ReplaySelection {
  readonly appId: Id<"app">;
  /** This event alone. */
  readonly eventId?: Id<"evt">;
  /** Unix seconds, both inclusive, compared with the event's `created`. */
  readonly since?: number;
  readonly until?: number | undefined;
  readonly eventTypes?: readonly SubscribableEventType[] | undefined;
  readonly locationId?: Id<"str"> | undefined;
  /** Only events with a delivery in this state, and of those only such deliveries. */
  readonly state?: DeliveryState | undefined;
  /** Only to this subscription, whatever types it has. */
  readonly subscriptionId?: Id<"dws"> | undefined;
}

/** An event and a subscription that it could be sent to again. */
export interface ReplayPair {
  readonly eventId: Id<"evt">;
  readonly subscriptionId: Id<"dws">;
  readonly subscriptionStatus: SubscriptionState;
  /** Null when the event has no delivery to the subscription yet. */
  readonly state: DeliveryState | null;
  readonly leased: boolean;
}

export interface ReplayedEvent {
  readonly id: Id<"evt">;
  readonly eventType: EventType;
}

const listReplayedStatement = defineFilteredStatement({
  name: "list-replayed-events",
  takes: ["text", "int8"],
  gives: row<ReplayedEvent>({ id: "text", eventType: "text" }),
  conditions: {
    eventId: { takes: ["text"], text: (parameter) => `e.id = ${parameter()}` },
    since: { takes: ["float8"], text: (parameter) => `e.created >= to_timestamp(${parameter()})` },
    until: { takes: ["float8"], text: (parameter) => `e.created < to_timestamp(${parameter()}::double precision + 1)` },
    eventTypes: { takes: ["text[]"], text: (parameter) => `e.event_type = ANY (${parameter()})` },
    locationId: { takes: ["text"], text: (parameter) => `e.location_id = ${parameter()}` },
    state: {
      takes: ["text"],
      text: (parameter) => `EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id AND d.state = ${parameter()})`,
    },
  },
  text: (conditions) =>
    `SELECT e.id, e.event_type AS "eventType" FROM events e WHERE e.app_id = $1${andAll(Object.values(conditions))}
    ORDER BY e.id LIMIT $2`,
});

/** The selected events, oldest first. */
export function listReplayedEvents(db: Db, selection: ReplaySelection): Promise<ReplayedEvent[]> {
  const { statement, values } = listReplayedStatement([selection.appId, maxReplayedEvents + 1], {
    eventId: given(selection.eventId),
    since: given(selection.since),
    until: given(selection.until),
    eventTypes: given(selection.eventTypes),
    locationId: given(selection.locationId),
    state: given(selection.state),
  });
  return db.rows(statement, values);
}

const listReplayPairsStatement = defineStatement({
  name: "list-replay-pairs",
  prepare: false,
  takes: ["text[]", "text", "text"],
  gives: row<ReplayPair>({
    eventId: "text",
    subscriptionId: "text",
    subscriptionStatus: "text",
    state: "text",
    leased: "bool",
  }),
  text: `SELECT e.id AS "eventId", s.id AS "subscriptionId", s.status AS "subscriptionStatus", d.state,
      d.leased_by IS NOT NULL AS leased
    FROM events e
    JOIN webhook_subscriptions s ON s.app_id = e.app_id AND s.deleted_at IS NULL
    LEFT JOIN deliveries d ON d.event_id = e.id AND d.subscription_id = s.id
    WHERE e.id = ANY ($1) AND ($2::text IS NULL OR s.id = $2) AND ($3::text IS NULL OR d.state = $3)
      AND (d.id IS NOT NULL OR $2 IS NOT NULL OR e.event_type = ANY (s.event_types))
    ORDER BY e.id, s.id`,
});

/** Every pair of the events with the app's subscriptions: those that have it or want its type, or the one that is named. */
export function listReplayPairs(
  db: Db,
  selection: ReplaySelection,
  eventIds: readonly Id<"evt">[],
): Promise<ReplayPair[]> {
  return db.rows(listReplayPairsStatement, [eventIds, selection.subscriptionId, selection.state]);
}

const sendReplayedStatement = defineStatement({
  name: "insert-replays",
  prepare: false,
  takes: ["text", "text[]"],
  text: "INSERT INTO event_replays (app_id, event_id) SELECT $1, unnest($2::text[])",
});

/** Notes which events were replayed, for listeners that have no subscription. */
export function sendReplayed(tx: Tx, appId: Id<"app">, eventIds: readonly Id<"evt">[]): void {
  tx.send(sendReplayedStatement, [appId, eventIds]);
}

const queueReplayStatement = defineStatement({
  name: "queue-replay",
  prepare: false,
  takes: ["text[]", "text[]", "text[]", "bool"],
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: `INSERT INTO deliveries (id, event_id, subscription_id, location_id, resource_type, resource_id, sequence, state,
      next_at, ordered_until)
    SELECT p.id, e.id, p.subscription_id, e.location_id, e.resource_type, e.resource_id, e.sequence, 'pending',
      now() + p.place * interval '1 microsecond', now() + make_interval(secs => ${orderedForSeconds})
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS p (id, event_id, subscription_id, place)
    JOIN events e ON e.id = p.event_id
    ORDER BY p.place
    ON CONFLICT (event_id, subscription_id) DO UPDATE SET state = 'pending', next_at = excluded.next_at,
      ordered_until = excluded.ordered_until, attempts_before = deliveries.attempts, held_at = NULL
    WHERE deliveries.leased_by IS NULL AND ($4 OR deliveries.state <> 'delivered')
    RETURNING id`,
});

/** Queues the pairs, in the order given; answers how many were: those that are under way, or without force received, by now are left out. */
export async function queueReplay(
  tx: Tx,
  pairs: readonly { readonly deliveryId: Id<"dlv">; readonly eventId: Id<"evt">; readonly subscriptionId: Id<"dws"> }[],
  { force }: { readonly force: boolean },
): Promise<number> {
  const queued = await tx.rows(queueReplayStatement, [
    pairs.map(({ deliveryId }) => deliveryId),
    pairs.map(({ eventId }) => eventId),
    pairs.map(({ subscriptionId }) => subscriptionId),
    force,
  ]);
  return queued.length;
}
