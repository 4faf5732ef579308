/**
 * Finds the location of a write, and takes its permit there: the writes of one busy venue wait in line before they take a
 * connection. The location of a hold or booking and its book never change, so they are remembered; the memory is bounded.
 */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { KeyedSemaphore } from "../../platform/postgres/keyed-semaphore.ts";
import { findBookingBook } from "../book/bookings.sql.ts";
import { findHoldBook } from "../book/holds.sql.ts";
import type { LocationBook } from "../venue/kept-by.ts";

export interface LocationPermits {
  at(locationId: Id<"str">): Promise<() => void>;
  ofHold(db: Db, id: Id<"bkh">): Promise<() => void>;
  ofBooking(db: Db, id: Id<"bkg">): Promise<() => void>;
  /** For a call that names no location that exists. */
  none(): Promise<() => void>;
  bookOfHold(db: Db, id: Id<"bkh">): Promise<LocationBook | undefined>;
  bookOfBooking(db: Db, id: Id<"bkg">): Promise<LocationBook | undefined>;
}

const remembered = 20_000;

/** The permits of one service. */
export function createLocationPermits(permits: KeyedSemaphore): LocationPermits {
  const books = new Map<string, LocationBook>();
  const none = async (): Promise<() => void> => () => {};

  async function bookOf(id: string, find: () => Promise<LocationBook | undefined>): Promise<LocationBook | undefined> {
    const book = books.get(id) ?? (await find());
    if (book === undefined) return undefined;
    if (books.size >= remembered) books.clear();
    books.set(id, book);
    return book;
  }
  const bookOfHold: LocationPermits["bookOfHold"] = (db, id) => bookOf(id, () => findHoldBook(db, id));
  const bookOfBooking: LocationPermits["bookOfBooking"] = (db, id) => bookOf(id, () => findBookingBook(db, id));
  const permitAt = (book: LocationBook | undefined): Promise<() => void> =>
    book === undefined ? none() : permits.take(book.location_id);

  return {
    at: (locationId) => permits.take(locationId),
    ofHold: async (db, id) => permitAt(await bookOfHold(db, id)),
    ofBooking: async (db, id) => permitAt(await bookOfBooking(db, id)),
    none,
    bookOfHold,
    bookOfBooking,
  };
}
