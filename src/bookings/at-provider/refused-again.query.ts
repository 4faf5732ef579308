/**
 * Judges the refusal of a write that was sent before (rules/providers 2.9). The earlier sending may have been done and
 * its answer lost. The repetition is then refused because of a later state: the table that it has taken itself, other
 * bookings at the new time, or the change itself. The provider's book therefore decides. Where it cannot be read the
 * outcome stays unknown, and the provider is asked again.
 */
import type { Db } from "../../platform/postgres/database.ts";
import { findBooking } from "../book/bookings.sql.ts";
import { findByReference } from "../provider/provider-records.sql.ts";
import type { OperationOf, ProviderOperation } from "../provider/provider-operation.ts";
import type {
  ProviderAnswer,
  ProviderBooking,
  ProviderRefused,
  ProviderSlot,
  ReservationProvider,
} from "../provider/reservation-provider.ts";
import { guestKeyOf } from "./begin-operation.command.ts";

/** Whether an answer refuses what an earlier sending may have done. */
export function isRefusedAgain<Value>(
  { attempts }: Pick<ProviderOperation, "attempts">,
  answer: ProviderAnswer<Value>,
): answer is ProviderRefused {
  return attempts > 1 && answer.kind === "refused";
}

/**
 * Done when the provider keeps a booking of the guest for the wanted slot that is none of ours yet, else the refusal; `unknown`
 * when it does not say. A provider whose book cannot be looked into at all is taken at its word.
 */
export async function judgeBooking(
  db: Db,
  provider: ReservationProvider,
  { subject_id: bookingId, location_id: locationId, request: { slot, guestKey } }: OperationOf<"book">,
  refused: ProviderRefused,
): Promise<ProviderAnswer<ProviderBooking>> {
  const shown = await provider.lookup({ guestKey: guestKey ?? bookingId });
  if (shown.kind === "refused") return refused;
  if (shown.kind !== "done") return unsure(refused);
  for (const kept of shown.value) {
    const isWanted = (kept.status === "confirmed" || kept.status === "pending") && isSameSlot(kept.slot, slot);
    if (isWanted && (await findByReference(db, locationId, kept.reference)) === undefined)
      return { kind: "done", value: kept };
  }
  return refused;
}

/** Done when the provider keeps the booking at the wanted time, else the refusal; `unknown` when it does not say. */
export async function judgeChange(
  db: Db,
  provider: ReservationProvider,
  { subject_id: bookingId, request: { reference, slot } }: OperationOf<"change">,
  refused: ProviderRefused,
): Promise<ProviderAnswer<ProviderBooking>> {
  const booking = await findBooking(db, bookingId);
  if (slot === null || booking === undefined) return refused;
  const { guest_phone: phone, location_id: locationId } = booking;
  const guestKey = phone === null ? bookingId : guestKeyOf(locationId, phone);
  const shown = await provider.lookup({ guestKey });
  if (shown.kind !== "done") return unsure(refused);
  const kept = shown.value.find((each) => each.reference === reference);
  return kept !== undefined && isSameSlot(kept.slot, slot) ? { kind: "done", value: kept } : refused;
}

/** Done when the provider shows the booking as cancelled, else the refusal; `unknown` when it does not say. */
export async function judgeCancellation(
  provider: ReservationProvider,
  { request: { reference } }: OperationOf<"cancel">,
  refused: ProviderRefused,
): Promise<ProviderAnswer<null>> {
  if (refused.cause === "BOOKING_ALREADY_CANCELLED") return refused;
  const shown = await provider.status({ reference });
  if (shown.kind !== "done") return unsure(refused);
  return shown.value === "cancelled" ? { kind: "done", value: null } : refused;
}

function unsure({ cause }: ProviderRefused): { readonly kind: "unknown"; readonly fault: string } {
  return {
    kind: "unknown",
    fault: `refused with ${cause} when it was sent again, and the provider's book cannot be read`,
  };
}

function isSameSlot(one: ProviderSlot, other: ProviderSlot): boolean {
  return one.startsAt === other.startsAt && one.minutes === other.minutes && one.partySize === other.partySize;
}
