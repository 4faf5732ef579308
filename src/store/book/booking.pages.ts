/**
 * The page of `/book/{locationId}`: find a table and hold it. Every step is a link or a plain form; scripts only save
 * loading the page again. Nothing here decides: the commands of bookings do.
 */
import { findGuestHold } from "../../bookings/aftercare/guest-bookings.query.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import { issueSlot } from "../../bookings/search/offer.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
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
  type ShownPage,
} from "../../pages/page.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { Overloaded } from "../../platform/postgres/faults.ts";
import { formKeyOf, requestPath, requestTokenOf } from "../shared/guest-request.ts";
import { isUnanswered, writeInBook } from "../shared/write-in-book.command.ts";
import { alertHrefOf } from "./alert-href.query.ts";
import type { GuestBookingDeps } from "./guest-booking-deps.ts";
import { finderMain } from "./booking-finder-page.ts";
import { readFinder } from "./booking-finder.query.ts";
import {
  findBookingLocation,
  keptHere,
  readAtBook,
  readGuestVenue,
  type BookingLocation,
} from "./booking-location.query.ts";
import {
  bookingVenue,
  bookingWords,
  noSuchRestaurant,
  notAskedPage,
  notBookablePage,
  readerAt,
} from "./booking-shared-page.ts";
import type { Reader } from "../../pages/reader.ts";
import { problemWords } from "./booking-words.ts";
import { venueWords } from "../shared/venue-words.ts";

/** The page on which a table is found. */
export function bookPages(deps: GuestBookingDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(deps).location(params.locationId);
  return keptBy(keeps, [
    getPage("/book/{locationId}", ({ params, query, cookie, reader }) =>
      showFinder(deps, params.locationId, { query, before: cookie(heldCookie), refused: undefined, reader }),
    ),
    postPage("/book/{locationId}", ({ params, form, address, cookie, reader }) =>
      hold(deps, params.locationId, { form, address, before: cookie(heldCookie), reader }),
    ),
  ]);
}

interface Asked {
  readonly query: URLSearchParams;
  /** The key to what this guest held last. */
  readonly before: string | undefined;
  readonly refused: Refusal | undefined;
  readonly reader: PageCall["reader"];
}

/** The finder; after a step that was refused, with the reason and what is free now. */
export async function showFinder(deps: GuestBookingDeps, locationId: string, asked: Asked): Promise<PageAnswer> {
  const seen = await readAtBook(deps, locationId, (db, here) => lookAround(deps, db, here, asked));
  if (seen === undefined) return noSuchRestaurant(asked);
  if ("kind" in seen) return seen;
  const { refused } = asked;
  const { here, reader, venue, finder, ...hrefs } = seen;
  const { location } = here;
  const path = `/book/${location.id}`;
  const isToday = finder.date === venue.days.today;
  const again = new URLSearchParams({ party: String(finder.party), date: finder.date });
  return showPage({
    status: refused === undefined ? 200 : 409,
    title: bookingWords(reader)("title"),
    reader,
    words: "finder",
    venue: bookingVenue(here, reader),
    modules: ["finder", "forms"],
    listed: true,
    main: finderMain({
      finder,
      venue,
      reader,
      path,
      words: venueWords(here, reader),
      choose: venue.holds
        ? { method: "post", action: `${path}?${again.toString()}` }
        : { method: "get", action: `${path}/time` },
      formKey: deps.newFormKey(),
      slotToken: (slot) =>
        issueSlot(deps.tokens, venue, slot, { appId: null, partySize: finder.party, areaId: finder.areaId }).token,
      phone: location.phone,
      ...hrefs,
      joinHref: venue.joinsLine && isToday ? `/join/${location.id}` : null,
      heading: html`<h1>${bookingWords(reader)("title")}</h1>`,
      problem: refused === undefined ? null : problemWords(refused, reader),
    }),
  });
}

/** What the page of the finder shows; another page where no table can be looked for. */
async function lookAround(
  deps: GuestBookingDeps,
  db: Db,
  here: BookingLocation,
  { query, before, refused, reader: readerOf }: Asked,
) {
  const reader = readerAt({ reader: readerOf }, here);
  const { state } = here;
  const venue = await readGuestVenue(deps, db, state);
  if (isRefusal(venue)) return notBookablePage(here, reader);
  const book = deps.books.at(state.location);
  const question = { party: query.get("party"), date: query.get("date"), area: query.get("area") };
  const finder = await whenAsked(here, reader, () =>
    readFinder(db, { book, state, venue }, question, { hold: holdOf(deps, before) }),
  );
  if ("kind" in finder) return finder;
  const alertHref = await alertHrefOf(db, here, finder);
  const kept = refused === undefined ? undefined : await keptHref(deps, db, here, before);
  return { here, reader, venue, finder, alertHref, keptHref: kept };
}

/** What a search answers; a page that says so where the provider of the restaurant cannot be asked now. */
export async function whenAsked<Value>(
  here: BookingLocation,
  reader: Reader,
  ask: () => Promise<Value>,
): Promise<Value | ShownPage> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Overloaded && here.location.booking_mode === "provider") return notAskedPage(here, reader);
    throw error;
  }
}

/** Remembers what is held, so that a guest who changes their mind is not in their own way. */
const heldCookie = "held";

interface Choice {
  readonly form: URLSearchParams;
  readonly address: string;
  /** The key to what this guest held last. */
  readonly before: string | undefined;
  readonly reader: PageCall["reader"];
}

async function hold(
  deps: GuestBookingDeps,
  locationId: string,
  { form, address, before, reader }: Choice,
): Promise<PageAnswer> {
  const here = await findBookingLocation(deps, locationId);
  if (here === undefined) return noSuchRestaurant({ reader });
  const { database, location } = here;
  const slotToken = form.get("slot") ?? "";
  const slot = deps.tokens.read(slotToken, null);
  const again = async (refused: Refusal): Promise<PageAnswer> =>
    showFinder(deps, locationId, { query: await questionOf(deps, here, slot), before, refused, reader });
  if (isRefusal(slot) || slot.locationId !== location.id)
    return again(refuse("invalid_slot_token", "the slot token is of another place"));
  if (deps.countHold(address, location.id) !== undefined)
    return again(refuse("hold_limit_reached", "too many holds from this address"));
  const request = requestTokenOf(formKeyOf(form, deps.newFormKey), [slotToken]);
  const book = deps.books.ofToken(slotToken, null);
  const held = await writeInBook(
    database,
    book.hold({ appId: null, slotToken, instead: holdOf(deps, before) }),
    request,
  );
  if (!isRefusal(held)) return toHold(deps, held);
  return isUnanswered(held, request) ? redirectTo(requestPath(location.id, request)) : again(held);
}

/** To the page of a hold, which the browser remembers as long as the hold lives. */
export function toHold(deps: GuestBookingDeps, held: Hold): PageAnswer {
  const path = `/book/${held.location_id}`;
  const token = deps.guestTokens.holdToken(held.id);
  const seconds = Math.ceil((held.expires_at - held.created_at) / 1000);
  return redirectTo(`${path}/hold/${token}`, { name: heldCookie, value: token, path, seconds });
}

/** Where the hold is that a guest still has after another time was refused. */
async function keptHref(
  deps: GuestBookingDeps,
  db: Db,
  { location }: Pick<BookingLocation, "location">,
  token: string | undefined,
): Promise<string | undefined> {
  const id = holdOf(deps, token);
  const found = id === undefined ? undefined : await findGuestHold(db, id);
  const isKept = found?.hold.status === "live" && found.hold.location_id === location.id;
  return isKept ? `/book/${location.id}/hold/${token}` : undefined;
}

function holdOf(deps: GuestBookingDeps, token: string | undefined): Id<"bkh"> | undefined {
  return token === undefined ? undefined : deps.guestTokens.readHoldToken(token);
}

/** The question that a slot was an answer to. */
async function questionOf(
  deps: GuestBookingDeps,
  { database, state }: BookingLocation,
  slot: ReturnType<GuestBookingDeps["tokens"]["read"]>,
): Promise<URLSearchParams> {
  const venue = isRefusal(slot) ? slot : await readGuestVenue(deps, database.read, state);
  if (isRefusal(slot) || isRefusal(venue)) return new URLSearchParams();
  const { partySize, startsAt, areaId } = slot;
  return new URLSearchParams({
    party: String(partySize),
    date: venue.days.dateOf(startsAt),
    ...(areaId === null ? {} : { area: areaId }),
  });
}
