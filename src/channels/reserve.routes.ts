/**
 * `/reserve/v3`: our native locations, offered to booking channels by the booking server v3 contract (rules/providers 6).
 * A refusal of a venue is an answer 200 with `booking_failure`, as the contract asks. HTTP errors are for wrong calls. A
 * channel sees its locations and its own bookings, and nothing else.
 */
import { parseId, type Id } from "../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import { reply } from "../platform/http/reply.ts";
import type { ChannelCaller } from "../platform/http/callers.ts";
import { bindRead, bindStaged, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/database.ts";
import { lookUpSlots } from "./look-up-slots.ts";
import { findShownBooking, listShownBookings } from "./channel-bookings.query.ts";
import type { FindChannelProvider } from "./native-provider.command.ts";
import {
  failureOf,
  failureOfSlot,
  outcomeOf,
  shownBooking,
  shownSlot,
  shownStatus,
  slotOf,
} from "./reserve-answers.ts";
import * as examples from "./reserve-examples.ts";
import * as schemas from "./reserve.schemas.ts";
import * as wire from "../providers/v3-wire.ts";

const shared = { tag: "Booking channels", access: { kind: "channel" }, slashToo: true } as const;
const contract = "Of the booking server v3 contract. ";

const health = defineRoute({
  ...shared,
  method: "GET",
  path: "/reserve/v3/HealthCheck",
  operationId: "reserveHealthCheck",
  callClass: 0,
  summary: "Check that bookings are served",
  success: { 200: schemas.healthAnswer },
  refusals: [],
  example: { response: {} },
});

const lookup = defineRoute({
  ...shared,
  method: "POST",
  path: "/reserve/v3/BatchAvailabilityLookup",
  operationId: "reserveBatchAvailabilityLookup",
  callClass: 3,
  summary: "Ask which slots are free",
  description: `${contract}One answer for each slot, in order. Free means: the venue offers a start at this second for the party.`,
  body: schemas.lookupBody,
  success: { 200: schemas.lookupAnswer },
  refusals: ["not_found"],
  example: examples.lookupExample,
});

const lease = defineRoute({
  ...shared,
  method: "POST",
  path: "/reserve/v3/CreateLease",
  operationId: "reserveCreateLease",
  summary: "Hold a slot",
  description: `${contract}Keeps a table until \`lease_expiration_time_sec\`; book it with \`lease_ref\`.`,
  body: schemas.leaseBody,
  keyField: "idempotency_token",
  success: { 200: schemas.leaseAnswer },
  refusals: ["not_found"],
  example: examples.leaseExample,
});

const create = defineRoute({
  ...shared,
  method: "POST",
  path: "/reserve/v3/CreateBooking",
  operationId: "reserveCreateBooking",
  summary: "Make a booking",
  description: `${contract}The same \`idempotency_token\` makes one booking, however often it is sent.`,
  body: schemas.createBody,
  keyField: "idempotency_token",
  success: { 200: schemas.bookingAnswer },
  refusals: ["not_found"],
  example: examples.createExample,
});

const update = defineRoute({
  ...shared,
  method: "POST",
  path: "/reserve/v3/UpdateBooking",
  operationId: "reserveUpdateBooking",
  summary: "Move or cancel a booking",
  description: `${contract}\`status: CANCELED\` cancels; a slot moves it. What is so already is answered the same.`,
  body: schemas.updateBody,
  success: { 200: schemas.bookingAnswer },
  refusals: ["not_found"],
  example: examples.cancelExample,
});

const status = defineRoute({
  ...shared,
  method: "POST",
  path: "/reserve/v3/GetBookingStatus",
  operationId: "reserveGetBookingStatus",
  callClass: 3,
  summary: "Read the status of a booking",
  body: schemas.statusBody,
  success: { 200: schemas.statusAnswer },
  refusals: ["not_found"],
  example: {
    request: { booking_id: examples.bookingExample.booking_id },
    response: {
      booking_id: examples.bookingExample.booking_id,
      booking_status: "CONFIRMED",
      prepayment_status: "PREPAYMENT_NOT_PROVIDED",
    },
  },
});

const list = defineRoute({
  ...shared,
  method: "POST",
  path: "/reserve/v3/ListBookings",
  operationId: "reserveListBookings",
  callClass: 4,
  summary: "List a guest's bookings to come",
  description: `${contract}Those that this channel made for the \`user_id\`, earliest first.`,
  body: schemas.listBody,
  success: { 200: schemas.listAnswer },
  refusals: [],
  example: { request: { user_id: "guest-7" }, response: { bookings: [examples.bookingExample] } },
});

/** The routes of booking channels, bound. */
export function reserveRoutes(find: FindChannelProvider): BoundRoute[] {
  return [
    bindRead(health, async () => reply(200, {})),
    bindRead(lookup, async ({ channel, body }) => {
      const locationId = merchantOf(channel, body.merchant_id);
      if (isRefusal(locationId)) return locationId;
      return reply(200, { slot_time_availability: await lookUpSlots(find(channel, locationId), body.slot_time) });
    }),
    bindStaged(
      lease,
      async ({ channel, body }, database, operationId) => {
        const { slot: wanted, user_reference: reference } = body.lease;
        const locationId = merchantOf(channel, wanted.merchant_id);
        if (isRefusal(locationId)) return locationId;
        const failure = failureOfSlot(wanted, locationId);
        if (failure !== undefined) return reply(200, failure);
        const token = body.idempotency_token || reference || operationId;
        const answer = await find(channel, locationId).hold({ token, slot: slotOf(wanted) });
        if (answer.kind !== "done") return reply(200, failureOf(answer));
        const { lease: leaseId, slot, expiresInMs } = answer.value;
        return reply(200, {
          lease: {
            lease_id: leaseId,
            slot: shownSlot(slot, locationId),
            user_reference: reference ?? "",
            lease_expiration_time_sec: String(Math.floor((database.clock.now() + expiresInMs) / 1000)),
          },
        });
      },
      { safeTwice: true },
    ),
    bindStaged(
      create,
      async ({ channel, body }, _database, operationId) => {
        const locationId = merchantOf(channel, body.slot.merchant_id);
        if (isRefusal(locationId)) return locationId;
        const failure = failureOfSlot(body.slot, locationId);
        if (failure !== undefined) return reply(200, failure);
        const { user_information: user } = body;
        const answer = await find(channel, locationId).book({
          token: body.idempotency_token || operationId,
          slot: slotOf(body.slot),
          lease: body.lease_ref?.lease_id ?? null,
          guest: {
            firstName: user.given_name?.trim() || null,
            lastName: user.family_name?.trim() || null,
            phone: user.telephone || null,
            email: user.email || null,
          },
          guestKey: user.user_id,
          notes: body.additional_request || null,
        });
        return reply(200, outcomeOf(answer, locationId, user.user_id));
      },
      { safeTwice: true },
    ),
    bindStaged(update, async ({ channel, body }, database) => {
      const { booking_id: reference, status: wanted, slot } = body.booking;
      const known = await ownBooking(database.read, channel, reference);
      if (isRefusal(known)) return known;
      const { locationId, userId, booking } = known;
      const provider = find(channel, locationId);
      if (wanted === "CANCELED") {
        const cancelled = await provider.cancel({ reference });
        if (cancelled.kind !== "done") return reply(200, failureOf(cancelled));
        return reply(200, { booking: shownBooking({ ...booking, status: "cancelled" }, locationId, userId) });
      }
      const failure = slot === undefined ? undefined : failureOfSlot(slot, locationId);
      if (failure !== undefined) return reply(200, failure);
      const asked = slot === undefined ? booking.slot : (wire.slotFromWire(slot, booking.slot) ?? booking.slot);
      const moved = await provider.change({ reference, slot: asked, notes: undefined });
      return reply(200, outcomeOf(moved, locationId, userId));
    }),
    bindRead(status, async ({ channel, body }, _db, snapshot) => {
      const known = await snapshot((db) => ownBooking(db, channel, body.booking_id));
      return isRefusal(known) ? known : reply(200, shownStatus(known.booking));
    }),
    bindRead(list, async ({ channel, body }, _db, snapshot) => {
      const made = await snapshot((db) => listShownBookings(db, channel, body.user_id));
      return reply(200, {
        bookings: made.map(({ booking, locationId, userId }) => shownBooking(booking, locationId, userId)),
      });
    }),
  ];
}

/** A booking that the channel made, at a location that it still has. */
async function ownBooking(db: Db, channel: ChannelCaller, reference: string) {
  const found = await findShownBooking(db, channel, reference);
  return found ?? refuse("not_found", `there is no booking ${reference} of this channel`);
}

function merchantOf(channel: ChannelCaller, merchantId: string): Id<"str"> | Refusal<"not_found"> {
  const parsed = parseId("str", merchantId);
  if (parsed.kind === "ok" && channel.locationIds.includes(parsed.id)) return parsed.id;
  return refuse("not_found", `there is no merchant ${merchantId} for this channel`);
}
