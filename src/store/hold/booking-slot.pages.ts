/**
 * The page of `/book/{locationId}/time`: who is coming, at a restaurant whose provider holds no times
 * (rules/providers 1.10). The time is booked without a hold, so another guest may be faster.
 */
import { hashGuestToken } from "../../bookings/book/guest-token.ts";
import type { SlotToken } from "../../bookings/search/slot-token.ts";
import type { MessageChannel } from "../../messaging/message/message-kinds.ts";
import { listGuestChannels } from "../../messaging/queue/queue-message.command.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import {
  getPage,
  keptBy,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { choicesOf } from "../book/booking-words.ts";
import { bookedQuery, readToldBy } from "../shared/told-by.ts";
import { formKeyOf, requestPath, requestTokenOf } from "../shared/guest-request.ts";
import { isUnanswered, writeInBook } from "../shared/write-in-book.command.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { readContact, requestOf } from "./contact-form.ts";
import { nextKey, showContact, toBooking, type TriedForm } from "./booking-hold.pages.ts";
import { showFinder } from "../book/booking.pages.ts";
import { keptHere, readAtBook, readGuestVenue, type BookingLocation } from "../book/booking-location.query.ts";
import { noSuchRestaurant, notBookablePage, readerAt } from "../book/booking-shared-page.ts";
import type { GuestVenue } from "../book/guest-venue.ts";

/** The pages on which a time is booked that nobody holds. */
export function slotPages(deps: GuestBookingDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(deps).location(params.locationId);
  return keptBy(keeps, [
    getPage("/book/{locationId}/time", (call) =>
      withSlot(deps, call, call.query.get("slot"), async (chosen) => showSlot(deps, chosen, undefined)),
    ),
    postPage("/book/{locationId}/time", (call) =>
      withSlot(deps, call, call.form.get("slot"), (chosen) => book(deps, chosen, call)),
    ),
  ]);
}

interface ChosenTime {
  readonly here: BookingLocation & { readonly reader: Reader };
  readonly venue: GuestVenue;
  readonly channels: readonly MessageChannel[];
  readonly slot: SlotToken;
  readonly slotToken: string;
}

/** Runs with the time that a guest chose; the finder, where it is none of this restaurant. */
async function withSlot(
  deps: GuestBookingDeps,
  call: PageCall<"locationId">,
  slotToken: string | null,
  run: (chosen: ChosenTime) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { locationId } = call.params;
  const seen = await readAtBook(deps, locationId, async (db, found) => ({
    here: { ...found, reader: readerAt(call, found) },
    venue: await readGuestVenue(deps, db, found.state),
    channels: await listGuestChannels(db, found.location.id),
  }));
  if (seen === undefined) return noSuchRestaurant(call);
  const { here, venue, channels } = seen;
  if (isRefusal(venue)) return notBookablePage(here, here.reader);
  const slot = deps.tokens.read(slotToken ?? "", null);
  if (slotToken === null || isRefusal(slot) || slot.locationId !== here.location.id) {
    const refused = refuse("invalid_slot_token", "the slot token is of another place");
    return showFinder(deps, locationId, {
      query: new URLSearchParams(),
      before: undefined,
      refused,
      reader: call.reader,
    });
  }
  return run({ here, venue, channels, slot, slotToken });
}

function showSlot(
  deps: GuestBookingDeps,
  { here, venue, channels, slot, slotToken }: ChosenTime,
  tried: TriedForm | undefined,
): PageAnswer {
  const path = `/book/${here.location.id}`;
  return showContact(deps, here, venue, tried, {
    choice: { partySize: slot.partySize, area: null, experience: null },
    held: null,
    channels,
    startsAt: slot.startsAt,
    path: `${path}/time`,
    hidden: { slot: slotToken },
    otherTimes: { method: "get", action: `${path}?${questionOf(venue, slot).toString()}` },
  });
}

function questionOf({ days }: GuestVenue, { partySize, startsAt }: SlotToken): URLSearchParams {
  return new URLSearchParams({ party: String(partySize), date: days.dateOf(startsAt) });
}

/** After these another time is to be chosen. */
const timeIsGone: readonly string[] = [
  "slot_unavailable",
  "expired_slot_token",
  "outside_booking_window",
  "date_blocked",
] satisfies readonly Refusal["code"][];

async function book(deps: GuestBookingDeps, chosen: ChosenTime, call: PageCall): Promise<PageAnswer> {
  const { here, venue, slot, slotToken } = chosen;
  const { form: sent, address } = call;
  const { database, location, reader } = here;
  const formKey = formKeyOf(sent, deps.newFormKey);
  const { form, mistakes } = readContact(sent, venue.contactRequired, here.state.location.country, reader);
  if (Object.keys(mistakes).length > 0) return showSlot(deps, chosen, { form, mistakes, refused: undefined, formKey });
  if (deps.countHold(address, location.id) !== undefined) {
    const refused = refuse("hold_limit_reached", "too many bookings from this address");
    return showSlot(deps, chosen, { form, mistakes: {}, refused, formKey });
  }
  const request = requestTokenOf(formKey, [slotToken, ...Object.values(form)]);
  const toldBy = readToldBy(sent, choicesOf(chosen.channels, reader));
  const way = deps.books.ofToken(slotToken, null).book({
    appId: null,
    source: "online",
    by: { kind: "token", slotToken },
    ...requestOf(form, reader),
    toldBy,
    guestTokenHashOf: (id) => hashGuestToken(deps.guestTokens.bookingToken(id)),
  });
  const booking = await writeInBook(database, way, request);
  if (!isRefusal(booking)) return toBooking(deps, here, { id: booking.id, query: bookedQuery(toldBy), call });
  if (isUnanswered(booking, request)) return redirectTo(requestPath(location.id, request));
  if (timeIsGone.includes(booking.code)) {
    const query = questionOf(venue, slot);
    return showFinder(deps, location.id, { query, before: undefined, refused: booking, reader: call.reader });
  }
  return showSlot(deps, chosen, { form, mistakes: {}, refused: booking, formKey: nextKey(deps, formKey, booking) });
}
