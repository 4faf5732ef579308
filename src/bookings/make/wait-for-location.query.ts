/**
 * Which location a write is about, and its permit there: the writes of one busy venue wait in line before they take a
 * connection. The location of a hold or booking never changes, so it is remembered; the memory is bounded.
 */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { KeyedSemaphore } from "../../platform/postgres/keyed-semaphore.ts";
import { findBookingLocation } from "../book/bookings.sql.ts";
import { findHoldLocation } from "../book/holds.sql.ts";

export interface LocationPermits {
  at(locationId: Id<"str">): Promise<() => void>;
  ofHold(db: Db, id: Id<"bkh">): Promise<() => void>;
  ofBooking(db: Db, id: Id<"bkg">): Promise<() => void>;
  /** For a call that names no location that exists. */
  none(): Promise<() => void>;
}

const remembered = 20_000;

/** The permits of one service. */
export function createLocationPermits(permits: KeyedSemaphore): LocationPermits {
  const locations = new Map<string, Id<"str">>();
  const none = async (): Promise<() => void> => () => {};

  async function of(id: string, find: () => Promise<Id<"str"> | undefined>): Promise<() => void> {
    const known = locations.get(id) ?? (await find());
    if (known === undefined) return none();
    if (locations.size >= remembered) locations.clear();
    locations.set(id, known);
    return permits.take(known);
  }

  return {
    at: (locationId) => permits.take(locationId),
    ofHold: (db, id) => of(id, () => findHoldLocation(db, id)),
    ofBooking: (db, id) => of(id, () => findBookingLocation(db, id)),
    none,
  };
}
