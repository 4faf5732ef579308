/** The deps of the routes of bookings; types only. */
import type { Database } from "../../platform/postgres/database.ts";
import type { BookingCursors } from "../book/booking-cursor.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import type { Books } from "../at-provider/books.query.ts";
import type { FindProvider } from "../provider/reservation-provider.ts";
import type { LocationPermits } from "../make/wait-for-location.query.ts";

/** The reservation providers of one service. */
export interface ProviderAccess {
  readonly database: Database;
  readonly find: FindProvider;
}

export interface BookingRouteDeps {
  readonly tokens: SlotTokens;
  readonly cursors: BookingCursors;
  readonly permits: LocationPermits;
  readonly books: Books;
  readonly providers: ProviderAccess;
}
