/** The deps of the guest's side of bookings; types only. */
import type { GuestTokens } from "../../bookings/book/guest-token.ts";
import type { Books } from "../../bookings/at-provider/books.query.ts";
import type { SlotTokens } from "../../bookings/search/slot-token.ts";
import type { LocationPermits } from "../../bookings/make/wait-for-location.query.ts";
import type { Id } from "../../kernel/id.ts";
import type { Database } from "../../platform/postgres/database.ts";

export interface GuestBookingDeps {
  readonly database: Database;
  /** Whether a location is kept by this service. */
  readonly keepsLocation: (id: Id<"str">) => Promise<boolean>;
  readonly tokens: SlotTokens;
  readonly guestTokens: GuestTokens;
  readonly permits: LocationPermits;
  readonly books: Books;
  /** Where the pages are reached, without a slash at the end. */
  readonly baseUrl: () => string;
  /** Counts a hold of an address at a location; answers the seconds to wait when that is too many. */
  readonly countHold: (address: string, locationId: Id<"str">) => number | undefined;
  /** A key that nobody guesses, for one form: what is sent with it twice is done once. */
  readonly newFormKey: () => string;
}
