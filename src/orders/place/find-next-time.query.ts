/** Finds the next time that an order could be placed for. Reads the orders already due; without a capacity it reads nothing. */
import type { Instant } from "../../kernel/clock.ts";
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

/** The first time from `after` on (default: as soon as possible) that the location still takes an order for. */
export async function findNextTime(
  db: Db,
  location: LocationSettings,
  after: Instant = location.now,
): Promise<Instant | null> {
  const from = Math.max(after, earliestReady(location));
  return nextPossibleTime(location, from, await readDue(db, location, from));
}

/** The next times that an order can be scheduled for, at most so many. */
export async function listPossibleTimes(db: Db, location: LocationSettings, most: number): Promise<Instant[]> {
  const from = earliestReady(location);
  return possibleTimes(location, from, await readDue(db, location, from), most);
}

/** How many orders are due in the interval that begins at a time. */
async function readDue(db: Db, location: LocationSettings, from: Instant): Promise<(start: Instant) => number> {
  const capacity = location.order_capacity;
  if (capacity === null) return () => 0;
  const window = searchWindow(location, from);
  const due = await listDueByInterval(db, location.id, window, capacity.interval_minutes);
  return (start) => due.get(start) ?? 0;
}

/** Whether an order for this time would still find a place; only placing it holds one. */
export async function checkCapacity(
  db: Db,
  location: LocationSettings,
  scheduledFor: Instant | null,
): Promise<GateReason | undefined> {
  const capacity = location.order_capacity;
  if (capacity === null) return undefined;
  const due = dueAt(location, scheduledFor);
  const taken = await countDueOrders(db, location.id, intervalOf(location, capacity, due));
  return taken < capacity.max_orders ? undefined : capacityTaken(location, scheduledFor, due);
}
