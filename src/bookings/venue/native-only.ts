/**
 * What only locations that Maple itself manages offer, and how the others are told apart (rules/providers 1.2). Pure.
 */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { KeptBy } from "./kept-by.ts";

/** Refuses at a location whose reservations a provider manages. */
export function refuseProvider(
  location: { readonly booking_mode: "native" | "provider" },
  what: string,
): Refusal<"capability_unsupported"> | undefined {
  if (location.booking_mode === "native") return undefined;
  return refuse("capability_unsupported", `${what} is not possible here: a reservation provider manages this location`);
}

/** Refuses for a booking that a provider keeps, and at a location whose reservations a provider manages. */
export function refuseKept(
  booking: Parameters<typeof isKeptByProvider>[0],
  location: Parameters<typeof refuseProvider>[0],
  what: string,
): Refusal<"capability_unsupported"> | undefined {
  return refuseProvider(isKeptByProvider(booking) ? { booking_mode: "provider" } : location, what);
}

/** Refuses what is asked of our own book where the book is a provider's. */
export function keptByProvider(): Refusal<"capability_unsupported"> {
  return refuse("capability_unsupported", "the reservations of this location are managed by a provider", {
    managed_by: "provider",
  });
}

/** Whether a provider keeps the booking: then it has no table of ours. */
export function isKeptByProvider(booking: { readonly kept_by: KeptBy }): boolean {
  return booking.kept_by === "provider";
}

/** A location that is said to have a provider, and has none. */
export function notSetUp(): Refusal<"capability_unsupported"> {
  return refuse("capability_unsupported", "the reservation provider of this location is not set up yet");
}
