/**
 * Finds the book of a slot, a hold or a booking. The slot token names its book without a read of the database. The row of
 * a hold or booking names its book, and the read is the one that finds the location for the permit. These facts never
 * change and are remembered, so a native write pays no extra round trip.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Book } from "../make/book.ts";
import type { BookingRequest } from "../make/create-booking.command.ts";
import { createNativeBook } from "../make/native-book.command.ts";
import type { LocationPermits } from "../make/wait-for-location.query.ts";
import { keeperOf, type SlotTokens } from "../search/slot-token.ts";
import type { LocationBook } from "../venue/kept-by.ts";
import type { VenueState } from "../venue/venue.query.ts";

/** What is in no book, because it is not there, is looked for in ours, which refuses it. */
export interface Books {
  /** The book that a location has now. */
  at(location: Pick<VenueState["location"], "id" | "booking_mode">): Book;
  ofToken(slotToken: string, appId: Id<"app"> | null): Book;
  ofHold(db: Db, id: Id<"bkh">): Promise<Book>;
  ofBooking(db: Db, id: Id<"bkg">): Promise<Book>;
  /** The book of the hold or token that a booking is made from. */
  of(db: Db, request: Pick<BookingRequest, "by" | "appId">): Promise<Book>;
  /** Ours, for a call that names nothing. */
  readonly none: Book;
}

/** The books of one service; `atProvider` is the book of every location that a provider manages. */
export function createBooks(deps: {
  readonly tokens: SlotTokens;
  readonly permits: LocationPermits;
  readonly atProvider: Book;
}): Books {
  const { tokens, permits, atProvider } = deps;
  const none = createNativeBook(tokens, () => permits.none());
  const bookAt = (found: LocationBook | undefined): Book => {
    if (found === undefined) return none;
    if (found.kept_by === "provider") return atProvider;
    return createNativeBook(tokens, () => permits.at(found.location_id));
  };
  const ofToken: Books["ofToken"] = (slotToken, appId) => {
    const token = tokens.read(slotToken, appId);
    return isRefusal(token) ? none : bookAt({ location_id: token.locationId, kept_by: keeperOf(token) });
  };
  const ofHold: Books["ofHold"] = async (db, id) => bookAt(await permits.bookOfHold(db, id));
  return {
    at: ({ id, booking_mode }) => bookAt({ location_id: id, kept_by: booking_mode }),
    ofToken,
    ofHold,
    ofBooking: async (db, id) => bookAt(await permits.bookOfBooking(db, id)),
    of: async (db, { by, appId }) => (by.kind === "hold" ? ofHold(db, by.holdId) : ofToken(by.slotToken, appId)),
    none,
  };
}
