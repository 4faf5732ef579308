/** The calls that only locations managed by Maple itself offer, and the check for them (rules/providers 1.2). Pure. */
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { KeptBy } from "./kept-by.ts";

/** Refuses at a location whose reservations a provider manages. */
export function requireNative(
  location: { readonly booking_mode: "native" | "provider" },
  what: string,
): Done | Refusal<"capability_unsupported"> {
  if (location.booking_mode === "native") return done;
  return refuse("capability_unsupported", `${what} is not possible here: a reservation provider manages this location`);
}

/** Refuses for a booking that a provider keeps; one of our own book stays ours when a provider takes the location over. */
export function requireOwnBook(
  booking: Parameters<typeof isKeptByProvider>[0],
  what: string,
): Done | Refusal<"capability_unsupported"> {
  if (!isKeptByProvider(booking)) return done;
  return refuse("capability_unsupported", `${what} is not possible here: a reservation provider manages this booking`);
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
