/** The routes of bookings themselves; the acts of the venue are in `venue-actions.routes.ts`. */
import Type from "typebox";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField, isoInstant, textField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindChosen, bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { answeredBy } from "../../platform/http/way.ts";
import { answerBooking, answerOfBook } from "./answer-booking.ts";
import { askProviderFirst } from "./ask-provider-first.query.ts";
import { dayBookRoutes } from "./day-book.routes.ts";
import { tableBlockRoutes } from "./table-blocks.routes.ts";
import * as examples from "./booking-examples.ts";
import type { BookingRouteDeps } from "./booking-route-deps.ts";
import { instantOf, phoneOf, slotOf } from "./read-booking-call.ts";
import { viewFor } from "../book/booking-view.ts";
import { bookingToWire } from "../book/booking-wire.ts";
import { slotRefusals } from "../search/slot-refusals.ts";
import * as schemas from "./bookings.schemas.ts";
import type { BookingRequest } from "../make/create-booking.command.ts";
import { getBooking } from "../book/get-booking.query.ts";
import { listBookings } from "../book/list-bookings.query.ts";

const shared = { tag: "Bookings", budget: "bookings" } as const;
const read = { kind: "app", scope: "bookings:read" } as const;
const write = { kind: "app", scope: "bookings:write" } as const;
const params = { bookingId: idField("bkg") };

const listRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/v1/bookings",
  operationId: "listBookings",
  summary: "List bookings",
  description:
    "Bookings of the granted locations, whoever made them, by start. Without `start` and `end`: the next seven days, and the window stays the same across pages. `phone` and `confirmation_code` look up at one location, at any time. `updated_since` drains changes, oldest first, and misses nothing: overlap by a few seconds and deduplicate by id and version. Where a sandbox clock of a location was moved, a drain over all locations gives some bookings again; with `location_id` it does not.",
  access: read,
  query: {
    location_id: Type.Optional(idField("str")),
    start: Type.Optional(isoInstant("The first start, with `end`; the + of an offset is written %2B.")),
    end: Type.Optional(isoInstant("Starts before this instant; at most 31 days after `start`.")),
    updated_since: Type.Optional(isoInstant("Changed at this instant or later.")),
    phone: Type.Optional(textField(50, { description: "In any spelling." })),
    confirmation_code: Type.Optional(textField(20)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20." })),
    starting_after: Type.Optional(textField(4_000, { description: "The next_cursor of the page before." })),
  },
  success: { 200: schemas.bookingListSchema },
  refusals: ["not_found", "invalid_window", "invalid_cursor", "invalid_phone", "location_required"],
  example: {
    response: { object: "list", data: [examples.bookingExample], has_more: false, next_cursor: null },
  },
});

const createRoute = defineRoute({
  ...shared,
  method: "POST",
  path: "/v1/bookings",
  operationId: "createBooking",
  summary: "Make a booking",
  description: "From a hold, or straight from a slot token; either names the location.",
  access: write,
  body: schemas.bookingBody,
  success: { 201: schemas.bookingSchema },
  refusals: [
    ...slotRefusals,
    "overlapping_booking",
    "invalid_request",
    "hold_expired",
    "hold_consumed",
    "invalid_phone",
    "guest_contact_required",
    "payment_instrument_required",
    "provider_rejected",
    "operation_in_progress",
  ],
  example: {
    request: {
      hold_id: examples.holdExample.id,
      guest: { first_name: "Ada", last_name: "Byron", phone: "+33 1 42 60 01 43" },
      notes: "A quiet corner, please",
    },
    response: { ...examples.bookingExample },
  },
});

const getRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/v1/bookings/{bookingId}",
  operationId: "getBooking",
  summary: "Read a booking",
  access: read,
  params,
  success: { 200: schemas.bookingSchema },
  refusals: ["not_found"],
  example: { response: examples.bookingExample },
});

const changeRoute = defineRoute({
  ...shared,
  method: "POST",
  path: "/v1/bookings/{bookingId}/change",
  operationId: "changeBooking",
  summary: "Change a booking",
  description:
    "To another slot (search with `booking_id`, so that its own table counts as free), another note, or both. When the slot is gone the booking keeps what it had. A note alone keeps time, party size and table.",
  access: write,
  params,
  body: schemas.changeBody,
  success: { 200: schemas.bookingSchema },
  refusals: [
    ...slotRefusals,
    "overlapping_booking",
    "change_required",
    "not_changeable",
    "stale_version",
    "payment_instrument_required",
    "hold_expired",
    "provider_rejected",
    "operation_in_progress",
  ],
  example: {
    request: { notes: "A high chair, please", expected_version: 1 },
    response: { ...examples.bookingExample, version: 2, notes: "A high chair, please" },
  },
});

const cancelRoute = defineRoute({
  ...shared,
  method: "POST",
  path: "/v1/bookings/{bookingId}/cancel",
  operationId: "cancelBooking",
  summary: "Cancel a booking for its guest",
  description: "Until `cancellable_until`. A repeat is answered the same.",
  access: write,
  params,
  body: schemas.cancelBody,
  bodyOptional: true,
  success: { 200: schemas.bookingSchema },
  refusals: [
    "not_found",
    "not_cancellable",
    "stale_version",
    "capability_unsupported",
    "payment_instrument_required",
    "provider_rejected",
    "operation_in_progress",
  ],
  example: { request: { reason: "Plans changed" }, response: examples.cancelledExample("guest") },
});

/** The routes of bookings, of the book of a day and of blocked tables, bound. */
export function bookingRoutes(deps: BookingRouteDeps): BoundRoute[] {
  return [
    bindRead(listRoute, async (call, db) => {
      const { query } = call;
      await askProviderFirst(deps, call, db, {
        locationId: query.location_id,
        phone: phoneOf(query.phone),
        isFirstPage: query.starting_after === undefined,
      });
      const page = await listBookings(db, deps.cursors, {
        appId: call.app.id,
        locationId: query.location_id,
        start: instantOf(query.start),
        end: instantOf(query.end),
        updatedSince: instantOf(query.updated_since),
        phone: phoneOf(query.phone),
        confirmationCode: query.confirmation_code,
        startingAfter: query.starting_after,
        limit: query.limit ?? 20,
      });
      if (isRefusal(page)) return page;
      const data = page.bookings.map((booking) => bookingToWire(booking, viewFor(call.app)));
      return reply(200, { object: "list", data, has_more: page.nextCursor !== null, next_cursor: page.nextCursor });
    }),
    bindChosen(createRoute, async (call, db) => {
      const { app, body } = call;
      const by = slotOf(body);
      if (isRefusal(by)) return { kind: "transaction", run: async () => by };
      const request: BookingRequest = {
        appId: app.id,
        source: "partner",
        by,
        guest: { ...body.guest, ...(body.language === undefined ? {} : { language: body.language }) },
        notes: body.notes ?? null,
        acceptsPaymentLink: body.accepts_payment_link,
      };
      const book = await deps.books.of(db, request);
      return answeredBy(book.book(request), (booking) => answerOfBook(createRoute, app, 201, booking));
    }),
    bindRead(getRoute, async (call, db) => {
      const booking = await getBooking(db, call.params.bookingId, call.app.id);
      return answerBooking(call, 200, booking);
    }),
    bindChosen(changeRoute, async ({ app, params: { bookingId }, body }, db) => {
      const { slot_token: slotToken, notes, expected_version: expectedVersion } = body;
      const book = await deps.books.ofBooking(db, bookingId);
      const changed = book.change(app.id, bookingId, { slotToken, notes, expectedVersion });
      return answeredBy(changed, (booking) => answerOfBook(changeRoute, app, 200, booking));
    }),
    bindChosen(cancelRoute, async ({ app, params: { bookingId }, body }, db) => {
      const book = await deps.books.ofBooking(db, bookingId);
      const request = { reason: body?.reason ?? null, expectedVersion: body?.expected_version };
      const cancelled = book.cancel(app.id, bookingId, request);
      return answeredBy(cancelled, (booking) => answerOfBook(cancelRoute, app, 200, booking));
    }),
    ...dayBookRoutes(),
    ...tableBlockRoutes(deps),
  ];
}
