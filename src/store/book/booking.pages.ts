/**
 * The page of `/book/{locationId}`: find a table and hold it. Every step is a link or a plain form; scripts only spare
 * loading the page anew. Nothing here decides anything: the commands of bookings do.
 */
import { findGuestHold } from "../../bookings/aftercare/guest-bookings.query.ts";
import { holdInstead } from "../../bookings/make/hold-instead.command.ts";
import { holdSlot } from "../../bookings/make/hold-slot.command.ts";
import { serviceDayOf } from "../../bookings/venue/service-days.ts";
import { requireBookable } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { html } from "../../pages/html.ts";
import { getPage, keptBy, postPage, redirectTo, showPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import type { BookingDesk } from "./booking-desk.ts";
import { finderMain } from "./booking-finder-page.ts";
import { readFinder } from "./booking-finder.query.ts";
import { issueSlot } from "./booking-offer.ts";
import { findPlace, keptHere, type BookingPlace } from "./booking-place.query.ts";
import { bookingVenue, noSuchRestaurant, notBookablePage } from "./booking-shared-page.ts";
import { serviceDateOf } from "./booking-when.ts";
import { languageOf, problemWords } from "./booking-words.ts";

/** The page on which a table is found. */
export function bookPages(desk: BookingDesk): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(desk).location(params.locationId);
  return keptBy(keeps, [
    getPage("/book/{locationId}", ({ params, query, cookie }) =>
      showFinder(desk, params.locationId, { query, before: cookie(heldCookie), refused: undefined }),
    ),
    postPage("/book/{locationId}", ({ params, form, address, cookie }) =>
      hold(desk, params.locationId, { form, address, before: cookie(heldCookie) }),
    ),
  ]);
}

interface Asked {
  readonly query: URLSearchParams;
  /** The key to what this guest held last. */
  readonly before: string | undefined;
  readonly refused: Refusal | undefined;
}

/** The finder; after a step that was refused, with the reason and what is free now. */
export async function showFinder(
  desk: BookingDesk,
  locationId: string,
  { query, before, refused }: Asked,
): Promise<PageAnswer> {
  const place = await findPlace(desk, locationId);
  if (place === undefined) return noSuchRestaurant;
  const state = requireBookable(place.state);
  if (isRefusal(state)) return notBookablePage(place);
  const { location, database } = place;
  const question = { party: query.get("party"), date: query.get("date"), area: query.get("area") };
  const finder = await readFinder(database.read, state, question, { hold: holdOf(desk, before) });
  const path = `/book/${location.id}`;
  const { waitlist } = state.venue.configuration;
  const isToday = finder.date === serviceDayOf(state.venue, state.now);
  return showPage({
    status: refused === undefined ? 200 : 409,
    title: "Book a table",
    venue: bookingVenue(place),
    modules: ["finder", "forms"],
    listed: true,
    main: finderMain({
      finder,
      venue: state.venue,
      language: languageOf(location.address.country),
      path,
      choose: {
        method: "post",
        action: `${path}?${new URLSearchParams({ party: String(finder.party), date: finder.date }).toString()}`,
      },
      slotToken: (slot) =>
        issueSlot(desk.tokens, state, slot, { partySize: finder.party, areaId: finder.areaId }).token,
      phone: location.phone,
      joinHref: waitlist.enabled && isToday ? `/join/${location.id}` : null,
      heading: html`<h1>Book a table</h1>`,
      problem: refused === undefined ? null : problemWords(refused),
      keptHref: refused === undefined ? undefined : await keptHref(desk, place, before),
    }),
  });
}

/** Remembers what is held, so that a guest who changes their mind is not in their own way. */
const heldCookie = "held";

interface Choice {
  readonly form: URLSearchParams;
  readonly address: string;
  /** The key to what this guest held last. */
  readonly before: string | undefined;
}

async function hold(desk: BookingDesk, locationId: string, { form, address, before }: Choice): Promise<PageAnswer> {
  const place = await findPlace(desk, locationId);
  if (place === undefined) return noSuchRestaurant;
  const { database, location } = place;
  const tokens = desk.tokens;
  const slotToken = form.get("slot") ?? "";
  const slot = tokens.read(slotToken, null);
  const again = (refused: Refusal): Promise<PageAnswer> =>
    showFinder(desk, locationId, { query: questionOf(place, slot), before, refused });
  if (isRefusal(slot) || slot.locationId !== location.id)
    return again(refuse("invalid_slot_token", "the slot token is of another place"));
  if (desk.countHold(address, location.id) !== undefined)
    return again(refuse("hold_limit_reached", "too many holds from this address"));
  const releasePermit = await desk.permits.at(location.id);
  try {
    const guestTokens = desk.guestTokens;
    const earlier = holdOf(desk, before);
    const held = await database.transaction((tx) =>
      earlier === undefined ? holdSlot(tx, tokens, null, slotToken) : holdInstead(tx, tokens, slotToken, earlier),
    );
    if (isRefusal(held)) return again(held);
    const path = `/book/${location.id}`;
    const token = guestTokens.holdToken(held.id);
    const seconds = Math.ceil((held.expires_at - held.created_at) / 1000);
    return redirectTo(`${path}/hold/${token}`, { name: heldCookie, value: token, path, seconds });
  } finally {
    releasePermit();
  }
}

/** Where the hold is that a guest still has after another time was refused. */
async function keptHref(
  desk: BookingDesk,
  { database, location }: BookingPlace,
  token: string | undefined,
): Promise<string | undefined> {
  const id = holdOf(desk, token);
  const found = id === undefined ? undefined : await findGuestHold(database.read, id);
  const isKept = found?.hold.status === "live" && found.hold.location_id === location.id;
  return isKept ? `/book/${location.id}/hold/${token}` : undefined;
}

function holdOf(desk: BookingDesk, token: string | undefined): Id<"bkh"> | undefined {
  return token === undefined ? undefined : desk.guestTokens.readHoldToken(token);
}

/** The question that a slot was an answer to. */
function questionOf({ state }: BookingPlace, slot: ReturnType<BookingDesk["tokens"]["read"]>): URLSearchParams {
  if (isRefusal(slot) || state.venue === null) return new URLSearchParams();
  const { partySize, startsAt, areaId } = slot;
  return new URLSearchParams({
    party: String(partySize),
    date: serviceDateOf(state.venue, startsAt),
    ...(areaId === null ? {} : { area: areaId }),
  });
}
