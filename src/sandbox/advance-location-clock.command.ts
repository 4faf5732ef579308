/**
 * Moves a location's clock ahead and stops at every timer. Each timer and its effects therefore have the time at which
 * they are due: an order handed over on Tuesday is rejected six minutes later, not a week later. Each step is a
 * transaction; a crash leaves the clock at the last step.
 */
import { findNextReminder } from "../bookings/aftercare/next-reminder.query.ts";
import { findNextHoldExpiry } from "../bookings/book/next-hold-expiry.query.ts";
import { findNextUnpaidEnd } from "../bookings/payments/next-payment-due.query.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import { advanceClock } from "../locations/location/advance-clock.command.ts";
import { clockLimitSeconds } from "../locations/location/location.ts";
import { getLocationClock } from "../locations/grants/read-locations.query.ts";
import { findNextOrderTimer } from "../orders/order/next-order-timer.query.ts";
import { findNextPaymentTimer } from "../payments/money/next-payment-timer.query.ts";
import type { Database, Db } from "../platform/postgres/database.ts";
import { findNextWaitlistTimer } from "../waitlist/line/next-waitlist-timer.query.ts";
import { shiftDeliveries } from "../webhooks/delivery/shift-deliveries.command.ts";

export interface ClockState {
  /** In the location's clock. */
  readonly now: Instant;
  readonly clock_offset_seconds: number;
}

/** Moves by whole seconds; `runDue` fires every timer that is due. */
export async function advanceLocationClock(
  database: Database,
  locationId: Id<"str">,
  seconds: number,
  runDue: () => Promise<void>,
): Promise<ClockState | Refusal<"not_found" | "clock_limit">> {
  const start = await getLocationClock(database.read, locationId);
  if (isRefusal(start)) return start;
  if (start.clock_offset_seconds + seconds > clockLimitSeconds) return beyondLimit(start.clock_offset_seconds, seconds);
  let remaining = seconds;
  let stoppedAt: Instant | null = null;
  for (;;) {
    const clock = await getLocationClock(database.read, locationId);
    if (isRefusal(clock)) return clock;
    const next = await nextTimer(database.read, locationId);
    const step = next === null ? Infinity : Math.max(0, Math.ceil((next - clock.now) / 1000));
    // A timer that stays due although it was fired must not hold the clock for ever.
    if (step > remaining || (step === 0 && next === stoppedAt)) break;
    stoppedAt = next;
    const moved = await move(database, locationId, step);
    if (isRefusal(moved)) return moved;
    remaining -= step;
    await runDue();
  }
  const moved = await move(database, locationId, remaining);
  if (isRefusal(moved)) return moved;
  await runDue();
  return getLocationClock(database.read, locationId);
}

async function nextTimer(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  const due = await Promise.all([
    findNextOrderTimer(db, locationId),
    findNextPaymentTimer(db, locationId),
    findNextHoldExpiry(db, locationId),
    findNextWaitlistTimer(db, locationId),
    findNextReminder(db, locationId),
    findNextUnpaidEnd(db, locationId),
  ]);
  const known = due.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function move(
  database: Database,
  locationId: Id<"str">,
  seconds: number,
): Promise<ClockState | Refusal<"not_found" | "clock_limit">> {
  return database.transaction(async (tx) => {
    const moved = await advanceClock(tx, locationId, seconds);
    if (!isRefusal(moved) && seconds > 0) shiftDeliveries(tx, locationId, seconds);
    return moved;
  });
}

function beyondLimit(offset: number, seconds: number): Refusal<"clock_limit"> {
  return refuse("clock_limit", `the clock of this location is ${offset} s ahead; ${seconds} more would pass 400 days`, {
    offset_seconds: offset,
    limit_seconds: clockLimitSeconds,
  });
}
