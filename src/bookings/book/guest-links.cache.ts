/**
 * The links to their bookings that guests are written, as the program makes them: with the key of the booking and the
 * address of the service. Set once at the start of a process; where it was not, messages have no link. Nothing is lost with it.
 */
import type { Id } from "../../kernel/id.ts";
import { hashGuestToken, type GuestTokens } from "./guest-token.ts";

export interface GuestLinks {
  /** Says how keys are made and under which address guests reach the service. */
  open(parts: { readonly tokens: GuestTokens; readonly baseUrl: () => string }): void;
  /** The hash of the key that a booking without one gets; undefined where no link can be made. */
  newHash(id: Id<"bkg">): Buffer | undefined;
  /** The page of the booking for whoever has the key with this hash. */
  linkTo(id: Id<"bkg">, hash: Uint8Array): string | undefined;
}

/** Links of a process that has not said yet how they are made. */
export function createGuestLinks(): GuestLinks {
  let parts: Parameters<GuestLinks["open"]>[0] | undefined;
  return {
    open: (given) => void (parts = given),
    newHash: (id) => (parts === undefined ? undefined : hashGuestToken(parts.tokens.bookingToken(id))),
    linkTo: (id, hash) =>
      parts === undefined ? undefined : `${parts.baseUrl()}/booking/${parts.tokens.bookingToken(id, hash)}`,
  };
}
