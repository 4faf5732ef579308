/** Builds what search, holds and bookings stand on. Called by build.ts. */
import { hkdfSync } from "node:crypto";
import { createBookingCursors } from "../bookings/book/booking-cursor.ts";
import type { BookingRouteDeps } from "../bookings/api/booking-route-deps.ts";
import { createSlotTokens, type SlotTokens } from "../bookings/search/slot-token.ts";
import { createLocationTurns } from "../bookings/make/wait-for-location.query.ts";
import type { Environment } from "../platform/postgres/database.ts";
import { createTurns } from "../platform/postgres/turns.ts";

/** Search, holds and bookings share them; a key of its own for each environment. */
export function buildSlotTokens(secretKey: Buffer): (environment: Environment) => SlotTokens {
  const of = (environment: Environment): SlotTokens =>
    createSlotTokens(Buffer.from(hkdfSync("sha256", secretKey, "", `maple slot tokens ${environment}`, 32)));
  const made = { test: of("test"), live: of("live") };
  return (environment) => made[environment];
}

/** What the routes of bookings share: cursors with a key of their own for each environment, and turns. */
export function buildBookingDeps(
  secretKey: Buffer,
  tokens: BookingRouteDeps["tokens"],
): Omit<BookingRouteDeps, "providers"> {
  const of = (environment: Environment) => ({
    cursors: createBookingCursors(
      Buffer.from(hkdfSync("sha256", secretKey, "", `maple booking cursors ${environment}`, 32)),
    ),
    turns: createLocationTurns(createTurns({ atOnce: 3, maxWaiting: 500, maxWaitMs: 10_000 })),
  });
  const made = { test: of("test"), live: of("live") };
  return {
    tokens,
    cursors: (environment) => made[environment].cursors,
    turns: (environment) => made[environment].turns,
  };
}
