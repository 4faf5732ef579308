/** The pages of `/booking/{token}`: read, change, cancel one's booking, write a note, take it into a calendar. */
import { cancelForGuest } from "../../bookings/make/cancel-booking.command.ts";
import { changeBooking, type BookingChange } from "../../bookings/make/change-booking.command.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import { requireBookable, type BookableState } from "../../bookings/venue/venue.query.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { html } from "../../pages/html.ts";
import { getPage, keptBy, postPage, redirectTo, showPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
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
import { issueSlot } from "../book/booking-offer.ts";
import { findBookingPlace, keptHere, type BookingPlace } from "../book/booking-place.query.ts";
import { bookingVenue, noSuchBooking } from "../book/booking-shared-page.ts";
import { dayTimeWords, serviceDateOf, whenOf } from "../book/booking-when.ts";
import { languageOf, problemWords } from "../book/booking-words.ts";

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
      known(async (place, token) => showBooking(place, token, { done: query.get("done") }))(params.token),
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
        guestMay(place.booking, place.state.now).cancel
          ? showPage({
              title: "Cancel your booking",
              venue: bookingVenue(place),
              modules: ["forms"],
              main: cancelMain(viewOf(place, token)),
            })
          : redirectTo(`/booking/${token}`),
      )(params.token),
    ),
    postPage("/booking/{token}/cancel", ({ params, form }) =>
      known((place, token) => cancel(desk, place, token, form))(params.token),
    ),
  ]);
}

function viewOf(
  { booking, location, state }: Known,
  token: string,
  more: Partial<Pick<ManageView, "done" | "problem" | "typedNote">> = {},
): ManageView {
  const language = languageOf(location.address.country);
  return {
    booking,
    when: whenOf(state.venue, booking.starts_at, booking.time_zone, language),
    now: state.now,
    language,
    path: `/booking/${token}`,
    policy: state.venue?.configuration.cancellation.policyText ?? null,
    phone: location.phone,
    bookHref: `/book/${location.id}`,
    done: null,
    problem: null,
    ...more,
  };
}

function showBooking(
  place: Known,
  token: string,
  more: Partial<Pick<ManageView, "done" | "problem" | "typedNote">>,
): PageAnswer {
  const view = viewOf(place, token, more);
  return showPage({
    status: view.problem === null ? 200 : 409,
    title: `Your booking, ${dayTimeWords(view.when)}`,
    venue: bookingVenue(place),
    modules: ["forms"],
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
  const { booking, database, location } = place;
  const state = requireBookable(place.state);
  if (isRefusal(state)) return showBooking(place, token, { problem: problemWords(state) });
  if (!guestMay(booking, state.now).change) return redirectTo(`/booking/${token}`);
  const tokens = desk.tokens;
  const shared = { title: "Change your booking", venue: bookingVenue(place) };
  const view = viewOf(place, token);
  const chosen = readChosen(tokens, state, query.get("slot"), view.language);
  if (chosen !== undefined) return showPage({ ...shared, modules: ["forms"], main: confirmChangeMain(view, chosen) });
  const question = { party: query.get("party"), date: query.get("date"), area: query.get("area") };
  const finder = await readFinder(database.read, state, question, { booking });
  const path = `/booking/${token}/change`;
  return showPage({
    ...shared,
    status: refused === undefined ? 200 : 409,
    modules: ["finder"],
    main: finderMain({
      finder,
      venue: state.venue,
      language: view.language,
      path,
      choose: { method: "get", action: path },
      // Bound to the area that is shown when they are asked whether to move there.
      slotToken: (each) => issueSlot(tokens, state, each, { partySize: finder.party, areaId: each.areaId }).token,
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

/** The slot that a guest asks to move to, if it is one of this place. */
function readChosen(
  tokens: BookingDesk["tokens"],
  { venue }: BookableState,
  slotToken: string | null,
  language: string,
): ChosenSlot | undefined {
  const slot = slotToken === null ? undefined : tokens.read(slotToken, null);
  if (slotToken === null || slot === undefined || isRefusal(slot) || slot.locationId !== venue.locationId)
    return undefined;
  const { areaId, partySize } = slot;
  return {
    when: whenOf(venue, slot.startsAt, venue.timeZone, language),
    partySize,
    areaId,
    areaName: venue.areas.find((area) => area.areaId === areaId)?.name ?? null,
    slotToken,
  };
}

async function change(desk: BookingDesk, place: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const version = Number(form.get("version"));
  const slotToken = form.get("slot") ?? "";
  const changed = await commit(desk, place, {
    slotToken,
    notes: undefined,
    expectedVersion: Number.isSafeInteger(version) && version > 0 ? version : undefined,
  });
  if (!isRefusal(changed)) return redirectTo(`/booking/${token}?done=changed`);
  if (changed.code === "stale_version" || changed.code === "not_changeable")
    return showBooking(place, token, { problem: problemWords(changed) });
  const { venue } = place.state;
  const slot = desk.tokens.read(slotToken, null);
  if (isRefusal(slot) || venue === null) return showChange(desk, place, token, new URLSearchParams(), changed);
  // What else is free for as many on the day that they asked for.
  const asked = { party: String(slot.partySize), date: serviceDateOf(venue, slot.startsAt) };
  return showChange(desk, place, token, new URLSearchParams(asked), changed);
}

async function writeNote(desk: BookingDesk, place: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const typed = (form.get("note") ?? "").replaceAll("\r\n", "\n").replaceAll("\0", "").trim();
  if (typed === (place.booking.notes ?? "")) return redirectTo(`/booking/${token}?done=same`);
  if (typed.length > 2000)
    return showBooking(place, token, { problem: "Shorten the note to 2,000 characters.", typedNote: typed });
  const notes = typed === "" ? null : typed;
  const changed = await commit(desk, place, { slotToken: undefined, notes, expectedVersion: undefined });
  if (isRefusal(changed)) return showBooking(place, token, { problem: problemWords(changed), typedNote: typed });
  return redirectTo(`/booking/${token}?done=noted`);
}

async function commit(
  desk: BookingDesk,
  { database, location, booking }: Known,
  request: BookingChange,
): Promise<Booking | Refusal> {
  const releasePermit = await desk.permits.at(location.id);
  try {
    return await database.transaction((tx) => changeBooking(tx, desk.tokens, null, booking.id, request));
  } finally {
    releasePermit();
  }
}

async function cancel(desk: BookingDesk, place: Known, token: string, form: URLSearchParams): Promise<PageAnswer> {
  const reason = (form.get("reason") ?? "").replaceAll("\0", "").trim().slice(0, 500);
  const releasePermit = await desk.permits.at(place.location.id);
  try {
    const request = { reason: reason === "" ? null : reason, expectedVersion: undefined };
    const cancelled = await place.database.transaction((tx) => cancelForGuest(tx, null, place.booking.id, request));
    if (isRefusal(cancelled)) return showBooking(place, token, { problem: problemWords(cancelled) });
    return redirectTo(`/booking/${token}`);
  } finally {
    releasePermit();
  }
}
