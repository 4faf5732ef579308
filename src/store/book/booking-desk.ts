/** What the guest's side of bookings is given; types only. */
import type { GuestTokens } from "../../bookings/book/guest-token.ts";
import type { SlotTokens } from "../../bookings/search/slot-token.ts";
import type { LocationTurns } from "../../bookings/make/wait-for-location.query.ts";
import type { Id } from "../../kernel/id.ts";
import type { Environment } from "../../platform/postgres/database.ts";
import type { StoreEnvironments } from "../shared/store-environments.query.ts";

export interface BookingDesk {
  readonly environments: StoreEnvironments;
  readonly tokens: (environment: Environment) => SlotTokens;
  readonly guestTokens: (environment: Environment) => GuestTokens;
  readonly turns: (environment: Environment) => LocationTurns;
  /** Where the pages are reached, without a slash at the end. */
  readonly baseUrlOf: (environment: Environment) => string;
  /** Counts a hold of an address at a location; answers the seconds to wait when that is too many. */
  readonly countHold: (address: string, locationId: Id<"str">) => number | undefined;
}
