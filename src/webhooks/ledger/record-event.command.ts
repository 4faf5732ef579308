/**
 * Records an event. Every feature calls this. Guarantees: the event and one delivery per subscription that wants it are
 * written in the caller's transaction, so both are there exactly when the change is. A disabled subscription gets the
 * delivery as held. The statement is sent without waiting for its answer, and the delivery workers are woken after the
 * COMMIT; a crash before that costs one poll interval. Called by the commands of the other features.
 */
import type { Instant } from "../../kernel/clock.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { noteEvent } from "../../platform/http/exchange/made-events.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { currentTraceparent } from "../../platform/tracing/span.ts";
import type { ResourceType } from "./envelope.ts";
import type { EventType } from "../subscriptions/event-types.ts";
import { sendEvent } from "./events.sql.ts";

export interface NewEvent {
  /** The receiving app: the caller has looked up which one holds the connection. */
  readonly appId: Id<"app">;
  readonly eventType: EventType;
  readonly locationId: Id<"str"> | null;
  readonly resourceType: ResourceType;
  readonly resourceId: string;
  /** From the root: `/v1/orders/ord_…`. */
  readonly resourcePath: string;
  /** `order:<id>:notification`, and `<resource_type>:<resource_id>:<what>[:<sequence>]` for the rest. */
  readonly idempotencyKey: string;
  /** Strictly increasing per resource. */
  readonly sequence: number;
  /** An object or null. */
  readonly data: unknown;
  /** Location time. */
  readonly created: Instant;
}

/** Records an event in the caller's transaction and answers its id; a failure fails the transaction at its COMMIT. */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<Id<"evt">> {
  const id = newId("evt");
  const { data, ...fields } = event;
  sendEvent(tx, {
    ...fields,
    id,
    deliveryId: newId("dlv"),
    traceparent: currentTraceparent() ?? null,
    dataText: data === null || data === undefined ? null : JSON.stringify(data),
  });
  tx.wake("deliveries");
  noteEvent(tx, id);
  return id;
}
