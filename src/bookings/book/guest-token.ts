/**
 * The keys of guests to a booking and to a hold (rules/bookings 14.1).
 *
 * Guarantees: a key has 256 bits that follow from the service's secret key and the id. It cannot be guessed, can be
 * written into a message again at any time, and is stored nowhere. The row of a booking has the SHA-256 of its key, by
 * which the booking is found. A booking without the hash (made by a partner, or erased) has no valid key. The key of a
 * hold names the hold. Pure.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { parseId, type Id } from "../../kernel/id.ts";

export interface GuestTokens {
  /** The key to a booking; with the row's hash, the key that it was given, also when the service's own key has changed since. */
  bookingToken(id: Id<"bkg">, storedHash?: Uint8Array): string;
  holdToken(id: Id<"bkh">): string;
  /** The hold that a key opens; undefined for what this service did not write. */
  readHoldToken(token: string): Id<"bkh"> | undefined;
}

/** 43 characters of base64url. */
export const bookingTokenForm = /^[\w-]{43}$/;

/** Makes the keys of one service; the secrets are derived for this purpose and service alone, the current one first. */
export function createGuestTokens(secrets: readonly [Buffer, ...Buffer[]]): GuestTokens {
  const sign = (secret: Buffer, text: string): string => createHmac("sha256", secret).update(text).digest("base64url");
  return {
    bookingToken(id, storedHash) {
      const given = secrets.map((secret) => sign(secret, `booking ${id}`));
      const first = given[0] ?? "";
      if (storedHash === undefined) return first;
      return given.find((token) => hashGuestToken(token).equals(storedHash)) ?? first;
    },
    holdToken: (id) => `${id}.${sign(secrets[0], `hold ${id}`)}`,
    readHoldToken(token) {
      const [name = "", seal = "", ...rest] = token.split(".");
      const id = parseId("bkh", name);
      if (id.kind !== "ok" || rest.length > 0) return undefined;
      const isOurs = secrets.some((secret) => isSame(seal, sign(secret, `hold ${id.id}`)));
      return isOurs ? id.id : undefined;
    },
  };
}

/** What is stored of a booking's key. */
export function hashGuestToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
