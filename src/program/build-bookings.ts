/** Builds what search, holds and bookings stand on. Called by create-maple.ts. */
import { hkdfSync } from "node:crypto";
import { createBookingCursors } from "../bookings/book/booking-cursor.ts";
import type { BookingRouteDeps } from "../bookings/api/booking-route-deps.ts";
import { createSlotTokens } from "../bookings/search/slot-token.ts";
import { createLocationPermits } from "../bookings/make/wait-for-location.query.ts";
import { environmentWord } from "../kernel/environment.ts";
import { createKeyedSemaphore } from "../platform/postgres/keyed-semaphore.ts";

/**
 * What the routes of bookings share: slot tokens and cursors with keys of their own for each service, and permits, for which a
 * call waits `locationWaitMs` at most.
 */
export function buildBookingDeps(
  secretKey: Buffer,
  livemode: boolean,
  locationWaitMs: number,
): Omit<BookingRouteDeps, "providers" | "books"> {
  const keyFor = (purpose: string): Buffer =>
    Buffer.from(hkdfSync("sha256", secretKey, "", `maple ${purpose} ${environmentWord(livemode)}`, 32));
  return {
    tokens: createSlotTokens(keyFor("slot tokens")),
    cursors: createBookingCursors(keyFor("booking cursors")),
    permits: createLocationPermits(createKeyedSemaphore({ atOnce: 3, maxWaiting: 64, maxWaitMs: locationWaitMs })),
  };
}
