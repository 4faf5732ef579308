/**
 * The start that the guest of a booking was promised: the time on the wall of the restaurant (rules/bookings 15.6). The
 * instant of a booking stands for that time under the zone and the zone data of the day on which it was booked. Both can
 * change before the guest comes: a location gets another time zone, or a state another law on summer time. Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import { instantOf, instantsOf, localTimeOf } from "../../kernel/wall-time.ts";
import type { Booking } from "../book/booking.ts";

type PromisedTime = Pick<Booking, "starts_at" | "local_start" | "time_zone">;

/** Whether the instant of a booking is still the time that its guest was promised. */
export function isAsPromised({ starts_at, local_start, time_zone }: PromisedTime, timeZone: string): boolean {
  return time_zone === timeZone && localTimeOf(timeZone, starts_at) === local_start;
}

/**
 * The instant at which the clock of the zone shows the promised time. Of two, the one with the promised offset, else the
 * earlier; of a time that does not exist, the moment at which the clock passes it.
 */
export function promisedStart({ starts_at, local_start }: PromisedTime, timeZone: string): Instant {
  const wall = Date.parse(`${local_start.slice(0, 19)}Z`) + (starts_at % 1000);
  const found = instantsOf(timeZone, wall);
  const exact = found.find((instant) => localTimeOf(timeZone, instant) === local_start);
  return exact ?? found[0] ?? instantOf(timeZone, wall, "earlier");
}
