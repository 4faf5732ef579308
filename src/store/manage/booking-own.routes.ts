/** The calls of a guest with the key of their booking: read, change, cancel, add to a calendar. */
import type { Booking } from "../../bookings/book/booking.ts";
import { findGuestBooking } from "../../bookings/aftercare/guest-bookings.query.ts";
import { programReader } from "../../pages/reader.ts";
import { venueWords } from "../shared/venue-words.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindChosen, bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { answeredAfter, answeredAtOnce } from "../../platform/http/way.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { bookingCalendar } from "./booking-calendar.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import * as examples from "../book/booking-guest-examples.ts";
import { slotRefusals } from "../../bookings/search/slot-refusals.ts";
import { providerRefusals, secret } from "../book/booking-guest.routes.ts";
import * as schemas from "../book/booking-guest.schemas.ts";
import { bookingToGuest } from "../book/booking-guest-wire.ts";
import { keptHere, readBookingLocation } from "../book/booking-location.query.ts";
import { forGuest } from "../book/booking-words.ts";

const shared = { tag: "Store", access: { kind: "public" } } as const;
const reads = { ...shared, addressLimit: "diner_reads" } as const;
const writes = { ...shared, addressLimit: "diner_writes" } as const;

const readRoute = defineRoute({
  ...reads,
  method: "GET",
  path: "/store/v1/bookings/{bookingToken}",
  operationId: "storeGetBooking",
  summary: "Read one's booking",
  params: schemas.bookingParams,
  success: { 200: schemas.guestBookingShape },
  refusals: ["not_found"],
  example: { response: examples.guestBookingExample },
});

const calendarRoute = defineRoute({
  ...reads,
  method: "GET",
  path: "/store/v1/bookings/{bookingToken}/calendar",
  operationId: "storeGetBookingCalendar",
  summary: "One's booking as a calendar file",
  description: "RFC 5545. Importing it again after a change updates the entry.",
  params: schemas.bookingParams,
  media: "text/calendar",
  success: { 200: schemas.calendarShape },
  refusals: ["not_found"],
});

const changeRoute = defineRoute({
  ...writes,
  method: "POST",
  path: "/store/v1/bookings/{bookingToken}/change",
  operationId: "storeChangeBooking",
  summary: "Change one's booking",
  description:
    "To another time (search with `booking_token`), another note, or both. When the time is gone the booking stays as it was.",
  params: schemas.bookingParams,
  body: schemas.guestChangeBody,
  success: { 200: schemas.guestBookingShape },
  refusals: [
    ...slotRefusals,
    "change_required",
    "not_changeable",
    "stale_version",
    "overlapping_booking",
    ...providerRefusals,
    "payment_instrument_required",
    "hold_expired",
  ],
  example: {
    request: { notes: "A high chair, please" },
    response: { ...examples.guestBookingExample, version: 2, notes: "A high chair, please" },
  },
});

const cancelRoute = defineRoute({
  ...writes,
  method: "POST",
  path: "/store/v1/bookings/{bookingToken}/cancel",
  operationId: "storeCancelBooking",
  summary: "Cancel one's booking",
  description: "Until `cancellable_until`. A repeat is answered the same.",
  params: schemas.bookingParams,
  body: schemas.guestCancelBody,
  bodyOptional: true,
  success: { 200: schemas.guestBookingShape },
  refusals: [
    "not_found",
    "not_cancellable",
    "stale_version",
    "capability_unsupported",
    "payment_instrument_required",
    ...providerRefusals,
  ],
  example: { request: { reason: "Plans changed" }, response: examples.cancelledGuestBookingExample },
});

const noBooking = (): Refusal<"not_found"> => refuse("not_found", "there is no booking with this token");

/** The routes of a guest's own booking, bound. */
export function ownBookingRoutes(deps: GuestBookingDeps): BoundRoute[] {
  const show = async (
    db: Db,
    booking: Booking,
    { livemode, token, languages }: { livemode: boolean; token: string; languages: string | undefined },
  ) => {
    const here = await readBookingLocation(db, booking.location_id);
    if (here === undefined) return noBooking();
    const words = venueWords(here, programReader(languages));
    return bookingToGuest(booking, { livemode, ...here }, { token, baseUrl: deps.baseUrl(), words });
  };
  const located = {
    keeps: (call: { readonly params: { readonly bookingToken: string } }) =>
      keptHere(deps).booking(call.params.bookingToken),
  };
  return [
    bindRead(
      readRoute,
      async ({ livemode, params: { bookingToken: token }, languages }, _db, snapshot) => {
        const shown = await snapshot(async (db) => {
          const booking = await findGuestBooking(db, token);
          return booking === undefined ? noBooking() : show(db, booking, { livemode, token, languages });
        });
        return isRefusal(shown) ? shown : reply(200, shown, secret);
      },
      located,
    ),
    bindRead(
      calendarRoute,
      async ({ params: { bookingToken: token }, languages }, db) => {
        const booking = await findGuestBooking(db, token);
        const here = booking === undefined ? undefined : await readBookingLocation(db, booking.location_id);
        if (booking === undefined || here === undefined) return noBooking();
        return reply(
          200,
          bookingCalendar(booking, here, `${deps.baseUrl()}/booking/${token}`, programReader(languages)),
          secret,
        );
      },
      located,
    ),
    bindChosen(
      changeRoute,
      async ({ livemode, params: { bookingToken: token }, body, languages }, db) => {
        const found = await findGuestBooking(db, token);
        if (found === undefined) return answeredAtOnce(noBooking());
        const changed = (await deps.books.ofBooking(db, found.id)).change(null, found.id, {
          slotToken: body.slot_token,
          notes: body.notes,
          expectedVersion: body.expected_version,
        });
        return answeredAfter(changed, deps.database, async (booking, read) => {
          if (isRefusal(booking)) return declaredBy(changeRoute, forGuest(booking));
          const shown = await show(read, booking, { livemode, token, languages });
          return isRefusal(shown) ? shown : reply(200, shown, secret);
        });
      },
      located,
    ),
    bindChosen(
      cancelRoute,
      async ({ livemode, params: { bookingToken: token }, body, languages }, db) => {
        const found = await findGuestBooking(db, token);
        if (found === undefined) return answeredAtOnce(noBooking());
        const request = { reason: body?.reason ?? null, expectedVersion: body?.expected_version };
        const cancelled = (await deps.books.ofBooking(db, found.id)).cancel(null, found.id, request);
        return answeredAfter(cancelled, deps.database, async (booking, read) => {
          if (isRefusal(booking)) return declaredBy(cancelRoute, booking);
          const shown = await show(read, booking, { livemode, token, languages });
          return isRefusal(shown) ? shown : reply(200, shown, secret);
        });
      },
      located,
    ),
  ];
}
