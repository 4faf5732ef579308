/** Writes a unit of work: the order, its history, its events and the messages to the diner, in the caller's transaction. */
import type { Id } from "../../kernel/id.ts";
import { wakeForTimer } from "../../platform/jobs/wakeups.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { recordEvent } from "../../webhooks/ledger/record-event.command.ts";
import { validationToWire } from "../order/order-wire.ts";
import type { OrderEvent, OrderWork } from "../order/order-work.ts";
import { sendOrderContents } from "../order/item-changes.sql.ts";
import { sendOrderChanges } from "../order/order-changes.sql.ts";
import { tellDiner } from "./tell-diner.command.ts";
import { sendOrderUpdate } from "../order/orders.sql.ts";

/** Sends the changes of a locked order; a location without a receiving app has nobody to tell. */
export async function saveOrder(tx: Tx, work: OrderWork, app: Id<"app"> | null): Promise<void> {
  if (!work.isChanged) return;
  sendOrderUpdate(tx, work.order);
  if (work.hasNewContents) sendOrderContents(tx, work.order, work.breakdown);
  if (work.changes.length > 0) sendOrderChanges(tx, work.order.id, work.changes);
  await tellReceiver(tx, work.events, app);
  await tellDiner(tx, work);
  if (work.order.timer_at !== null) wakeForTimer(tx, { at: work.order.timer_at, now: work.now });
  if (work.changes.length > 0) recordLiveChange(tx, work.order.location_id, "orders", work.order.id);
  tx.wake("changes");
}

/** Records the events of a unit of work for the app that receives the location's orders; answers their ids. */
export async function tellReceiver(
  tx: Tx,
  events: readonly OrderEvent[],
  app: Id<"app"> | null,
): Promise<readonly Id<"evt">[]> {
  const ids: Id<"evt">[] = [];
  if (app === null) return ids;
  for (const event of events) {
    const { order } = event;
    const id = await recordEvent(tx, {
      appId: app,
      eventType: event.type,
      locationId: order.location_id,
      resourceType: "order",
      resourceId: order.id,
      resourcePath: `/v1/orders/${order.id}`,
      idempotencyKey: `order:${order.id}:${event.what}`,
      sequence: event.sequence,
      data: event.type === "order.validation_requested" ? questionOf(event, tx) : summaryOf(event),
      created: order.updated_at,
    });
    ids.push(id);
  }
  return ids;
}

/** Ids and status only, and what changed: the order itself is fetched (rules/webhooks 4.5). */
function summaryOf({ order, actor, type, changed }: OrderEvent): Readonly<Record<string, unknown>> {
  const { id, location_id, status, payment_status, sequence, external_id, cancellation } = order;
  return {
    order_id: id,
    location_id,
    status,
    payment_status,
    sequence,
    external_id,
    actor,
    ...(type === "order.cancelled" ? { cancellation } : {}),
    ...(type === "order.updated" ? { changed } : {}),
  };
}

/** No link is open while an order is validated, so no address is written into the event. */
function questionOf({ order, actor }: OrderEvent, tx: Tx): unknown {
  if (order.validation === null) throw new Error(`order ${order.id} is not being validated`);
  const { id, deadline } = order.validation;
  return { ...validationToWire(order, id, deadline, { livemode: tx.livemode, baseUrl: "" }), actor };
}
