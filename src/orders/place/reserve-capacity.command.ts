/**
 * Reserves the capacity of an order in its interval (rules/ordering 7.4).
 *
 * Guarantees: never more than `max_orders` are due in one interval, however many orders are placed at once. They are
 * counted under a lock of the location, which is held until the transaction that stores the order ends. There is no
 * counter that could become wrong: the orders themselves are counted, so an order that is cancelled, rejected or not paid
 * in time gives its capacity back by ending. A crash leaves neither order nor reservation. A location without a capacity
 * costs no statement. Called by placing alone.
 */
import type { Instant } from "../../kernel/clock.ts";
import { refuseFor, type ReasonedRefusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { capacityTaken, type GateReason } from "../order/order-gate.ts";
import { lockAndCountDue } from "./order-capacity.sql.ts";
import { dueAt, intervalOf } from "../order/order-times.ts";

/** Takes capacity and answers the time for which the order is due; null where orders are not counted. */
export async function reserveCapacity(
  tx: Tx,
  location: LocationSettings,
  scheduledFor: Instant | null,
): Promise<{ readonly dueAt: Instant | null } | ReasonedRefusal<"basket_refused", GateReason>> {
  const capacity = location.order_capacity;
  if (capacity === null) return { dueAt: null };
  const due = dueAt(location, scheduledFor);
  const taken = await lockAndCountDue(tx, location.id, intervalOf(location, capacity, due));
  if (taken < capacity.max_orders) return { dueAt: due };
  return refuseFor("basket_refused", [capacityTaken(location, scheduledFor, due)]);
}
