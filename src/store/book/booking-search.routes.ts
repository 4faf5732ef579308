/** The calls of a guest before they book: the restaurant, its days, and the free times. Limited per address. */
import { slotList, slotToWire } from "../../bookings/api/availability.schemas.ts";
import { findGuestBooking } from "../../bookings/aftercare/guest-bookings.query.ts";
import { withInquiry } from "../../bookings/groups/with-inquiry.ts";
import { issueSlot } from "../../bookings/search/offer.ts";
import { isDate } from "../../bookings/venue/blackouts.ts";
import { readSearchWindow } from "../../bookings/search/read-search-window.ts";
import { addDays } from "../../bookings/venue/service-days.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Instant } from "../../kernel/clock.ts";
import { localDate, wallTime } from "../../kernel/wall-time.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { daysShown } from "./booking-days.ts";
import type { GuestBookingDeps } from "./guest-booking-deps.ts";
import * as examples from "./booking-guest-examples.ts";
import * as schemas from "./booking-guest.schemas.ts";
import { programReader } from "../../pages/reader.ts";
import { profileToGuest } from "./booking-guest-wire.ts";
import { readGuestVenue, readBookingLocation, type BookingLocation } from "./booking-location.query.ts";
import { venueWords } from "../shared/venue-words.ts";

const shared = { tag: "Store", access: { kind: "public" }, addressLimit: "diner_reads" } as const;
const params = { locationId: idField("str") };
const searchRefusals = [
  "not_found",
  "invalid_request",
  "capability_unsupported",
  "configuration_missing",
  "bookings_not_enabled",
  "party_size_out_of_bounds",
  "large_party_inquiry_required",
  "outside_booking_window",
  "date_blocked",
] as const;

const profileRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/store/v1/locations/{locationId}/booking_profile",
  operationId: "storeGetBookingProfile",
  summary: "How a guest books a table",
  params,
  success: { 200: schemas.guestProfileShape },
  refusals: ["not_found"],
  example: { response: examples.guestProfileExample },
});

const daysRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/store/v1/locations/{locationId}/booking_days",
  operationId: "storeListBookingDays",
  callClass: 3,
  summary: "The days that have a table",
  description: "For a calendar: which days have a table for the party, which are full, which are closed.",
  params,
  query: schemas.daysQuery,
  success: { 200: schemas.bookingDayList },
  refusals: searchRefusals,
  example: { response: examples.bookingDaysExample },
});

const searchRoute = defineRoute({
  ...shared,
  method: "GET",
  path: "/store/v1/locations/{locationId}/booking_availability",
  operationId: "storeSearchBookings",
  callClass: 3,
  summary: "Free times, for a guest",
  description: "As the partners' search, for somebody without an app. The slot tokens are good for the store only.",
  params,
  query: schemas.searchQuery,
  success: { 200: slotList },
  refusals: [...searchRefusals, "invalid_window"],
  example: { response: examples.guestSlotExample },
});

/** The reading routes of guests, bound. */
export function bookingSearchRoutes(deps: GuestBookingDeps): BoundRoute[] {
  const located = {
    keeps: (call: { readonly params: { readonly locationId: Id<"str"> } }) =>
      deps.keepsLocation(call.params.locationId),
  };
  return [
    bindRead(
      profileRoute,
      async ({ livemode, languages, params: { locationId } }, db) => {
        const here = await readBookingLocation(db, locationId);
        if (here === undefined) return refuse("not_found", `there is no location ${locationId}`);
        const venue = await readGuestVenue(deps, db, here.state);
        return reply(200, profileToGuest({ livemode, ...here }, venue, venueWords(here, programReader(languages))));
      },
      located,
    ),
    bindRead(
      daysRoute,
      async ({ params: { locationId }, query }, db) => {
        const here = await readBookingLocation(db, locationId);
        if (here === undefined) return refuse("not_found", `there is no location ${locationId}`);
        const venue = await readGuestVenue(deps, db, here.state);
        if (isRefusal(venue)) return venue;
        if (query.from !== undefined && !isDate(query.from))
          return invalidRequest([{ path: "query.from", message: "is not a date of the calendar (YYYY-MM-DD)" }]);
        const from = query.from ?? venue.days.bookableDates.first;
        const count = query.days ?? daysShown;
        const dateOf = (startsAt: Instant): string => localDate(venue.timeZone, startsAt);
        const found = await deps.books.at(here.state.location).search(db, here.state, {
          start: wallTime(from),
          end: wallTime(addDays(from, count)),
          partySize: query.party_size,
          experienceId: null,
          areaId: query.area_id ?? null,
          bookingId: null,
        });
        const isNone = isRefusal(found) && (found.code === "outside_booking_window" || found.code === "date_blocked");
        if (isRefusal(found) && !isNone) return toldWhere(deps, here, query.party_size, found);
        const data = venue.days.list(isRefusal(found) ? [] : found.slots, { from, count, dateOf });
        return reply(200, wholeList(data.map((day) => ({ object: "booking_day" as const, ...day }))));
      },
      located,
    ),
    bindRead(
      searchRoute,
      async ({ livemode, params: { locationId }, query }, db) => {
        const here = await readBookingLocation(db, locationId);
        if (here === undefined) return refuse("not_found", `there is no location ${locationId}`);
        const window = readSearchWindow(query.start, query.end);
        if (isRefusal(window)) return window;
        const booking = query.booking_token === undefined ? undefined : await findGuestBooking(db, query.booking_token);
        if (query.booking_token !== undefined && booking === undefined)
          return refuse("not_found", "there is no booking with this token");
        const request = {
          ...window,
          partySize: query.party_size,
          experienceId: query.experience_id ?? null,
          areaId: query.area_id ?? null,
          bookingId: booking?.id ?? null,
        };
        const found = await deps.books.at(here.state.location).search(db, here.state, request);
        if (isRefusal(found)) return toldWhere(deps, here, query.party_size, found);
        const context = { locationId, livemode, timeZone: found.timeZone, partySize: request.partySize };
        const asked = { ...request, appId: null };
        const data = found.slots.map((slot) => slotToWire(slot, context, issueSlot(deps.tokens, found, slot, asked)));
        return reply(200, wholeList(data));
      },
      located,
    ),
  ];
}

function toldWhere<Code extends string>(
  { baseUrl }: GuestBookingDeps,
  { location, state: { venue } }: Pick<BookingLocation, "location" | "state">,
  partySize: number,
  refusal: Refusal<Code>,
): Refusal<Code> {
  return withInquiry(refusal, { venue, partySize, pageUrl: `${baseUrl()}/book/${location.id}/group` });
}
