/** The search for free slots (rules/bookings 3.1, 3.7). */
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField, textField } from "../../platform/http/reading/fields.ts";
import { wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { slotList, slotToWire } from "./availability.schemas.ts";
import type { BookingRouteDeps } from "./booking-route-deps.ts";
import { withInquiry } from "../groups/with-inquiry.ts";
import { issueSlot } from "../search/offer.ts";
import { readSearchWindow } from "../search/read-search-window.ts";
import { slotExample } from "./setup-examples.ts";
import { getGrantedVenueState } from "../venue/venue.query.ts";

const localTime = (description: string) => Type.String({ minLength: 1, maxLength: 40, description });

const search = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/booking_availability",
  operationId: "searchBookingAvailability",
  callClass: 3,
  tag: "Bookings",
  summary: "Search free slots",
  description:
    "Every start in the window at which the party can have a table, in order, standard reservations before experiences. Parties are seated in the first area, then the others in the order of the profile. An empty list is an answer; the 422 codes say that nothing in the window could ever be offered. Counts against 60 searches a minute.",
  access: { kind: "app", scope: "bookings:read" },
  budget: "availability",
  params: { locationId: idField("str") },
  query: {
    start: localTime("Venue-local, YYYY-MM-DDTHH:MM; a time in a skipped hour is the moment of the change."),
    end: localTime("Exclusive, after start, at most 31 days later."),
    // How many are too many is for the location to say: 422, with its bounds.
    party_size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    experience_id: Type.Optional(textField(100, { description: "Only this experience." })),
    area_id: Type.Optional(textField(100, { description: "Only this area; the token is then bound to it." })),
    booking_id: Type.Optional(
      Type.Unsafe<Id<"bkg">>({
        ...idField("bkg"),
        description: "A booking that is to be changed: its own table does not count as taken.",
      }),
    ),
  },
  success: { 200: slotList },
  refusals: [
    "invalid_request",
    "invalid_window",
    "not_found",
    "capability_unsupported",
    "configuration_missing",
    "bookings_not_enabled",
    "party_size_out_of_bounds",
    "large_party_inquiry_required",
    "outside_booking_window",
    "date_blocked",
  ],
  example: { response: wholeList([slotExample]) },
});

/** The route of the search. */
export function availabilityRoutes({
  tokens,
  books,
  baseUrl,
}: Pick<BookingRouteDeps, "tokens" | "books"> & { readonly baseUrl: () => string }): BoundRoute[] {
  return [
    bindRead(search, async ({ app, livemode, params: { locationId }, query }, db) => {
      const state = await getGrantedVenueState(db, app.id, locationId);
      if (isRefusal(state)) return state;
      const window = readSearchWindow(query.start, query.end);
      if (isRefusal(window)) return window;
      const request = {
        ...window,
        partySize: query.party_size,
        experienceId: query.experience_id ?? null,
        areaId: query.area_id ?? null,
        bookingId: query.booking_id ?? null,
      };
      const found = await books.at(state.location).search(db, state, request);
      if (isRefusal(found)) {
        const pageUrl = `${baseUrl()}/book/${locationId}/group`;
        return withInquiry(found, { venue: state.venue, partySize: query.party_size, pageUrl });
      }
      const { timeZone } = found;
      const context = { locationId, livemode, timeZone, partySize: request.partySize };
      const asked = { ...request, appId: app.id };
      const data = found.slots.map((slot) => slotToWire(slot, context, issueSlot(tokens, found, slot, asked)));
      return reply(200, wholeList(data));
    }),
  ];
}
