/** The table of events, and the SQL that records an event with its deliveries. `read-events.sql.ts` reads the ledger. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import { dataToRead } from "./event-privacy.sql.ts";
import type { ResourceType } from "./envelope.ts";
import type { EventType } from "../subscriptions/event-types.ts";
import { orderedForSeconds } from "../subscriptions/retry-schedule.ts";

export interface EventToRecord {
  readonly id: Id<"evt">;
  /** The id of the first delivery; those to further subscriptions differ from it in their last character. */
  readonly deliveryId: Id<"dlv">;
  readonly appId: Id<"app">;
  readonly eventType: EventType;
  readonly locationId: Id<"str"> | null;
  readonly resourceType: ResourceType;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly idempotencyKey: string;
  readonly sequence: number;
  /** JSON text, or null. */
  readonly dataText: string | null;
  readonly created: Instant;
  /** The trace in which the change was made, where it is kept. */
  readonly traceparent: string | null;
}

/** An event of the ledger; `data` is the parsed value. */
export interface LedgerEvent {
  readonly id: Id<"evt">;
  readonly event_type: EventType;
  readonly location_id: Id<"str"> | null;
  readonly resource_type: ResourceType;
  readonly resource_id: string;
  readonly resource_path: string;
  readonly idempotency_key: string;
  readonly sequence: number;
  readonly data: unknown;
  readonly created: Instant;
}

export const ledgerEventTable = defineTable<LedgerEvent>()({
  name: "events",
  columns: {
    id: "text",
    event_type: "text",
    location_id: "text",
    resource_type: "text",
    resource_id: "text",
    resource_path: "text",
    idempotency_key: "text",
    sequence: "int8",
    data: "json",
    created: "timestamptz",
  },
  also: { app_id: "text", traceparent: "text" },
  computed: { data: dataToRead },
});

const insertion = ledgerEventTable.insert(
  [
    "id",
    "app_id",
    "event_type",
    "location_id",
    "resource_type",
    "resource_id",
    "resource_path",
    "idempotency_key",
    "sequence",
    "created",
    "traceparent",
  ],
  { made: { data: { takes: "json", text: (parameter) => `${parameter}::json` } } },
);
const { parameter, parameterAfter } = insertion;
const ofEvent = [
  parameter("id"),
  parameter("location_id"),
  parameter("resource_type"),
  parameter("resource_id"),
  parameter("sequence"),
];
const columnsOfEvent = "event_id, location_id, resource_type, resource_id, sequence";

/**
 * The event and one delivery for each subscription of its app that wants its type, in one statement without waiting.
 * The last character of a delivery's id counts the subscriptions, of which an app has at most 20 of 32 possible.
 */
const recordEventAndDeliveries = defineStatement({
  name: "record-event",
  takes: [...insertion.takes, "text"],
  text: `WITH event AS (${insertion.text})
    INSERT INTO deliveries (id, ${columnsOfEvent}, subscription_id, state, next_at, held_at, ordered_until)
    SELECT left(${parameterAfter()}, -1)
        || substr('0123456789abcdefghjkmnpqrstvwxyz', (row_number() OVER (ORDER BY s.id))::int, 1),
      ${ofEvent.join(", ")}, s.id,
      CASE s.status WHEN 'enabled' THEN 'pending' ELSE 'held' END,
      CASE s.status WHEN 'enabled' THEN now() END,
      CASE s.status WHEN 'enabled' THEN NULL ELSE now() END,
      now() + make_interval(secs => ${orderedForSeconds})
    FROM webhook_subscriptions s
    WHERE s.app_id = ${parameter("app_id")} AND s.deleted_at IS NULL AND ${parameter("event_type")} = ANY (s.event_types)`,
});

/** The resource of a test event is the subscription that it goes to. */
const recordTestEvent = defineStatement({
  name: "record-test-event",
  takes: [...insertion.takes, "text", "text", "float8"],
  text: `WITH event AS (${insertion.text})
    INSERT INTO deliveries (id, ${columnsOfEvent}, subscription_id, state, next_at, ordered_until, attempts, leased_by,
      leased_until)
    VALUES (${parameterAfter()}, ${ofEvent.join(", ")}, ${parameter("resource_id")}, 'pending', now(), now(), 1, ${parameterAfter(1)},
      now() + make_interval(secs => ${parameterAfter(2)}))`,
});

/** Sends the insert of an event and its deliveries; a failure fails the transaction at its COMMIT. */
export function sendEvent(tx: Tx, event: EventToRecord): void {
  tx.send(recordEventAndDeliveries, [...eventValues(event), event.deliveryId]);
}

/** Inserts a test event with its one delivery, leased at once to the test call and attempted for the first time. */
export async function insertTestEvent(
  tx: Tx,
  event: EventToRecord,
  lease: { readonly leasedBy: string; readonly seconds: number },
): Promise<void> {
  await tx.rows(recordTestEvent, [...eventValues(event), event.deliveryId, lease.leasedBy, lease.seconds]);
}

function eventValues(event: EventToRecord): readonly unknown[] {
  return insertion.values({
    id: event.id,
    app_id: event.appId,
    event_type: event.eventType,
    location_id: event.locationId,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    resource_path: event.resourcePath,
    idempotency_key: event.idempotencyKey,
    sequence: event.sequence,
    created: event.created,
    traceparent: event.traceparent,
    data: event.dataText,
  });
}
