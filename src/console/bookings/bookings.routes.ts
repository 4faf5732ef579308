/** Reading the book of a location, and searching for a table there (rules/bookings 16.1). */
import Type from "typebox";
import { slotToWire } from "../../bookings/api/availability.schemas.ts";
import { instantOf } from "../../bookings/api/read-booking-call.ts";
import type { Books } from "../../bookings/at-provider/books.query.ts";
import { listBookingsAt } from "../../bookings/book/list-bookings-at.query.ts";
import { issueSlot } from "../../bookings/search/offer.ts";
import { readSearchWindow } from "../../bookings/search/read-search-window.ts";
import type { SlotTokens } from "../../bookings/search/slot-token.ts";
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import type { Instant } from "../../kernel/clock.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { idField, isoInstant, localDate as dateField, textField } from "../../platform/http/reading/fields.ts";
import { isDateText } from "../../platform/http/reading/formats.ts";
import { listOf, pageAnswer, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { staffBookingListSchema, staffBookingSchema, staffSlotSchema } from "./booking-wire.schemas.ts";
import { findBookingFor, showBooking, showBookings } from "./read-bookings.query.ts";
import { requireHost, standRoles } from "./stand-access.ts";
import { standDayOf, type StandDay } from "./stand-day.ts";

const stand = { method: "GET", tag: "Stand", access: { kind: "console", needs: "actor", roles: standRoles } } as const;
const params = { locationId: idField("str") };

const listRoute = defineRoute({
  ...stand,
  path: "/console/v1/locations/{locationId}/bookings",
  operationId: "consoleListBookings",
  summary: "List the bookings of a location",
  description:
    "Those that start in the window, or on the service day of a `date`, by start, in every status and from every source. Without either: from twelve hours ago until 36 hours ahead.",
  params,
  query: {
    date: Type.Optional(
      dateField("YYYY-MM-DD, in place of `start` and `end`: the service day, the night after closing time among it."),
    ),
    start: Type.Optional(isoInstant("The first start, with `end`; the + of an offset is written %2B.")),
    end: Type.Optional(isoInstant("Starts before this instant; at most 31 days after `start`.")),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: "Default 200." })),
    starting_after: Type.Optional(idField("bkg")),
  },
  compress: true,
  success: { 200: staffBookingListSchema },
  refusals: ["not_found", "role_required", "invalid_window", "configuration_missing"],
});

const getRoute = defineRoute({
  ...stand,
  path: "/console/v1/bookings/{bookingId}",
  operationId: "consoleGetBooking",
  summary: "Read a booking",
  params: { bookingId: idField("bkg") },
  success: { 200: staffBookingSchema },
  refusals: ["not_found", "role_required"],
});

const localTime = (description: string) => Type.String({ minLength: 1, maxLength: 40, description });

const searchRoute = defineRoute({
  ...stand,
  path: "/console/v1/locations/{locationId}/availability",
  operationId: "consoleSearchAvailability",
  callClass: 3,
  summary: "Search free slots",
  description:
    "What guests are offered: every start in the window at which the party can have a table. Book or change with the `slot_token`, which is good for ten minutes.",
  params,
  query: {
    start: localTime("Venue-local, YYYY-MM-DDTHH:MM."),
    end: localTime("Exclusive, after start, at most 31 days later."),
    party_size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    experience_id: Type.Optional(textField(100)),
    area_id: Type.Optional(textField(100, { description: "Only this area." })),
    booking_id: Type.Optional(idField("bkg")),
  },
  success: { 200: listOf(staffSlotSchema) },
  refusals: [
    "invalid_request",
    "invalid_window",
    "not_found",
    "role_required",
    "capability_unsupported",
    "configuration_missing",
    "bookings_not_enabled",
    "party_size_out_of_bounds",
    "large_party_inquiry_required",
    "outside_booking_window",
    "date_blocked",
  ],
});

export interface StandBookingDeps {
  readonly tokens: SlotTokens;
  readonly books: Books;
}

const hourMs = 3_600_000;

/** The routes of reading and searching. */
export function standBookingRoutes({ tokens, books }: StandBookingDeps): BoundRoute[] {
  return [
    bindRead(listRoute, async ({ console: caller, params: { locationId }, query }, db) => {
      const acting = requireHost(caller, locationId);
      if (isRefusal(acting)) return acting;
      const state = await findVenueState(db, locationId);
      if (state === undefined) return refuse("not_found", `there is no location ${locationId}`);
      const window =
        query.date === undefined
          ? windowOf(instantOf(query.start), instantOf(query.end), state.now)
          : dayWindow(state, { ...query, date: query.date });
      if (isRefusal(window)) return window;
      const limit = query.limit ?? 200;
      const found = await listBookingsAt(db, locationId, { ...window, after: query.starting_after ?? null }, limit + 1);
      const data = await showBookings(db, found.slice(0, limit));
      return reply(200, pageAnswer({ limit: limit + 1 }, found, data));
    }),
    bindRead(getRoute, async ({ console: caller, params: { bookingId } }, db) => {
      const found = await findBookingFor(db, caller, bookingId);
      return isRefusal(found) ? found : reply(200, await showBooking(db, found.booking));
    }),
    bindRead(searchRoute, async ({ console: caller, params: { locationId }, query }, db) => {
      const acting = requireHost(caller, locationId);
      if (isRefusal(acting)) return acting;
      const state = await findVenueState(db, locationId);
      if (state === undefined) return refuse("not_found", `there is no location ${locationId}`);
      const window = readSearchWindow(query.start, query.end);
      if (isRefusal(window)) return window;
      const asked = {
        ...window,
        appId: null,
        partySize: query.party_size,
        experienceId: query.experience_id ?? null,
        areaId: query.area_id ?? null,
        bookingId: query.booking_id ?? null,
      };
      const found = await books.at(state.location).search(db, state, asked);
      if (isRefusal(found)) return found;
      const context = { locationId, livemode: false, timeZone: found.timeZone, partySize: asked.partySize };
      const data = found.slots.map((slot) => {
        const { livemode: _, ...shown } = slotToWire(slot, context, issueSlot(tokens, found, slot, asked));
        return shown;
      });
      return reply(200, wholeList(data));
    }),
  ];
}

function dayWindow(
  state: VenueState,
  { date, start, end }: { readonly date: string; readonly start?: string; readonly end?: string },
): StandDay | Refusal<"invalid_window" | "configuration_missing"> {
  if (start !== undefined || end !== undefined) return refuse("invalid_window", "date stands alone, or start with end");
  if (!isDateText(date)) return refuse("invalid_window", `the calendar has no date ${date}`);
  return standDayOf(state, date) ?? refuse("configuration_missing", "the location has no time zone yet");
}

function windowOf(
  start: Instant | undefined,
  end: Instant | undefined,
  now: Instant,
): { readonly from: Instant; readonly until: Instant } | Refusal<"invalid_window"> {
  if (start === undefined && end === undefined) return { from: now - 12 * hourMs, until: now + 36 * hourMs };
  if (start === undefined || end === undefined) return refuse("invalid_window", "start and end go together");
  if (end > start && end - start <= 31 * 24 * hourMs) return { from: start, until: end };
  return refuse("invalid_window", "end must be after start, by at most 31 days");
}
