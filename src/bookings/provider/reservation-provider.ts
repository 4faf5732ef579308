/**
 * The port of a reservation provider (rules/providers 1.1): Maple's calls to a system that keeps a location's book. The
 * adapters are in `src/providers`; `build.ts` fills the port.
 *
 * Rules for every adapter, checked by one conformance suite: an answer is a value and never thrown. A write that is asked
 * again with the same token, or that sets the present state, answers the same and does nothing twice. `refused` and
 * `unsent` say that nothing was done, `unknown` that it is not known. Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";

/** A stay that a provider offers or keeps; times are in the clock of the location. */
export interface ProviderSlot {
  readonly startsAt: Instant;
  readonly minutes: number;
  readonly partySize: number;
}

export interface ProviderGuest {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
}

export type ProviderStatus = "pending" | "confirmed" | "cancelled" | "declined" | "no_show";

export interface ProviderBooking {
  /** What the provider calls it. */
  readonly reference: string;
  readonly status: ProviderStatus;
  readonly slot: ProviderSlot;
  /** Null when the provider does not say. */
  readonly guest: ProviderGuest | null;
}

export interface ProviderLease {
  /** The lock token: sealed at rest, never shown, never logged. */
  readonly lease: string;
  readonly slot: ProviderSlot;
  /** From now on. */
  readonly expiresInMs: number;
}

/** Final; `cause` is of `provider-refusals.ts`. */
export interface ProviderRefused {
  readonly kind: "refused";
  readonly cause: string;
  readonly description: string | null;
}

export type ProviderAnswer<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | ProviderRefused
  /** It did not reach the provider, or was refused before it was read: trying again may work. */
  | { readonly kind: "unsent"; readonly fault: string }
  | { readonly kind: "unknown"; readonly fault: string };

export interface ProviderSearch {
  readonly timeZone: string;
  /** Location time; nothing before it is offered. */
  readonly now: Instant;
  readonly from: Instant;
  /** Exclusive. */
  readonly until: Instant;
  readonly partySize: number;
}

export interface ProviderBookRequest {
  /** The same for every time that this booking is asked for. */
  readonly token: string;
  readonly slot: ProviderSlot;
  readonly lease: string | null;
  readonly guest: ProviderGuest;
  /** What the provider is to know the guest by: the same for every booking of one phone number at the location. */
  readonly guestKey: string;
  readonly notes: string | null;
}

export interface ReservationProvider {
  readonly name: string;
  readonly partySize: { readonly min: number; readonly max: number };
  /** Whether a slot can be held before it is booked. */
  readonly holds: boolean;
  /** Whether a changed note reaches the provider. */
  readonly changesNotes: boolean;
  /** Whether it is worth asking now: false while the provider is known to be down or busy. */
  available(): boolean;
  search(query: ProviderSearch): Promise<ProviderAnswer<readonly ProviderSlot[]>>;
  hold(request: { readonly token: string; readonly slot: ProviderSlot }): Promise<ProviderAnswer<ProviderLease>>;
  book(request: ProviderBookRequest): Promise<ProviderAnswer<ProviderBooking>>;
  change(request: {
    readonly reference: string;
    readonly slot: ProviderSlot | null;
    readonly notes: string | null | undefined;
  }): Promise<ProviderAnswer<ProviderBooking>>;
  cancel(request: { readonly reference: string }): Promise<ProviderAnswer<null>>;
  status(request: { readonly reference: string }): Promise<ProviderAnswer<ProviderStatus>>;
  /** The guest's bookings that are still to come. */
  lookup(request: { readonly guestKey: string }): Promise<ProviderAnswer<readonly ProviderBooking[]>>;
}

/** The provider that a location has settings for. */
export type FindProvider = (locationId: Id<"str">) => Promise<ReservationProvider | undefined>;
