/** The pages of `/booking/{token}`: read, change, cancel one's booking, write a note, take it into a calendar. */
import type { BookingChange } from "../../bookings/make/change-booking.command.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import { issueSlot } from "../../bookings/search/offer.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { html } from "../../pages/html.ts";
import { getPage, keptBy, postPage, redirectTo, showPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { formKeyOf, requestPath, requestTokenOf } from "../shared/guest-request.ts";
import { isUnanswered, writeInBook } from "../shared/write-in-book.command.ts";
import { bookingCalendar } from "./booking-calendar.ts";
import type { BookingDesk } from "../book/booking-desk.ts";
import { finderMain } from "../book/booking-finder-page.ts";
import { readFinder } from "../book/booking-finder.query.ts";
import { guestMay } from "../book/booking-guest-wire.ts";
import {
  cancelMain,
  confirmChangeMain,
  manageMain,
  offerWords,
  type ChosenSlot,
  type ManageView,
} from "./booking-manage-page.ts";
import { findBookingPlace, keptHere, readGuestVenue, type BookingPlace } from "../book/booking-place.query.ts";
import { bookingVenue, noSuchBooking } from "../book/booking-shared-page.ts";
import { whenAsked } from "../book/booking.pages.ts";
import { dayTimeWords, whenOf } from "../book/booking-when.ts";
import { languageOf, problemWords } from "../book/booking-words.ts";
import { servicesOf, type GuestVenue } from "../book/guest-venue.ts";
import { findRefused } from "./guest-request.query.ts";

type Known = BookingPlace & { readonly booking: Booking };

/** The pages on which a booking is managed. */
export function managePages(desk: BookingDesk): PageRoute[] {
  const known =
    (run: (place: Known, token: string) => Promise<PageAnswer>) =>
    async (token: string): Promise<PageAnswer> => {
      const place = await findBookingPlace(desk, token);
      return place === undefined ? noSuchBooking : run(place, token);
    };
  const keeps = ({ params }: { readonly params: { readonly token: string } }) => keptHere(desk).booking(params.token);
  return keptBy(keeps, [
    getPage("/booking/{token}", ({ params, query }) =>
      known(async (place, token) => {
        const refused = await findRefused(place, query.get("request"));
        const problem = refused === undefined ? null : problemWords(refused);
        return showBooking(desk, place, token, { done: query.get("done"), problem });
      })(params.token),
    ),
    getPage("/booking/{token}/calendar.ics", ({ params }) =>
      known(async (place, token) => ({
        kind: "file",
        contentType: "text/calendar; charset=utf-8",
        fileName: "booking.ics",
        body: bookingCalendar(place.booking, place, `${desk.baseUrl()}/booking/${token}`),
      }))(params.token),
    ),
    getPage("/booking/{token}/change", ({ params, query }) =>
      known((place, token) => showChange(desk, place, token, query))(params.token),
    ),
    postPage("/booking/{token}/change", ({ params, form }) =>
      known((place, token) => change(desk, place, token, form))(params.token),
    ),
    postPage("/booking/{token}/note", ({ params, form }) =>
      known((place, token) => writeNote(desk, place, token, form))(params.token),
    ),
    getPage("/booking/{token}/cancel", ({ params }) =>
      known(async (place, token) =>
        guestMay(place.booking, place.state).cancel
          ? showPage({
              title: "Cancel your booking",
              venue: bookingVenue(place),
              modules: ["forms"],
              main: cancelMain(await viewOf(desk, place, token)),
            })
          : redirectTo(`/booking/${token}`),
      )(params.token),
    ),
    postPage("/booking/{token}/cancel", ({ params, form }) =>
      known((place, token) => cancel(desk, place, token, form))(params.token),
    ),
  ]);
}

type Told = Partial<Pick<ManageView, "done" | "problem" | "typedNote">>;

async function viewOf(desk: BookingDesk, place: Known, token: string, more: Told = {}): Promise<ManageView> {
  const { booking, location, state, database } = place;
  const language = languageOf(location.address.country);
  const services = servicesOf(state, booking);
  const venue = await readGuestVenue(desk, database.read, state);
  return {
    booking,
    when: whenOf(services, booking.starts_at, booking.time_zone, language),
    may: guestMay(booking, state),
    // While the restaurant decides, what was sent with the request is the note.
    takesNotes: (isRefusal(venue) ? booking.kept_by === "native" : venue.changesNotes) && booking.status !== "pending",
    isLeft: booking.kept_by !== location.booking_mode,
    formKey: desk.newFormKey(),
    language,
    path: `/booking/${token}`,
    policy: services?.configuration.cancellation.policyText ?? null,
    phone: location.phone,
    bookHref: `/book/${location.id}`,
    done: null,
    problem: null,
    ...more,
  };
}

async function showBooking(desk: BookingDesk, place: Known, token: string, more: Told): Promise<PageAnswer> {
  const view = await viewOf(desk, place, token, more);
  const isPending = view.booking.status === "pending";
  return showPage({
    status: view.problem === null ? 200 : 409,
    title: `Your booking, ${dayTimeWords(view.when)}`,
    venue: bookingVenue(place),
    modules: isPending ? ["forms", "await-answer"] : ["forms"],
    ...(isPending ? { reloadSeconds: 15 } : {}),
    main: manageMain(view),
  });
}

/** The finder for the booking, or, once a time is chosen, the question whether to move there. */
async function showChange(
  desk: BookingDesk,
  place: Known,
  token: string,
  query: URLSearchParams,
  refused?: Refusal,
): Promise<PageAnswer> {
  const { booking, database, location, state } = place;
  const venue = await readGuestVenue(desk, database.read, state);
  if (isRefusal(venue)) return showBooking(desk, place, token, { problem: problemWords(venue) });
  if (!guestMay(booking, state).change) return redirectTo(`/booking/${token}`);
  const shared = { title: "Change your booking", venue: bookingVenue(place) };
  const view = await viewOf(desk, place, token);
  const chosen = readChosen(desk.tokens, place, venue, query.get("slot"), view.language);
  if (chosen !== undefined) return showPage({ ...shared, modules: ["forms"], main: confirmChangeMain(view, chosen) });
  const question = { party: query.get("party"), date: query.get("date"), area: query.get("area") };
  const book = desk.books.at(state.location);
  const finder = await whenAsked(place, () => readFinder(database.read, { book, state, venue }, question, { booking }));
  if ("kind" in finder) return finder;
  const path = `/booking/${token}/change`;
  return showPage({
    ...shared,
    status: refused === undefined ? 200 : 409,
    modules: ["finder"],
    main: finderMain({
      finder,
      venue,
      language: view.language,
      path,
      choose: { method: "get", action: path },
      // Bound to the area that is shown when they are asked whether to move there.
      slotToken: (each) =>
        issueSlot(desk.tokens, venue, each, { appId: null, partySize: finder.party, areaId: each.areaId }).token,
      phone: location.phone,
      joinHref: null,
      heading: html`<h1>Change your booking</h1>
        <p class="lead">
          Now: ${offerWords(view.when, booking.party_size, booking.area_name)}. It stays yours until you confirm another
          time.
          <a href="/booking/${token}">Keep it as it is</a>
        </p>`,
      problem: refused === undefined ? null : problemWords(refused),
    }),
  });
}

/** The slot that a guest asks to move to, if it is one of this location. */
function readChosen(
  tokens: BookingDesk["tokens"],
  { state }: Known,
  venue: GuestVenue,
  slotToken: string | null,
  language: string,
): ChosenSlot | undefined {
  const slot = slotToken === null ? undefined : tokens.read(slotToken, null);
  if (slotToken === null || slot === undefined || isRefusal(slot) || slot.locationId !== venue.locationId)
    return undefined;
  const { areaId, partySize } = slot;
  return {
    when: whenOf(servicesOf(state, { kept_by: venue.keptBy }), slot.startsAt, venue.timeZone, language),
    partySize,
    areaId,
    areaName: venue.areas.find((area) => area.areaId === areaId)?.name ?? null,
    slotToken,
  };
}

async function change(desk: BookingDesk, place: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const version = Number(form.get("version"));
  const slotToken = form.get("slot") ?? "";
  const expectedVersion = Number.isSafeInteger(version) && version > 0 ? version : undefined;
  const changed = await commit(desk, place, form, { slotToken, notes: undefined, expectedVersion });
  if ("kind" in changed) return changed;
  if (!isRefusal(changed)) return redirectTo(`/booking/${token}?done=changed`);
  if (staysAtBooking.has(changed.code)) return showBooking(desk, place, token, { problem: problemWords(changed) });
  const venue = await readGuestVenue(desk, place.database.read, place.state);
  const slot = desk.tokens.read(slotToken, null);
  if (isRefusal(slot) || isRefusal(venue)) return showChange(desk, place, token, new URLSearchParams(), changed);
  // What else is free for as many on the day that they asked for.
  const asked = { party: String(slot.partySize), date: venue.days.dateOf(slot.startsAt) };
  return showChange(desk, place, token, new URLSearchParams(asked), changed);
}

/** After these no other time helps. */
const staysAtBooking = new Set(["stale_version", "not_changeable", "provider_unreachable", "operation_in_progress"]);

async function writeNote(desk: BookingDesk, place: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const typed = (form.get("note") ?? "").replaceAll("\r\n", "\n").replaceAll("\0", "").trim();
  if (typed === (place.booking.notes ?? "")) return redirectTo(`/booking/${token}?done=same`);
  if (typed.length > 2000)
    return showBooking(desk, place, token, { problem: "Shorten the note to 2,000 characters.", typedNote: typed });
  const notes = typed === "" ? null : typed;
  const changed = await commit(desk, place, form, { slotToken: undefined, notes, expectedVersion: undefined });
  if ("kind" in changed) return changed;
  if (isRefusal(changed)) return showBooking(desk, place, token, { problem: problemWords(changed), typedNote: typed });
  return redirectTo(`/booking/${token}?done=noted`);
}

/** Changes the booking; leads to the page of the request where its provider has yet to answer. */
async function commit(
  desk: BookingDesk,
  { database, location, booking }: Known,
  form: URLSearchParams,
  change: BookingChange,
): Promise<Booking | Refusal | ReturnType<typeof redirectTo>> {
  const content = JSON.stringify([change.slotToken, change.notes, change.expectedVersion]);
  const request = requestTokenOf(formKeyOf(form, desk.newFormKey), [booking.id, "change", content]);
  const book = await desk.books.ofBooking(database.read, booking.id);
  const changed = await writeInBook(database, book.change(null, booking.id, change), request);
  return isRefusal(changed) && isUnanswered(changed, request) ? redirectTo(requestPath(location.id, request)) : changed;
}

async function cancel(desk: BookingDesk, place: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const { database, booking, location } = place;
  const typed = (form.get("reason") ?? "").replaceAll("\0", "").trim().slice(0, 500);
  const reason = typed === "" ? null : typed;
  const request = requestTokenOf(formKeyOf(form, desk.newFormKey), [booking.id, "cancel", typed]);
  const book = await desk.books.ofBooking(database.read, booking.id);
  const way = book.cancel(null, booking.id, { reason, expectedVersion: undefined });
  const cancelled = await writeInBook(database, way, request);
  if (!isRefusal(cancelled)) return redirectTo(`/booking/${token}`);
  if (isUnanswered(cancelled, request)) return redirectTo(requestPath(location.id, request));
  return showBooking(desk, place, token, { problem: problemWords(cancelled) });
}
