/**
 * The page of `/book/{locationId}/request/{token}`: what became of a request that the provider of a restaurant did not answer
 * at once (rules/providers 1.11). It only reads; the request is settled by its answer and by the jobs of bookings.
 */
import { findGuestHold, findBookingToken } from "../../bookings/aftercare/guest-bookings.query.ts";
import { unfinished, type ProviderOperation } from "../../bookings/provider/provider-operation.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getPage, keptBy, redirectTo, showPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { toBooking } from "../book/booking-hold.pages.ts";
import { findBookingLocation, keptHere, readGuestVenue, type BookingLocation } from "../book/booking-location.query.ts";
import { bookingVenue, noSuchBooking, noSuchRestaurant } from "../book/booking-shared-page.ts";
import { problemWords } from "../book/booking-words.ts";
import { toHold } from "../book/booking.pages.ts";
import { requestPath } from "../shared/guest-request.ts";
import { findRequest } from "./guest-request.query.ts";
import { lostMain, refusedMain, unsentWords, waitingMain } from "./request-page.ts";

/** The page of a request. */
export function requestPages(deps: GuestBookingDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(deps).location(params.locationId);
  return keptBy(keeps, [
    getPage("/book/{locationId}/request/{token}", async ({ params }) => {
      const here = await findBookingLocation(deps, params.locationId);
      if (here === undefined) return noSuchRestaurant;
      const operation = await findRequest(here.database.read, here, params.token);
      return operation === undefined ? noSuchBooking : show(deps, here, operation, params.token);
    }),
  ]);
}

async function show(
  deps: GuestBookingDeps,
  here: BookingLocation,
  operation: ProviderOperation,
  token: string,
): Promise<PageAnswer> {
  const shared = { venue: bookingVenue(here) };
  const { phone } = here.location;
  switch (operation.state) {
    case "done":
      return showDone(deps, here, operation);
    case "refused":
      return showRefused(deps, here, operation, token);
    case "unsent": {
      const main = refusedMain({ words: unsentWords, otherTimes: await otherTimesOf(deps, here, operation), phone });
      return showPage({ ...shared, status: 409, title: "The restaurant does not answer", main });
    }
    case "sending":
    case "unsettled": {
      if (operation.state === "unsettled" && operation.next_attempt_at === null)
        return showPage({ ...shared, title: "The restaurant has not answered", main: lostMain(phone) });
      return showPage({
        ...shared,
        title: "Waiting for the restaurant",
        modules: ["await-answer"],
        reloadSeconds: 5,
        main: waitingMain(operation.kind, requestPath(here.location.id, token), phone),
      });
    }
  }
}

/** What was asked for is there: the hold or the booking. */
async function showDone(
  deps: GuestBookingDeps,
  here: BookingLocation,
  operation: ProviderOperation,
): Promise<PageAnswer> {
  const { read } = here.database;
  switch (operation.kind) {
    case "hold": {
      const found = await findGuestHold(read, operation.subject_id);
      return found === undefined ? noSuchBooking : toHold(deps, found.hold);
    }
    case "book":
      return toBooking(deps, here, operation.subject_id, "?done=booked");
    case "change":
      return toBooking(deps, here, operation.subject_id, "?done=changed");
    case "cancel":
      return toBooking(deps, here, operation.subject_id, "");
  }
}

/** The restaurant said no: about a booking on its own page, else beside the way to other times. */
async function showRefused(
  deps: GuestBookingDeps,
  here: BookingLocation,
  operation: ProviderOperation,
  token: string,
): Promise<PageAnswer> {
  if (operation.kind === "change" || operation.kind === "cancel") {
    const booking = await findBookingToken(here.database.read, deps.guestTokens, operation.subject_id);
    return booking === undefined ? noSuchBooking : redirectTo(`/booking/${booking}?request=${token}`);
  }
  const words = problemWords(unfinished(operation));
  return showPage({
    venue: bookingVenue(here),
    status: 409,
    title: "The restaurant said no",
    main: refusedMain({
      words,
      otherTimes: await otherTimesOf(deps, here, operation),
      phone: here.location.phone,
    }),
  });
}

/** The finder at the day and party of the request. */
async function otherTimesOf(
  deps: GuestBookingDeps,
  here: BookingLocation,
  { request }: ProviderOperation,
): Promise<string> {
  const path = `/book/${here.location.id}`;
  const venue = await readGuestVenue(deps, here.database.read, here.state);
  if (isRefusal(venue) || !("slot" in request) || request.slot === null) return path;
  const { partySize, startsAt } = request.slot;
  return `${path}?${new URLSearchParams({ party: String(partySize), date: venue.days.dateOf(startsAt) }).toString()}`;
}
