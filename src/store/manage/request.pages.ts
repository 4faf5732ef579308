/**
 * The page of `/book/{locationId}/request/{token}`: the state of a request that the provider of a restaurant did not
 * answer at once (rules/providers 1.11). The page only reads; the provider's answer and the jobs of bookings settle the
 * request.
 */
import { findGuestHold, findBookingToken } from "../../bookings/aftercare/guest-bookings.query.ts";
import { unfinished, type ProviderOperation } from "../../bookings/provider/provider-operation.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import {
  getPage,
  keptBy,
  redirectTo,
  showPage,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { toBooking } from "../hold/booking-hold.pages.ts";
import { findBookingLocation, keptHere, readGuestVenue, type BookingLocation } from "../book/booking-location.query.ts";
import type { Reader } from "../../pages/reader.ts";
import { bookingVenue, noSuchBooking, noSuchRestaurant, readerAt } from "../book/booking-shared-page.ts";
import { problemWords } from "../book/booking-words.ts";
import { toHold } from "../book/booking.pages.ts";
import { requestPath } from "../shared/guest-request.ts";
import { findRequest } from "./guest-request.query.ts";
import { visitWords } from "./booking-manage-page.ts";
import { lostMain, refusedMain, waitingMain } from "./request-page.ts";

/** The page of a request. */
export function requestPages(deps: GuestBookingDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(deps).location(params.locationId);
  return keptBy(keeps, [
    getPage("/book/{locationId}/request/{token}", async (call) => {
      const { locationId, token } = call.params;
      const found = await findBookingLocation(deps, locationId);
      if (found === undefined) return noSuchRestaurant(call);
      const here = { ...found, reader: readerAt(call, found), call };
      const operation = await findRequest(here.database.read, here, token);
      return operation === undefined ? noSuchBooking(call) : show(deps, here, operation, token);
    }),
  ]);
}

type Here = BookingLocation & { readonly reader: Reader; readonly call: PageCall };

async function show(
  deps: GuestBookingDeps,
  here: Here,
  operation: ProviderOperation,
  token: string,
): Promise<PageAnswer> {
  const { reader } = here;
  const say = visitWords(reader);
  const shared = { venue: bookingVenue(here, reader), reader };
  const view = { phone: here.location.phone, reader };
  switch (operation.state) {
    case "done":
      return showDone(deps, here, operation);
    case "refused":
      return showRefused(deps, here, operation, token);
    case "unsent": {
      const main = refusedMain({
        ...view,
        words: say("request.unsent"),
        otherTimes: await otherTimesOf(deps, here, operation),
      });
      return showPage({ ...shared, status: 409, title: say("request.unsent.title"), main });
    }
    case "sending":
    case "unsettled": {
      if (operation.state === "unsettled" && operation.next_attempt_at === null)
        return showPage({ ...shared, title: say("request.lost.title"), main: lostMain(view) });
      return showPage({
        ...shared,
        title: say("request.title"),
        modules: ["await-answer"],
        reloadSeconds: 5,
        main: waitingMain(operation.kind, requestPath(here.location.id, token), view),
      });
    }
  }
}

/** What was asked for is there: the hold or the booking. */
async function showDone(deps: GuestBookingDeps, here: Here, operation: ProviderOperation): Promise<PageAnswer> {
  const { read } = here.database;
  switch (operation.kind) {
    case "hold": {
      const found = await findGuestHold(read, operation.subject_id);
      return found === undefined ? noSuchBooking(here.call) : toHold(deps, found.hold);
    }
    case "book":
      return toBooking(deps, here, { id: operation.subject_id, query: "?done=booked", call: here.call });
    case "change":
      return toBooking(deps, here, { id: operation.subject_id, query: "?done=changed", call: here.call });
    case "cancel":
      return toBooking(deps, here, { id: operation.subject_id, query: "", call: here.call });
  }
}

/** The restaurant said no: about a booking on its own page, else beside the way to other times. */
async function showRefused(
  deps: GuestBookingDeps,
  here: Here,
  operation: ProviderOperation,
  token: string,
): Promise<PageAnswer> {
  if (operation.kind === "change" || operation.kind === "cancel") {
    const booking = await findBookingToken(here.database.read, deps.guestTokens, operation.subject_id);
    return booking === undefined ? noSuchBooking(here.call) : redirectTo(`/booking/${booking}?request=${token}`);
  }
  const { reader } = here;
  const words = problemWords(unfinished(operation), reader);
  return showPage({
    venue: bookingVenue(here, reader),
    reader,
    status: 409,
    title: visitWords(reader)("request.refused"),
    main: refusedMain({
      words,
      otherTimes: await otherTimesOf(deps, here, operation),
      phone: here.location.phone,
      reader,
    }),
  });
}

/** The finder at the day and party of the request. */
async function otherTimesOf(deps: GuestBookingDeps, here: Here, { request }: ProviderOperation): Promise<string> {
  const path = `/book/${here.location.id}`;
  const venue = await readGuestVenue(deps, here.database.read, here.state);
  if (isRefusal(venue) || !("slot" in request) || request.slot === null) return path;
  const { partySize, startsAt } = request.slot;
  return `${path}?${new URLSearchParams({ party: String(partySize), date: venue.days.dateOf(startsAt) }).toString()}`;
}
