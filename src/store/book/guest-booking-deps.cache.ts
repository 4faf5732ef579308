/** Makes the deps of the guest's side of bookings: its keys, and the limit on holds per address. */
import { randomBytes } from "node:crypto";
import { setGuestKeyMaker } from "../../bookings/book/give-guest-key.command.ts";
import { createGuestTokens } from "../../bookings/book/guest-token.ts";
import { setLinkBase } from "../../guest-links/find-linked-thing.query.ts";
import { keyFor } from "../../kernel/key-for.ts";
import { networkOf } from "../../platform/limits/address-limits.ts";
import { createRateLimit } from "../../platform/limits/rate-limit.ts";
import type { GuestBookingDeps } from "./guest-booking-deps.ts";

export interface GuestBookingSettings extends Pick<
  GuestBookingDeps,
  "database" | "keepsLocation" | "tokens" | "permits" | "books" | "baseUrl"
> {
  readonly secretKey: Buffer;
  readonly previousSecretKeys?: readonly Buffer[] | undefined;
}

/** A guest who looks around holds a few times; a script that would hold a whole evening does not get far. */
const holdsPerAddress = { limit: 20, windowMs: 600_000 } as const;

/** Makes what the guest's side of bookings is given; nothing runs. */
export function createGuestBookingDeps(parts: GuestBookingSettings): GuestBookingDeps {
  const { database, keepsLocation, tokens, permits, books, baseUrl } = parts;
  const derive = (secret: Buffer): Buffer => keyFor(secret, "guest tokens", database.livemode);
  const guestTokens = createGuestTokens([derive(parts.secretKey), ...(parts.previousSecretKeys ?? []).map(derive)]);
  setGuestKeyMaker(database.read, guestTokens);
  setLinkBase(database.read, baseUrl);
  const holds = createRateLimit(holdsPerAddress);
  return {
    database,
    keepsLocation,
    tokens,
    permits,
    books,
    baseUrl,
    guestTokens,
    countHold: (address, locationId) => holds.count(`${networkOf(address)} ${locationId}`),
    newFormKey: () => randomBytes(24).toString("base64url"),
  };
}
