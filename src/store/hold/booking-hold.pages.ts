/** The pages of `/book/{locationId}/hold/{token}`: who is coming, and the booking. The token is the right to the hold. */
import { findBookingToken } from "../../bookings/aftercare/guest-bookings.query.ts";
import { hashGuestToken } from "../../bookings/book/guest-token.ts";
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
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import { choicesOf } from "../book/booking-words.ts";
import { bookedQuery, readToldBy } from "../shared/told-by.ts";
import { formKeyOf, requestPath, requestTokenOf } from "../shared/guest-request.ts";
import { isUnanswered, writeInBook } from "../shared/write-in-book.command.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { holdMain, type HoldView } from "./booking-hold-page.ts";
import { emptyForm, readContact, requestOf } from "./contact-form.ts";
import { showFinder } from "../book/booking.pages.ts";
import { findHoldAndLocation, keptHere, readGuestVenue, type BookingLocation } from "../book/booking-location.query.ts";
import { bookingVenue, bookingWords, noSuchBooking, notBookablePage, readerAt } from "../book/booking-shared-page.ts";
import { whenOf } from "../book/booking-when.ts";
import type { Reader } from "../../pages/reader.ts";
import { servicesOf, type GuestVenue } from "../book/guest-venue.ts";
import { venueWords } from "../shared/venue-words.ts";

/** The pages on which a held table is booked. */
export function holdPages(deps: GuestBookingDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: HoldParams }) => keptHere(deps).hold(params.token);
  return keptBy(keeps, [
    getPage("/book/{locationId}/hold/{token}", (call) => showHold(deps, call, undefined)),
    postPage("/book/{locationId}/hold/{token}", (call) => book(deps, call)),
    postPage("/book/{locationId}/hold/{token}/release", (call) => release(deps, call)),
  ]);
}

interface HoldParams {
  readonly locationId: string;
  readonly token: string;
}

/** A form that was sent and did not lead on. */
export interface TriedForm extends Pick<HoldView, "form" | "mistakes" | "refused"> {
  /** Of the next sending: the same while the restaurant has not said no. */
  readonly formKey: string;
}

type Call = PageCall<keyof HoldParams>;

async function showHold(deps: GuestBookingDeps, call: Call, tried: TriedForm | undefined): Promise<PageAnswer> {
  const { params } = call;
  const here = await findHoldAndLocation(deps, params.token);
  if (here === undefined || here.location.id !== params.locationId) return stepOver(call);
  const reader = readerAt(call, here);
  const venue = await readGuestVenue(deps, here.database.read, here.state);
  if (isRefusal(venue)) return notBookablePage(here, reader);
  const { hold: held, channels } = here;
  if (held.booking_id !== null)
    return toBooking(deps, here, { id: held.booking_id, query: tried === undefined ? "" : "?done=already", call });
  if (held.status === "released") return redirectTo(finderHrefOf(venue, here));
  const { party_size: partySize, kept_by: keptBy, experience } = held;
  const words = venueWords(here, reader);
  const path = `/book/${here.location.id}/hold/${params.token}`;
  return showContact(deps, { ...here, reader }, venue, tried, {
    choice: {
      partySize,
      area: keptBy === "provider" ? null : words.area(held.area_id, held.area_name),
      experience: words.experience(experience?.id ?? null, experience?.name ?? null),
    },
    held,
    channels,
    startsAt: held.starts_at,
    path,
    hidden: {},
    otherTimes: { method: "post", action: `${path}/release` },
  });
}

/** The time was given up, or the link is no longer whole. */
function stepOver({ params, reader: readerOf }: Call): PageAnswer {
  const reader = readerOf();
  const say = bookingWords(reader);
  const next = { href: `/book/${encodeURIComponent(params.locationId)}`, label: say("over.next") };
  return messagePage(404, say("over.title"), say("over.text"), { reader, next });
}

/** The page that asks who is coming. */
export function showContact(
  deps: GuestBookingDeps,
  here: BookingLocation & { readonly reader: Reader },
  venue: GuestVenue,
  tried: TriedForm | undefined,
  chosen: Pick<HoldView, "choice" | "held" | "path" | "hidden" | "otherTimes" | "channels"> & {
    readonly startsAt: number;
  },
): PageAnswer {
  const { timeZone } = venue;
  const { reader } = here;
  const services = servicesOf(here.state, { kept_by: venue.keptBy });
  const { form, mistakes, refused, formKey } = tried ?? {
    form: emptyForm,
    mistakes: {},
    refused: undefined,
    formKey: deps.newFormKey(),
  };
  return showPage({
    status: tried === undefined ? 200 : refused === undefined ? 422 : 409,
    title: bookingWords(reader)("who"),
    reader,
    words: "finder",
    venue: bookingVenue(here, reader),
    modules: ["hold", "forms"],
    main: holdMain({
      ...chosen,
      form,
      mistakes,
      refused,
      timeZone,
      reader,
      hidden: { ...chosen.hidden, key: formKey },
      when: whenOf(services, chosen.startsAt, timeZone, reader, venue.now),
      now: venue.now,
      contactRequired: venue.contactRequired,
      policy: venue.policy === null ? null : venueWords(here, reader).policy,
      phone: here.location.phone,
    }),
  });
}

/** To the page of a booking that a guest has made. */
export async function toBooking(
  deps: GuestBookingDeps,
  { database }: Pick<BookingLocation, "database">,
  { id, query, call }: { readonly id: Id<"bkg">; readonly query: string; readonly call: Pick<PageCall, "reader"> },
): Promise<PageAnswer> {
  const token = await findBookingToken(database.read, deps.guestTokens, id);
  return token === undefined ? noSuchBooking(call) : redirectTo(`/booking/${token}${query}`);
}

/** The finder at what a hold was chosen from: its day, party and area. */
function finderHrefOf(
  { days }: GuestVenue,
  {
    location,
    hold: held,
  }: Pick<BookingLocation, "location"> & {
    readonly hold: { starts_at: number; party_size: number; wanted_area_id: string | null };
  },
): string {
  const query = new URLSearchParams({ party: String(held.party_size), date: days.dateOf(held.starts_at) });
  if (held.wanted_area_id !== null) query.set("area", held.wanted_area_id);
  return `/book/${location.id}?${query.toString()}`;
}

async function book(deps: GuestBookingDeps, call: Call): Promise<PageAnswer> {
  const { params, form: sent } = call;
  const here = await findHoldAndLocation(deps, params.token);
  if (here === undefined) return showHold(deps, call, undefined);
  const reader = readerAt(call, here);
  const { database, location, hold: held } = here;
  const venue = await readGuestVenue(deps, database.read, here.state);
  if (isRefusal(venue)) return notBookablePage(here, reader);
  const formKey = formKeyOf(sent, deps.newFormKey);
  const { form, mistakes } = readContact(sent, venue.contactRequired, here.state.location.country, reader);
  if (Object.keys(mistakes).length > 0) return showHold(deps, call, { form, mistakes, refused: undefined, formKey });
  const request = requestTokenOf(formKey, [held.id, ...Object.values(form)]);
  const bookOfHold = await deps.books.ofHold(database.read, held.id);
  const toldBy = readToldBy(sent, choicesOf(here.channels, reader));
  const way = bookOfHold.book({
    appId: null,
    source: "online",
    by: { kind: "hold", holdId: held.id, byItsGuest: true },
    ...requestOf(form, reader),
    toldBy,
    guestTokenHashOf: (id) => hashGuestToken(deps.guestTokens.bookingToken(id)),
  });
  const booking = await writeInBook(database, way, request);
  if (!isRefusal(booking)) return toBooking(deps, here, { id: booking.id, query: bookedQuery(toldBy), call });
  if (isUnanswered(booking, request)) return redirectTo(requestPath(location.id, request));
  if (booking.code === "slot_unavailable" || booking.code === "hold_expired")
    return showFinder(deps, params.locationId, {
      query: new URLSearchParams(finderHrefOf(venue, here).split("?")[1]),
      before: params.token,
      refused: booking,
      reader: call.reader,
    });
  return showHold(deps, call, { form, mistakes: {}, refused: booking, formKey: nextKey(deps, formKey, booking) });
}

/** What a provider has refused is over, and the next try is another request; what did not reach it is the same one. */
export function nextKey(deps: GuestBookingDeps, formKey: string, { code }: { readonly code: string }): string {
  return code === "provider_unreachable" ? formKey : deps.newFormKey();
}

async function release(deps: GuestBookingDeps, call: Call): Promise<PageAnswer> {
  const here = await findHoldAndLocation(deps, call.params.token);
  if (here === undefined) return showHold(deps, call, undefined);
  const { database, hold: held } = here;
  const bookOfHold = await deps.books.ofHold(database.read, held.id);
  const released = await writeInBook(database, bookOfHold.release(null, held.id), requestTokenOf(held.id, ["release"]));
  if (isRefusal(released)) return showHold(deps, call, undefined);
  const venue = await readGuestVenue(deps, database.read, here.state);
  return isRefusal(venue) ? notBookablePage(here, readerAt(call, here)) : redirectTo(finderHrefOf(venue, here));
}
