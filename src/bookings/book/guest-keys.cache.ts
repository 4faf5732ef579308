/**
 * How this process makes the keys of guests to their bookings. Set once at the start; in a process without it no guest
 * gets a key. A crash loses nothing.
 */
import type { Id } from "../../kernel/id.ts";
import { hashGuestToken, type GuestTokens } from "./guest-token.ts";

export interface GuestKeys {
  /** Says how keys are made. */
  open(tokens: GuestTokens): void;
  /** The hash of the key that a booking without one gets; undefined where no key can be made. */
  newHash(id: Id<"bkg">): Buffer | undefined;
}

/** Keys of a process that has not said yet how they are made. */
export function createGuestKeys(): GuestKeys {
  let tokens: GuestTokens | undefined;
  return {
    open: (given) => void (tokens = given),
    newHash: (id) => (tokens === undefined ? undefined : hashGuestToken(tokens.bookingToken(id))),
  };
}
