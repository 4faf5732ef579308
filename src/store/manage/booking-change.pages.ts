/** The page of `/booking/{token}/change`: another time for a booking. */
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getPage, keptBy, postPage, redirectTo, showPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { guestMay } from "../book/booking-guest-wire.ts";
import { visitWords, confirmChangeMain, offerWords, type ChosenSlot } from "./booking-manage-page.ts";
import { keptHere, readGuestVenue, readAtBooking } from "../book/booking-location.query.ts";
import { bookingVenue, noSuchBooking, readerAt } from "../book/booking-shared-page.ts";
import { problemWords } from "../book/booking-words.ts";
import {
  type KnownBooking,
  type BookingCall,
  bookingView,
  commitChange,
  atBooking,
  showBooking,
  showAgain,
} from "./booking-manage.pages.ts";
import type { Reader } from "../../pages/reader.ts";
import { whenOf } from "../book/booking-when.ts";
import { venueWords } from "../shared/venue-words.ts";
import { servicesOf, type GuestVenue } from "../book/guest-venue.ts";
import { issueSlot } from "../../bookings/search/offer.ts";
import { html } from "../../pages/html.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import { finderMain } from "../book/booking-finder-page.ts";
import { readFinder } from "../book/booking-finder.query.ts";
import { whenAsked } from "../book/booking.pages.ts";

/** The pages on which another time is chosen for a booking. */
export function changePages(deps: GuestBookingDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly token: string } }) => keptHere(deps).booking(params.token);
  return keptBy(keeps, [
    getPage("/booking/{token}/change", (call) => showChange(deps, call, call.query)),
    postPage("/booking/{token}/change", (call) => atBooking(deps, call, (here) => moveBooking(deps, here, call))),
  ]);
}

/** The finder for the booking, or, once a time is chosen, the question whether to move there. */
async function showChange(
  deps: GuestBookingDeps,
  call: BookingCall,
  query: URLSearchParams,
  refused?: Refusal,
): Promise<PageAnswer> {
  const { token } = call.params;
  const seen = await readAtBooking(deps, token, (db, found) => readChange(deps, db, found, call, query));
  if (seen === undefined) return noSuchBooking(call);
  if ("kind" in seen) return seen;
  const { here, venue, found } = seen;
  const { booking, location, reader } = here;
  if (isRefusal(venue)) return showBooking(deps, here, token, { problem: problemWords(venue, reader) });
  if (found === undefined) return redirectTo(`/booking/${token}`);
  const say = visitWords(reader);
  const shared = { title: say("move.title"), reader, venue: bookingVenue(here, reader) };
  const view = await bookingView(deps, here, token);
  const { chosen, finder } = found;
  if (finder === undefined) return showPage({ ...shared, modules: ["forms"], main: confirmChangeMain(view, chosen) });
  const path = `/booking/${token}/change`;
  return showPage({
    ...shared,
    status: refused === undefined ? 200 : 409,
    modules: ["finder"],
    words: "finder",
    main: finderMain({
      finder,
      venue,
      reader,
      path,
      words: venueWords(here, reader),
      choose: { method: "get", action: path },
      // Bound to the area that is shown when they are asked whether to move there.
      slotToken: (each) =>
        issueSlot(deps.tokens, venue, each, { appId: null, partySize: finder.party, areaId: each.areaId }).token,
      phone: location.phone,
      alertHref: null,
      joinHref: null,
      heading: html`<h1>${say("move.title")}</h1>
        <p class="lead">
          ${fill(say("move.now", { what: slots[0] }), offerWords(view.when, booking.party_size, view.area))}
          <a href="/booking/${token}">${say("move.keep")}</a>
        </p>`,
      problem: refused === undefined ? null : problemWords(refused, reader),
    }),
  });
}

/** What a change shows: the time that was chosen, else the times to choose from; neither where nothing can be changed. */
async function readChange(
  deps: GuestBookingDeps,
  db: Db,
  at: Omit<KnownBooking, "reader">,
  call: BookingCall,
  query: URLSearchParams,
) {
  const { booking, state } = at;
  const reader = readerAt(call, at, booking.language);
  const here: KnownBooking = { ...at, reader };
  const venue = await readGuestVenue(deps, db, state);
  if (isRefusal(venue)) return { here, venue, found: undefined };
  if (!guestMay(booking, state).change) return { here, venue, found: undefined };
  const chosen = readChosen(deps.tokens, here, venue, query.get("slot"), reader);
  if (chosen !== undefined) return { here, venue, found: { chosen, finder: undefined } };
  const question = { party: query.get("party"), date: query.get("date"), area: query.get("area") };
  const book = deps.books.at(state.location);
  const finder = await whenAsked(here, reader, () => readFinder(db, { book, state, venue }, question, { booking }));
  return "kind" in finder ? finder : { here, venue, found: { chosen, finder } };
}

/** The slot that a guest asks to move to, if it is one of this location. */
function readChosen(
  tokens: GuestBookingDeps["tokens"],
  here: KnownBooking,
  venue: GuestVenue,
  slotToken: string | null,
  reader: Reader,
): ChosenSlot | undefined {
  const slot = slotToken === null ? undefined : tokens.read(slotToken, null);
  if (slotToken === null || slot === undefined || isRefusal(slot) || slot.locationId !== venue.locationId)
    return undefined;
  const { areaId, partySize } = slot;
  return {
    when: whenOf(servicesOf(here.state, { kept_by: venue.keptBy }), slot.startsAt, venue.timeZone, reader),
    partySize,
    areaId,
    area: venueWords(here, reader).area(areaId, venue.areas.find((area) => area.areaId === areaId)?.name ?? null),
    slotToken,
  };
}

/** Moves the booking to the time that was chosen. */
async function moveBooking(deps: GuestBookingDeps, here: KnownBooking, call: BookingCall): Promise<PageAnswer> {
  const { form } = call;
  const version = Number(form.get("version"));
  const slotToken = form.get("slot") ?? "";
  const expectedVersion = Number.isSafeInteger(version) && version > 0 ? version : undefined;
  const changed = await commitChange(deps, here, form, { slotToken, notes: undefined, expectedVersion });
  if ("kind" in changed) return changed;
  if (!isRefusal(changed)) return redirectTo(`/booking/${call.params.token}?done=changed`);
  if (staysAtBooking.has(changed.code)) return showAgain(deps, call, changed);
  const venue = await readGuestVenue(deps, here.database.read, here.state);
  const slot = deps.tokens.read(slotToken, null);
  if (isRefusal(slot) || isRefusal(venue)) return showChange(deps, call, new URLSearchParams(), changed);
  // What else is free for as many on the day that they asked for.
  const asked = { party: String(slot.partySize), date: venue.days.dateOf(slot.startsAt) };
  return showChange(deps, call, new URLSearchParams(asked), changed);
}

/** After these no other time helps. */
const staysAtBooking = new Set(["stale_version", "not_changeable", "provider_unreachable", "operation_in_progress"]);
