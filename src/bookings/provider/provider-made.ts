/** The outcome of a call to a provider, and the provider's bookings in our form. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import { mayMove, type Booking, type BookingPatch, type BookingStatus } from "../book/booking.ts";
import type {
  ProviderAnswer,
  ProviderBooking,
  ProviderLease,
  ProviderSlot,
  ProviderStatus,
} from "./reservation-provider.ts";

export type Made =
  | { readonly what: "lease"; readonly lease: ProviderLease }
  | { readonly what: "booking"; readonly booking: ProviderBooking }
  | { readonly what: "cancelled" };

export type OperationAnswer = ProviderAnswer<Made>;

/** The answer with its value wrapped. */
export function asMade<Value>(answer: ProviderAnswer<Value>, wrap: (value: Value) => Made): OperationAnswer {
  return answer.kind === "done" ? { kind: "done", value: wrap(answer.value) } : answer;
}

const statuses: Readonly<Record<ProviderStatus, BookingStatus>> = {
  pending: "pending",
  confirmed: "confirmed",
  cancelled: "cancelled_by_venue",
  declined: "declined",
  no_show: "no_show",
};

/** Our status for the provider's. */
export function statusOf(status: ProviderStatus): BookingStatus {
  return statuses[status];
}

/** The times of a booking in a slot of a provider's; until it begins, the provider decides about changes. */
export function timesOf(slot: ProviderSlot, timeZone: string) {
  const { startsAt, minutes, partySize } = slot;
  return {
    starts_at: startsAt,
    ends_at: startsAt + Math.max(1, minutes) * 60_000,
    local_start: localTimeOf(timeZone, startsAt),
    time_zone: timeZone,
    party_size: partySize,
    changeable_until: startsAt,
    cancellable_until: startsAt,
  };
}

export type StatusEvent = "booking.confirmed" | "booking.declined" | "booking.cancelled" | "booking.no_show";

/** What a booking becomes when the provider shows another status; undefined when it stays. */
export function followStatus(
  booking: Pick<Booking, "status">,
  shown: ProviderStatus,
  now: Instant,
): { readonly patch: BookingPatch; readonly event: StatusEvent } | undefined {
  const status = statusOf(shown);
  if (status === booking.status || !mayMove(booking.status, status, "provider")) return undefined;
  switch (status) {
    case "confirmed":
      return { patch: { status }, event: "booking.confirmed" };
    case "declined":
      return { patch: { status }, event: "booking.declined" };
    case "no_show":
      return { patch: { status }, event: "booking.no_show" };
    case "cancelled_by_venue":
      return { patch: { status, cancellation: venueCancelled(now) }, event: "booking.cancelled" };
    default:
      return undefined;
  }
}

/** The restaurant's own system cancelled it, and says no more. */
export function venueCancelled(now: Instant): NonNullable<Booking["cancellation"]> {
  return { actor: "venue", reason: null, cancelled_at: now };
}

/** In how long to ask what became of a booking; null when that will not change. */
export function nextCheckInMs(status: BookingStatus, tries = 0): number | null {
  if (status === "pending") return tries === 0 ? 5_000 : 15_000;
  return status === "confirmed" ? 600_000 : null;
}

/** Whether two slots are the same stay. */
export function isSameStay(booking: Booking, slot: ProviderSlot): boolean {
  const { starts_at, ends_at, party_size } = timesOf(slot, booking.time_zone);
  return starts_at === booking.starts_at && ends_at === booking.ends_at && party_size === booking.party_size;
}
