/** What a guest does before there is a booking: hold a time, and book it. */
import { bookGuestHold } from "../../bookings/make/book-guest-hold.command.ts";
import { findBookingToken, findGuestHold } from "../../bookings/aftercare/guest-bookings.query.ts";
import { hashGuestToken } from "../../bookings/book/guest-token.ts";
import { holdSlot, releaseHold } from "../../bookings/make/hold-slot.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { BookingDesk } from "./booking-desk.ts";
import * as examples from "./booking-guest-examples.ts";
import * as schemas from "./booking-guest.schemas.ts";
import { bookingToGuest, holdToGuest } from "./booking-guest-wire.ts";
import { keptHere, readPlace } from "./booking-place.query.ts";
import { forGuest } from "./booking-words.ts";

const shared = { tag: "Store", access: { kind: "public" } } as const;
const reads = { ...shared, addressLimit: "diner_reads" } as const;
const writes = { ...shared, addressLimit: "diner_writes" } as const;
/** A token stands in the address or in the answer. */
export const secret = { headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" } } as const;
/** Why a slot is not to be had. */
export const slotRefusals = [
  "not_found",
  "invalid_slot_token",
  "expired_slot_token",
  "slot_unavailable",
  "party_size_out_of_bounds",
  "large_party_inquiry_required",
  "outside_booking_window",
  "date_blocked",
  "bookings_not_enabled",
  "configuration_missing",
  "capability_unsupported",
] as const;

const holdRoute = defineRoute({
  ...writes,
  method: "POST",
  path: "/store/v1/booking_holds",
  operationId: "storeHoldSlot",
  summary: "Hold a time while the guest decides",
  description: "The slot token names the restaurant. At most 20 holds in ten minutes per address and restaurant.",
  body: schemas.holdBody,
  success: { 201: schemas.guestHoldShape },
  refusals: [...slotRefusals, "payment_instrument_required", "hold_limit_reached"],
  example: {
    request: { slot_token: examples.guestSlotExample.data[0]?.slot_token },
    response: examples.guestHoldExample,
  },
});

const readHoldRoute = defineRoute({
  ...reads,
  method: "GET",
  path: "/store/v1/booking_holds/{holdToken}",
  operationId: "storeGetHold",
  summary: "Read a hold",
  params: schemas.holdParams,
  success: { 200: schemas.guestHoldShape },
  refusals: ["not_found"],
  example: { response: examples.guestHoldExample },
});

const releaseRoute = defineRoute({
  ...writes,
  method: "DELETE",
  path: "/store/v1/booking_holds/{holdToken}",
  operationId: "storeReleaseHold",
  bodyEmpty: true,
  summary: "Release a hold",
  description: "Frees its table at once. Repeatable.",
  params: schemas.holdParams,
  success: { 200: schemas.guestHoldShape },
  refusals: ["not_found", "hold_consumed"],
  example: { response: { ...examples.guestHoldExample, status: "released" } },
});

const bookRoute = defineRoute({
  ...writes,
  method: "POST",
  path: "/store/v1/bookings",
  operationId: "storeCreateBooking",
  summary: "Book what is held",
  description:
    "A hold becomes one booking: sending it again answers the same one, and with another guest `hold_consumed`. When the hold has run out, the table is booked all the same while it is free.",
  body: schemas.bookBody,
  success: { 201: schemas.guestBookingShape },
  refusals: [
    ...slotRefusals,
    "hold_expired",
    "hold_consumed",
    "invalid_phone",
    "guest_contact_required",
    "overlapping_booking",
    "payment_instrument_required",
  ],
  example: { request: examples.bookRequestExample, response: examples.guestBookingExample },
});

const noHold = (): Refusal<"not_found"> => refuse("not_found", "there is no hold with this token");

/** The routes by which guests hold and book, bound. */
export function guestBookingRoutes(desk: BookingDesk): BoundRoute[] {
  return [...holdRoutes(desk), bookingRoute(desk)];
}

function holdRoutes(desk: BookingDesk): BoundRoute[] {
  const ofHold = {
    keeps: (call: { readonly params: { readonly holdToken: string } }) => keptHere(desk).hold(call.params.holdToken),
  };
  const idOf = (token: string): Id<"bkh"> | undefined => desk.guestTokens.readHoldToken(token);
  return [
    bindWrite(
      holdRoute,
      async ({ livemode, address, body }, tx) => {
        const tokens = desk.tokens;
        const slot = tokens.read(body.slot_token, null);
        if (isRefusal(slot)) return slot;
        const wait = desk.countHold(address, slot.locationId);
        if (wait !== undefined)
          return refuse("hold_limit_reached", "this address has made many holds here; wait a while", undefined, wait);
        const hold = await holdSlot(tx, tokens, null, body.slot_token);
        if (isRefusal(hold)) return hold;
        const token = desk.guestTokens.holdToken(hold.id);
        return reply(201, holdToGuest(hold, livemode, token), secret);
      },
      {
        keeps: ({ body }) => keptHere(desk).slot(body.slot_token),
        permit: async ({ body }) => {
          const slot = desk.tokens.read(body.slot_token, null);
          const permits = desk.permits;
          return isRefusal(slot) ? permits.none() : permits.at(slot.locationId);
        },
      },
    ),
    bindRead(
      readHoldRoute,
      async ({ livemode, params: { holdToken: token } }, db) => {
        const id = idOf(token);
        const found = id === undefined ? undefined : await findGuestHold(db, id);
        return found === undefined ? noHold() : reply(200, holdToGuest(found.hold, livemode, token), secret);
      },
      ofHold,
    ),
    bindWrite(
      releaseRoute,
      async ({ livemode, params: { holdToken: token } }, tx) => {
        const id = idOf(token);
        const hold = id === undefined ? noHold() : await releaseHold(tx, null, id);
        return isRefusal(hold) ? forGuest(hold) : reply(200, holdToGuest(hold, livemode, token), secret);
      },
      {
        ...ofHold,
        permit: async ({ params: { holdToken: token } }, db) => {
          const id = idOf(token);
          const permits = desk.permits;
          return id === undefined ? permits.none() : permits.ofHold(db, id);
        },
      },
    ),
  ];
}

function bookingRoute(desk: BookingDesk): BoundRoute {
  return bindWrite(
    bookRoute,
    async ({ livemode, body }, tx) => {
      const guestTokens = desk.guestTokens;
      const holdId = guestTokens.readHoldToken(body.hold_token);
      if (holdId === undefined) return noHold();
      const booking = await bookGuestHold(tx, desk.tokens, holdId, {
        guest: body.guest,
        notes: body.notes ?? null,
        guestTokenHashOf: (id) => hashGuestToken(guestTokens.bookingToken(id)),
      });
      if (isRefusal(booking)) return forGuest(booking);
      const place = await readPlace(tx, booking.location_id);
      if (place === undefined) return noHold();
      const token = await findBookingToken(tx, guestTokens, booking.id);
      if (token === undefined) return noHold();
      const link = { token, baseUrl: desk.baseUrl() };
      return reply(201, bookingToGuest(booking, { livemode, ...place }, link), secret);
    },
    {
      keeps: ({ body }) => keptHere(desk).hold(body.hold_token),
      permit: async ({ body }, db) => {
        const holdId = desk.guestTokens.readHoldToken(body.hold_token);
        const permits = desk.permits;
        return holdId === undefined ? permits.none() : permits.ofHold(db, holdId);
      },
    },
  );
}
