/** The answer to an act on a booking: the booking as staff see it, or why nothing changed. */
import type { Booking } from "../../bookings/book/booking.ts";
import { findAnyBooking } from "../../bookings/book/get-booking.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { showBooking } from "./read-bookings.query.ts";

/** The booking after the act on `id`, or the new one; a stale one is refused with who has changed it meanwhile (rules/bookings 16.2). */
export async function answerAct<R extends RouteValue, const Status extends 200 | 201>(
  route: R,
  db: Db,
  status: Status,
  outcome: Booking | Refusal,
  id?: Id<"bkg">,
) {
  if (!isRefusal(outcome)) return reply(status, await showBooking(db, outcome));
  if (outcome.code !== "stale_version" || id === undefined) return declaredBy(route, outcome);
  const booking = await findAnyBooking(db, id);
  if (booking === undefined) return declaredBy(route, outcome);
  const { updated_by } = await showBooking(db, booking);
  return declaredBy(route, refuse("stale_version", outcome.message, { ...outcome.details, updated_by }));
}
