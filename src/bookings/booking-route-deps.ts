/** What the routes of bookings are given; types only. */
import type { Environment } from "../platform/postgres/database.ts";
import type { BookingCursors } from "./booking-cursor.ts";
import type { SlotTokens } from "./slot-token.ts";
import type { LocationTurns } from "./wait-for-location.query.ts";

export interface BookingRouteDeps {
  readonly tokens: (environment: Environment) => SlotTokens;
  readonly cursors: (environment: Environment) => BookingCursors;
  readonly turns: (environment: Environment) => LocationTurns;
}
