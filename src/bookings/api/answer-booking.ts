/** The answer to the app that asked for a booking. */
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import type { AppCaller } from "../../platform/http/callers.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import { viewFor } from "../book/booking-view.ts";
import { bookingToWire } from "../book/booking-wire.ts";
import type { Booking } from "../book/booking.ts";

/** The booking as the app may see it, or why there is none. */
export function answerBooking<Why extends Refusal, const Status extends 200 | 201>(
  { app }: { readonly app: AppCaller },
  status: Status,
  booking: Booking | Why,
) {
  return isRefusal(booking) ? booking : reply(status, bookingToWire(booking, viewFor(app)));
}

/** The answer of a book as the app may see it. */
export function answerOfBook<R extends RouteValue, const Status extends 200 | 201>(
  route: R,
  app: AppCaller,
  status: Status,
  booking: Booking | Refusal,
) {
  return isRefusal(booking) ? declaredBy(route, booking) : reply(status, bookingToWire(booking, viewFor(app)));
}
