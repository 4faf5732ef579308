/** The pages of `/booking/{token}`: read, change, cancel one's booking, write a note, take it into a calendar. */
import type { BookingChange } from "../../bookings/make/change-booking.command.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import { issueSlot } from "../../bookings/search/offer.ts";
import { unfinished } from "../../bookings/provider/provider-operation.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { html } from "../../pages/html.ts";
import { getPage, keptBy, postPage, redirectTo, showPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { formKeyOf, requestPath, requestTokenOf } from "../shared/guest-request.ts";
import { isUnanswered, writeInBook } from "../shared/write-in-book.command.ts";
import { bookingCalendar, bookingGoogleLink } from "./booking-calendar.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
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
import {
  findBookingAndLocation,
  keptHere,
  readGuestVenue,
  type BookingLocation,
} from "../book/booking-location.query.ts";
import { bookingVenue, noSuchBooking } from "../book/booking-shared-page.ts";
import { whenAsked } from "../book/booking.pages.ts";
import { dayTimeWords, whenOf } from "../book/booking-when.ts";
import { languageOf, problemWords } from "../book/booking-words.ts";
import { servicesOf, type GuestVenue } from "../book/guest-venue.ts";
import { findRefusedRequest } from "./guest-request.query.ts";

type Known = BookingLocation & { readonly booking: Booking };

/** The pages on which a booking is managed. */
export function managePages(deps: GuestBookingDeps): PageRoute[] {
  const known =
    (run: (here: Known, token: string) => Promise<PageAnswer>) =>
    async (token: string): Promise<PageAnswer> => {
      const here = await findBookingAndLocation(deps, token);
      return here === undefined ? noSuchBooking : run(here, token);
    };
  const keeps = ({ params }: { readonly params: { readonly token: string } }) => keptHere(deps).booking(params.token);
  return keptBy(keeps, [
    getPage("/booking/{token}", ({ params, query }) =>
      known(async (here, token) => {
        const refused = await findRefusedRequest(here, query.get("request"));
        const problem = refused === undefined ? null : problemWords(unfinished(refused));
        return showBooking(deps, here, token, { done: query.get("done"), problem });
      })(params.token),
    ),
    getPage("/booking/{token}/calendar.ics", ({ params }) =>
      known(async (here, token) => ({
        kind: "file",
        contentType: "text/calendar; charset=utf-8",
        fileName: "booking.ics",
        body: bookingCalendar(here.booking, here, `${deps.baseUrl()}/booking/${token}`),
      }))(params.token),
    ),
    getPage("/booking/{token}/change", ({ params, query }) =>
      known((here, token) => showChange(deps, here, token, query))(params.token),
    ),
    postPage("/booking/{token}/change", ({ params, form }) =>
      known((here, token) => change(deps, here, token, form))(params.token),
    ),
    postPage("/booking/{token}/note", ({ params, form }) =>
      known((here, token) => writeNote(deps, here, token, form))(params.token),
    ),
    getPage("/booking/{token}/cancel", ({ params }) =>
      known(async (here, token) =>
        guestMay(here.booking, here.state).cancel
          ? showPage({
              title: "Cancel your booking",
              venue: bookingVenue(here),
              modules: ["forms"],
              main: cancelMain(await viewOf(deps, here, token)),
            })
          : redirectTo(`/booking/${token}`),
      )(params.token),
    ),
    postPage("/booking/{token}/cancel", ({ params, form }) =>
      known((here, token) => cancel(deps, here, token, form))(params.token),
    ),
  ]);
}

type Told = Partial<Pick<ManageView, "done" | "problem" | "typedNote">>;

async function viewOf(deps: GuestBookingDeps, here: Known, token: string, more: Told = {}): Promise<ManageView> {
  const { booking, location, state, database } = here;
  const language = languageOf(location.address.country);
  const services = servicesOf(state, booking);
  const venue = await readGuestVenue(deps, database.read, state);
  return {
    booking,
    when: whenOf(services, booking.starts_at, booking.time_zone, language),
    may: guestMay(booking, state),
    // While the restaurant decides, what was sent with the request is the note.
    takesNotes: (isRefusal(venue) ? booking.kept_by === "native" : venue.changesNotes) && booking.status !== "pending",
    isLeft: booking.kept_by !== location.booking_mode,
    formKey: deps.newFormKey(),
    language,
    now: state.now,
    path: `/booking/${token}`,
    policy: services?.configuration.cancellation.policyText ?? null,
    phone: location.phone,
    bookHref: `/book/${location.id}`,
    googleHref: bookingGoogleLink(booking, location),
    venueName: location.name ?? "Restaurant",
    done: null,
    problem: null,
    ...more,
  };
}

async function showBooking(deps: GuestBookingDeps, here: Known, token: string, more: Told): Promise<PageAnswer> {
  const view = await viewOf(deps, here, token, more);
  const isPending = view.booking.status === "pending";
  return showPage({
    status: view.problem === null ? 200 : 409,
    title: `Your booking, ${dayTimeWords(view.when)}`,
    venue: bookingVenue(here),
    modules: [...(isPending ? ["forms", "await-answer"] : ["forms"]), "remember", "pay-link"],
    ...(isPending ? { reloadSeconds: 15 } : {}),
    main: manageMain(view),
  });
}

/** The finder for the booking, or, once a time is chosen, the question whether to move there. */
async function showChange(
  deps: GuestBookingDeps,
  here: Known,
  token: string,
  query: URLSearchParams,
  refused?: Refusal,
): Promise<PageAnswer> {
  const { booking, database, location, state } = here;
  const venue = await readGuestVenue(deps, database.read, state);
  if (isRefusal(venue)) return showBooking(deps, here, token, { problem: problemWords(venue) });
  if (!guestMay(booking, state).change) return redirectTo(`/booking/${token}`);
  const shared = { title: "Change your booking", venue: bookingVenue(here) };
  const view = await viewOf(deps, here, token);
  const chosen = readChosen(deps.tokens, here, venue, query.get("slot"), view.language);
  if (chosen !== undefined) return showPage({ ...shared, modules: ["forms"], main: confirmChangeMain(view, chosen) });
  const question = { party: query.get("party"), date: query.get("date"), area: query.get("area") };
  const book = deps.books.at(state.location);
  const finder = await whenAsked(here, () => readFinder(database.read, { book, state, venue }, question, { booking }));
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
        issueSlot(deps.tokens, venue, each, { appId: null, partySize: finder.party, areaId: each.areaId }).token,
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
  tokens: GuestBookingDeps["tokens"],
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

async function change(deps: GuestBookingDeps, here: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const version = Number(form.get("version"));
  const slotToken = form.get("slot") ?? "";
  const expectedVersion = Number.isSafeInteger(version) && version > 0 ? version : undefined;
  const changed = await commit(deps, here, form, { slotToken, notes: undefined, expectedVersion });
  if ("kind" in changed) return changed;
  if (!isRefusal(changed)) return redirectTo(`/booking/${token}?done=changed`);
  if (staysAtBooking.has(changed.code)) return showBooking(deps, here, token, { problem: problemWords(changed) });
  const venue = await readGuestVenue(deps, here.database.read, here.state);
  const slot = deps.tokens.read(slotToken, null);
  if (isRefusal(slot) || isRefusal(venue)) return showChange(deps, here, token, new URLSearchParams(), changed);
  // What else is free for as many on the day that they asked for.
  const asked = { party: String(slot.partySize), date: venue.days.dateOf(slot.startsAt) };
  return showChange(deps, here, token, new URLSearchParams(asked), changed);
}

/** After these no other time helps. */
const staysAtBooking = new Set(["stale_version", "not_changeable", "provider_unreachable", "operation_in_progress"]);

async function writeNote(
  deps: GuestBookingDeps,
  here: Known,
  token: string,
  form: URLSearchParams,
): Promise<PageAnswer> {
  const typed = (form.get("note") ?? "").replaceAll("\r\n", "\n").replaceAll("\0", "").trim();
  if (typed === (here.booking.notes ?? "")) return redirectTo(`/booking/${token}?done=same`);
  if (typed.length > 2000)
    return showBooking(deps, here, token, { problem: "Shorten the note to 2,000 characters.", typedNote: typed });
  const notes = typed === "" ? null : typed;
  const changed = await commit(deps, here, form, { slotToken: undefined, notes, expectedVersion: undefined });
  if ("kind" in changed) return changed;
  if (isRefusal(changed)) return showBooking(deps, here, token, { problem: problemWords(changed), typedNote: typed });
  return redirectTo(`/booking/${token}?done=noted`);
}

/** Changes the booking; leads to the page of the request where its provider has yet to answer. */
async function commit(
  deps: GuestBookingDeps,
  { database, location, booking }: Known,
  form: URLSearchParams,
  change: BookingChange,
): Promise<Booking | Refusal | ReturnType<typeof redirectTo>> {
  const content = JSON.stringify([change.slotToken, change.notes, change.expectedVersion]);
  const request = requestTokenOf(formKeyOf(form, deps.newFormKey), [booking.id, "change", content]);
  const book = await deps.books.ofBooking(database.read, booking.id);
  const changed = await writeInBook(database, book.change(null, booking.id, change), request);
  return isRefusal(changed) && isUnanswered(changed, request) ? redirectTo(requestPath(location.id, request)) : changed;
}

async function cancel(deps: GuestBookingDeps, here: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const { database, booking, location } = here;
  const typed = (form.get("reason") ?? "").replaceAll("\0", "").trim().slice(0, 500);
  const reason = typed === "" ? null : typed;
  const request = requestTokenOf(formKeyOf(form, deps.newFormKey), [booking.id, "cancel", typed]);
  const book = await deps.books.ofBooking(database.read, booking.id);
  const way = book.cancel(null, booking.id, { reason, expectedVersion: undefined });
  const cancelled = await writeInBook(database, way, request);
  if (!isRefusal(cancelled)) return redirectTo(`/booking/${token}`);
  if (isUnanswered(cancelled, request)) return redirectTo(requestPath(location.id, request));
  return showBooking(deps, here, token, { problem: problemWords(cancelled) });
}
