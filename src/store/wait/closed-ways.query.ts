/** The choices of a guest while the waitlist is closed: today's free times, an alert, a booking, the menu. */
import type { Instant } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getOrderableMenu } from "../../menus/read/get-orderable-menu.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { alertHrefOf } from "../book/alert-href.query.ts";
import { readFinder } from "../book/booking-finder.query.ts";
import { readGuestVenue, type BookingLocation } from "../book/booking-location.query.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";

/** Each is null where the restaurant has none. */
export interface ClosedWays {
  /** The day's page of the finder, with the first of its free times for two; no times where the day is full or over. */
  readonly today: {
    /** The service day. */
    readonly date: string;
    readonly href: string;
    readonly times: readonly Instant[];
    readonly timeZone: string;
  } | null;
  readonly alertHref: string | null;
  readonly bookHref: string | null;
  readonly menuHref: string | null;
}

const mostTimes = 6;
const party = "2";

/** The ways on from a closed line. A provider that keeps the book is not asked for times here. */
export async function readClosedWays(
  db: Db,
  deps: Pick<GuestBookingDeps, "books">,
  here: Omit<BookingLocation, "database">,
): Promise<ClosedWays> {
  const { location, state } = here;
  const menu = await getOrderableMenu(db, location.id);
  const takesOrders = menu !== undefined && location.status !== "inactive";
  const ways = { today: null, alertHref: null, menuHref: takesOrders ? `/store/${location.id}` : null };
  const venue = await readGuestVenue(deps, db, state);
  if (isRefusal(venue)) return { ...ways, bookHref: null };
  const bookHref = `/book/${location.id}`;
  if (venue.keptBy === "provider") return { ...ways, bookHref };
  const book = deps.books.at(state.location);
  const date = venue.days.today;
  const finder = await readFinder(db, { book, state, venue }, { party, date, area: null });
  const times = [...new Set(finder.slots.map(({ startsAt }) => startsAt))].slice(0, mostTimes);
  const today = { date, href: `${bookHref}?party=${party}&date=${date}`, times, timeZone: venue.timeZone };
  return { ...ways, today, alertHref: await alertHrefOf(db, here, finder), bookHref };
}
