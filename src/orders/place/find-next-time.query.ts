/**
 * Finds the next time that an order could be placed for. Reads the orders already due, without the one in whose place it
 * would be placed; without a capacity it reads nothing.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { capacityTaken, type GateReason } from "../order/order-gate.ts";
import { countDueOrders, listDueByInterval } from "./order-capacity.sql.ts";
import {
  dueAt,
  earliestReady,
  intervalOf,
  nextPossibleTime,
  possibleTimes,
  searchWindow,
} from "../order/order-times.ts";

/** The first time that the location still takes an order for. */
export async function findNextTime(
  db: Db,
  location: LocationSettings,
  instead: Id<"ord"> | null = null,
): Promise<Instant | null> {
  const from = Math.max(location.now, earliestReady(location));
  return nextPossibleTime(location, from, await readDue(db, location, from, instead));
}

/** The next times that an order can be scheduled for, at most so many. */
export async function listPossibleTimes(
  db: Db,
  location: LocationSettings,
  most: number,
  instead: Id<"ord"> | null = null,
): Promise<Instant[]> {
  const from = earliestReady(location);
  return possibleTimes(location, from, await readDue(db, location, from, instead), most);
}

/** How many orders are due in the interval that begins at a time. */
async function readDue(
  db: Db,
  location: LocationSettings,
  from: Instant,
  instead: Id<"ord"> | null,
): Promise<(start: Instant) => number> {
  const capacity = location.order_capacity;
  if (capacity === null) return () => 0;
  const window = searchWindow(location, from);
  const due = await listDueByInterval(db, location.id, window, capacity.interval_minutes, instead);
  return (start) => due.get(start) ?? 0;
}

/** Whether an order for this time would still find a place; only placing it holds one. */
export async function checkCapacity(
  db: Db,
  location: LocationSettings,
  scheduledFor: Instant | null,
  instead: Id<"ord"> | null = null,
): Promise<GateReason | undefined> {
  const capacity = location.order_capacity;
  if (capacity === null) return undefined;
  const due = dueAt(location, scheduledFor);
  const taken = await countDueOrders(db, location.id, intervalOf(location, capacity, due), instead);
  return taken < capacity.max_orders ? undefined : capacityTaken(location, scheduledFor, due);
}
