/**
 * Moves a location's clock ahead (rules/ordering 15.3 to 15.5), never in live. Only the row is written here. In the same
 * transaction the caller runs the timers that become due and moves the deliveries (`shiftDeliveries`).
 */
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { clockLimitSeconds } from "./location.ts";
import { findClock, moveClock, type LocationClock } from "./location-clock.sql.ts";

/** Moves the clock by whole seconds, 0 or more; refuses to pass 400 days in total, and an unknown location. */
export async function advanceClock(
  tx: Tx,
  locationId: Id<"str">,
  seconds: number,
): Promise<LocationClock | Refusal<"clock_limit" | "not_found">> {
  if (!Number.isSafeInteger(seconds) || seconds < 0)
    throw new Error(`a clock moves by whole seconds forward, not ${seconds}`);
  if (seconds <= clockLimitSeconds) {
    const moved = await moveClock(tx, locationId, seconds);
    if (moved !== undefined) return moved;
  }
  const clock = await findClock(tx, locationId);
  if (clock === undefined) return refuse("not_found", `there is no location ${locationId}`);
  return refuse(
    "clock_limit",
    `the clock of this location is ${clock.clock_offset_seconds} s ahead; ${seconds} more would pass 400 days`,
    {
      offset_seconds: clock.clock_offset_seconds,
      limit_seconds: clockLimitSeconds,
    },
  );
}
