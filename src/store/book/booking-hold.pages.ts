/** The pages of `/book/{locationId}/hold/{token}`: who is coming, and the booking. The token is the right to the hold. */
import { bookGuestHold } from "../../bookings/make/book-guest-hold.command.ts";
import { findBookingToken } from "../../bookings/aftercare/guest-bookings.query.ts";
import { hashGuestToken } from "../../bookings/book/guest-token.ts";
import { releaseHold } from "../../bookings/make/hold-slot.command.ts";
import { requireBookable, type BookableState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import {
  getPage,
  keptBy,
  messagePage,
  postPage,
  redirectTo,
  showPage,
  type PageAnswer,
  type PageRoute,
} from "../../pages/page.ts";
import type { BookingDesk } from "./booking-desk.ts";
import { emptyForm, holdMain, readContact, type HoldView } from "./booking-hold-page.ts";
import { showFinder } from "./booking.pages.ts";
import { findHoldPlace, keptHere, type BookingPlace } from "./booking-place.query.ts";
import { bookingVenue, noSuchBooking, notBookablePage } from "./booking-shared-page.ts";
import { serviceDateOf, whenOf } from "./booking-when.ts";
import { languageOf } from "./booking-words.ts";

/** The pages on which a held table is booked. */
export function holdPages(desk: BookingDesk): PageRoute[] {
  const keeps = ({ params }: { readonly params: HoldParams }) => keptHere(desk).hold(params.token);
  return keptBy(keeps, [
    getPage("/book/{locationId}/hold/{token}", ({ params }) => showHold(desk, params, undefined)),
    postPage("/book/{locationId}/hold/{token}", ({ params, form }) => book(desk, params, form)),
    postPage("/book/{locationId}/hold/{token}/release", ({ params }) => release(desk, params)),
  ]);
}

interface HoldParams {
  readonly locationId: string;
  readonly token: string;
}

type Tried = Pick<HoldView, "form" | "mistakes" | "refused">;

async function showHold(desk: BookingDesk, params: HoldParams, tried: Tried | undefined): Promise<PageAnswer> {
  const place = await findHoldPlace(desk, params.token);
  if (place === undefined || place.location.id !== params.locationId)
    return messagePage(
      404,
      "This step is over",
      "The address is not complete, or the time was given up. Look for a table again.",
      {
        next: { href: `/book/${encodeURIComponent(params.locationId)}`, label: "Find a table" },
      },
    );
  const state = requireBookable(place.state);
  if (isRefusal(state)) return notBookablePage(place);
  const { hold: held } = place;
  if (held.booking_id !== null)
    return toBooking(desk, place, held.booking_id, tried === undefined ? "" : "?done=already");
  if (held.status === "released") return redirectTo(finderHrefOf(state, place));
  const { timeZone } = state.venue;
  const language = languageOf(place.location.address.country);
  return showPage({
    status: tried === undefined ? 200 : tried.refused === undefined ? 422 : 409,
    title: "Who is coming?",
    venue: bookingVenue(place),
    modules: ["hold", "forms"],
    main: holdMain({
      hold: held,
      when: whenOf(state.venue, held.starts_at, timeZone, language),
      timeZone,
      now: state.now,
      language,
      path: `/book/${place.location.id}/hold/${params.token}`,
      contactRequired: state.venue.configuration.contactRequired,
      policy: state.venue.configuration.cancellation.policyText,
      phone: place.location.phone,
      ...(tried ?? { form: emptyForm, mistakes: {}, refused: undefined }),
    }),
  });
}

async function toBooking(
  desk: BookingDesk,
  { database }: BookingPlace,
  id: Id<"bkg">,
  query: string,
): Promise<PageAnswer> {
  const token = await findBookingToken(database.read, desk.guestTokens, id);
  return token === undefined ? noSuchBooking : redirectTo(`/booking/${token}${query}`);
}

/** The finder at what a hold was chosen from: its day, party and area. */
function finderHrefOf(
  { venue }: BookableState,
  { location, hold: held }: { readonly hold: HoldView["hold"] } & BookingPlace,
): string {
  const query = new URLSearchParams({ party: String(held.party_size), date: serviceDateOf(venue, held.starts_at) });
  if (held.wanted_area_id !== null) query.set("area", held.wanted_area_id);
  return `/book/${location.id}?${query.toString()}`;
}

async function book(desk: BookingDesk, params: HoldParams, sent: URLSearchParams): Promise<PageAnswer> {
  const place = await findHoldPlace(desk, params.token);
  if (place === undefined) return showHold(desk, params, undefined);
  const state = requireBookable(place.state);
  if (isRefusal(state)) return notBookablePage(place);
  const { form, mistakes } = readContact(sent, state.venue.configuration.contactRequired, place.state.location.country);
  if (Object.keys(mistakes).length > 0) return showHold(desk, params, { form, mistakes, refused: undefined });
  const { database, location, hold: held } = place;
  const guestTokens = desk.guestTokens;
  const releasePermit = await desk.permits.at(location.id);
  try {
    const booking = await database.transaction((tx) =>
      bookGuestHold(tx, desk.tokens, held.id, {
        guest: {
          first_name: form.first,
          last_name: form.last,
          ...(form.phone === "" ? {} : { phone: form.phone }),
          ...(form.email === "" ? {} : { email: form.email }),
        },
        notes: form.notes === "" ? null : form.notes,
        guestTokenHashOf: (id) => hashGuestToken(guestTokens.bookingToken(id)),
      }),
    );
    if (!isRefusal(booking)) return await toBooking(desk, place, booking.id, "?done=booked");
    if (booking.code === "slot_unavailable" || booking.code === "hold_expired")
      return await showFinder(desk, params.locationId, {
        query: new URLSearchParams(finderHrefOf(state, place).split("?")[1]),
        before: params.token,
        refused: booking,
      });
    return await showHold(desk, params, { form, mistakes: {}, refused: booking });
  } finally {
    releasePermit();
  }
}

async function release(desk: BookingDesk, params: HoldParams): Promise<PageAnswer> {
  const place = await findHoldPlace(desk, params.token);
  if (place === undefined) return showHold(desk, params, undefined);
  const releasePermit = await desk.permits.at(place.location.id);
  try {
    const released = await place.database.transaction((tx) => releaseHold(tx, null, place.hold.id));
    if (isRefusal(released)) return await showHold(desk, params, undefined);
  } finally {
    releasePermit();
  }
  const state = requireBookable(place.state);
  return isRefusal(state) ? notBookablePage(place) : redirectTo(finderHrefOf(state, place));
}
