/** The pages of `/booking/{token}`: read, change, cancel one's booking, write a note, take it into a calendar. */
import type { BookingChange } from "../../bookings/make/change-booking.command.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import { issueSlot } from "../../bookings/search/offer.ts";
import { unfinished } from "../../bookings/provider/provider-operation.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { html } from "../../pages/html.ts";
import {
  getPage,
  keptBy,
  postPage,
  redirectTo,
  showPage,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
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
  visitWords,
  type ChosenSlot,
  type ManageView,
} from "./booking-manage-page.ts";
import {
  findBookingAndLocation,
  keptHere,
  readGuestVenue,
  type BookingLocation,
} from "../book/booking-location.query.ts";
import { bookingVenue, noSuchBooking, readerAt } from "../book/booking-shared-page.ts";
import { whenAsked } from "../book/booking.pages.ts";
import { dayTimeWords, whenOf } from "../book/booking-when.ts";
import { venueWords } from "../shared/venue-words.ts";
import { problemWords } from "../book/booking-words.ts";
import { servicesOf, type GuestVenue } from "../book/guest-venue.ts";
import { findRefusedRequest } from "./guest-request.query.ts";

type Known = BookingLocation & { readonly booking: Booking; readonly reader: Reader };

/** The pages on which a booking is managed. */
export function managePages(deps: GuestBookingDeps): PageRoute[] {
  const known =
    (run: (here: Known, token: string) => Promise<PageAnswer>) =>
    async (call: PageCall<"token">): Promise<PageAnswer> => {
      const { token } = call.params;
      const found = await findBookingAndLocation(deps, token);
      if (found === undefined) return noSuchBooking(call);
      return run({ ...found, reader: readerAt(call, found, found.booking.language) }, token);
    };
  const keeps = ({ params }: { readonly params: { readonly token: string } }) => keptHere(deps).booking(params.token);
  return keptBy(keeps, [
    getPage("/booking/{token}", (call) =>
      known(async (here, token) => {
        const refused = await findRefusedRequest(here, call.query.get("request"));
        const problem = refused === undefined ? null : problemWords(unfinished(refused), here.reader);
        return showBooking(deps, here, token, { done: call.query.get("done"), problem });
      })(call),
    ),
    getPage("/booking/{token}/calendar.ics", (call) =>
      known(async (here, token) => ({
        kind: "file",
        contentType: "text/calendar; charset=utf-8",
        fileName: "booking.ics",
        body: bookingCalendar(here.booking, here, `${deps.baseUrl()}/booking/${token}`, here.reader),
      }))(call),
    ),
    getPage("/booking/{token}/change", (call) =>
      known((here, token) => showChange(deps, here, token, call.query))(call),
    ),
    postPage("/booking/{token}/change", (call) => known((here, token) => change(deps, here, token, call.form))(call)),
    postPage("/booking/{token}/note", (call) => known((here, token) => writeNote(deps, here, token, call.form))(call)),
    getPage("/booking/{token}/cancel", (call) =>
      known(async (here, token) =>
        guestMay(here.booking, here.state).cancel
          ? showPage({
              title: visitWords(here.reader)("cancel.page"),
              reader: here.reader,
              venue: bookingVenue(here, here.reader),
              modules: ["forms"],
              main: cancelMain(await viewOf(deps, here, token)),
            })
          : redirectTo(`/booking/${token}`),
      )(call),
    ),
    postPage("/booking/{token}/cancel", (call) => known((here, token) => cancel(deps, here, token, call.form))(call)),
  ]);
}

type Told = Partial<Pick<ManageView, "done" | "problem" | "typedNote">>;

async function viewOf(deps: GuestBookingDeps, here: Known, token: string, more: Told = {}): Promise<ManageView> {
  const { booking, location, state, database, reader } = here;
  const services = servicesOf(state, booking);
  const venue = await readGuestVenue(deps, database.read, state);
  const words = venueWords(here, reader);
  return {
    booking,
    when: whenOf(services, booking.starts_at, booking.time_zone, reader, state.now),
    may: guestMay(booking, state),
    // While the restaurant decides, what was sent with the request is the note.
    takesNotes: (isRefusal(venue) ? booking.kept_by === "native" : venue.changesNotes) && booking.status !== "pending",
    isLeft: booking.kept_by !== location.booking_mode,
    formKey: deps.newFormKey(),
    reader,
    now: state.now,
    path: `/booking/${token}`,
    policy: services === null ? null : words.policy,
    area: words.area(booking.area_id, booking.area_name),
    experience: words.experience(booking.experience_id, booking.experience_name),
    phone: location.phone,
    bookHref: `/book/${location.id}`,
    googleHref: bookingGoogleLink(booking, here, reader),
    venueName: bookingVenue(here, reader).name,
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
    title: visitWords(here.reader)("title", { when: dayTimeWords(view.when) }),
    reader: here.reader,
    venue: bookingVenue(here, here.reader),
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
  const { booking, database, location, state, reader } = here;
  const venue = await readGuestVenue(deps, database.read, state);
  if (isRefusal(venue)) return showBooking(deps, here, token, { problem: problemWords(venue, reader) });
  if (!guestMay(booking, state).change) return redirectTo(`/booking/${token}`);
  const say = visitWords(reader);
  const shared = { title: say("move.title"), reader, venue: bookingVenue(here, reader) };
  const view = await viewOf(deps, here, token);
  const chosen = readChosen(deps.tokens, here, venue, query.get("slot"), reader);
  if (chosen !== undefined) return showPage({ ...shared, modules: ["forms"], main: confirmChangeMain(view, chosen) });
  const question = { party: query.get("party"), date: query.get("date"), area: query.get("area") };
  const book = deps.books.at(state.location);
  const finder = await whenAsked(here, reader, () =>
    readFinder(database.read, { book, state, venue }, question, { booking }),
  );
  if ("kind" in finder) return finder;
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

/** The slot that a guest asks to move to, if it is one of this location. */
function readChosen(
  tokens: GuestBookingDeps["tokens"],
  here: Known,
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

async function change(deps: GuestBookingDeps, here: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const version = Number(form.get("version"));
  const slotToken = form.get("slot") ?? "";
  const expectedVersion = Number.isSafeInteger(version) && version > 0 ? version : undefined;
  const changed = await commit(deps, here, form, { slotToken, notes: undefined, expectedVersion });
  if ("kind" in changed) return changed;
  if (!isRefusal(changed)) return redirectTo(`/booking/${token}?done=changed`);
  if (staysAtBooking.has(changed.code))
    return showBooking(deps, here, token, { problem: problemWords(changed, here.reader) });
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
    return showBooking(deps, here, token, {
      problem: visitWords(here.reader)("note.long", { max: 2000 }),
      typedNote: typed,
    });
  const notes = typed === "" ? null : typed;
  const changed = await commit(deps, here, form, { slotToken: undefined, notes, expectedVersion: undefined });
  if ("kind" in changed) return changed;
  if (isRefusal(changed))
    return showBooking(deps, here, token, { problem: problemWords(changed, here.reader), typedNote: typed });
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
  return showBooking(deps, here, token, { problem: problemWords(cancelled, here.reader) });
}
