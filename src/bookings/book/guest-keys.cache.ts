/**
 * Remembers what makes the keys of guests to their bookings. The maker is set once at the start of a process; without
 * one, no guest gets a key. A crash loses nothing.
 */
import type { Id } from "../../kernel/id.ts";
import { hashGuestToken, type GuestTokens } from "./guest-token.ts";

export interface GuestKeys {
  /** Sets what makes the keys. */
  setMaker(maker: GuestTokens): void;
  /** The hash of the key that a booking without one gets; undefined where no key can be made. */
  newHash(id: Id<"bkg">): Buffer | undefined;
}

/** Makes no keys until the maker is set. */
export function createGuestKeys(): GuestKeys {
  let maker: GuestTokens | undefined;
  return {
    setMaker: (given) => void (maker = given),
    newHash: (id) => (maker === undefined ? undefined : hashGuestToken(maker.bookingToken(id))),
  };
}
