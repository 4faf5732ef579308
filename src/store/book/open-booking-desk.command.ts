/** Puts the guest's side of bookings together: keys of its own per environment, and the limit on holds per address. */
import { hkdfSync } from "node:crypto";
import type { BookingRouteDeps } from "../../bookings/api/booking-route-deps.ts";
import { createGuestTokens, type GuestTokens } from "../../bookings/book/guest-token.ts";
import { networkOf } from "../../platform/limits/address-limits.ts";
import type { Environment } from "../../platform/postgres/database.ts";
import { createRateLimit } from "../../platform/limits/rate-limit.ts";
import type { BookingDesk } from "./booking-desk.ts";
import type { StoreEnvironments } from "../shared/store-environments.query.ts";

export interface BookingDeskParts extends Pick<BookingRouteDeps, "tokens" | "turns"> {
  readonly environments: StoreEnvironments;
  readonly secretKey: Buffer;
  readonly previousSecretKeys?: readonly Buffer[] | undefined;
  readonly baseUrlOf: (environment: Environment) => string;
}

/** A guest who looks around holds a few times; a script that would hold a whole evening does not get far. */
const holdsPerAddress = { limit: 20, windowMs: 600_000 } as const;

/** Makes the desk; nothing runs. */
export function openBookingDesk(parts: BookingDeskParts): BookingDesk {
  const { environments, tokens, turns, baseUrlOf } = parts;
  const derive = (secret: Buffer, environment: Environment): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, "", `maple guest tokens ${environment}`, 32));
  const keysOf = (environment: Environment): GuestTokens =>
    createGuestTokens([
      derive(parts.secretKey, environment),
      ...(parts.previousSecretKeys ?? []).map((secret) => derive(secret, environment)),
    ]);
  const guestTokens = { test: keysOf("test"), live: keysOf("live") };
  const holds = createRateLimit({ ...holdsPerAddress, now: Date.now });
  return {
    environments,
    tokens,
    turns,
    baseUrlOf,
    guestTokens: (environment) => guestTokens[environment],
    countHold: (address, locationId) => holds.count(`${networkOf(address)} ${locationId}`),
  };
}
