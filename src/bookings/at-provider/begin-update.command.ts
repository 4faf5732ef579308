/**
 * Begins to change or cancel a booking that a provider keeps: the first step of `begin-operation.command.ts`. A booking
 * whose party sits, or which is over, is refused here, before any call (rules/bookings 10.5).
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { begin, readProviderSlot, type Already, type BeginRefusal, type Begun } from "./begin-operation.command.ts";
import { whyClosed, type Booking } from "../book/booking.ts";
import { lockBookingRow } from "../book/bookings.sql.ts";
import type { CancelRequest } from "../make/cancel-booking.command.ts";
import type { BookingChange } from "../make/change-booking.command.ts";
import { checkOverlap } from "../make/create-booking.command.ts";
import {
  appOf,
  bookingNotFound,
  checkNotErased,
  checkVersion,
  findFor,
  isStaff,
  type BookingActor,
} from "../book/lock-booking.command.ts";
import { unfinished } from "../provider/provider-operation.ts";
import * as sql from "../provider/provider-operations.sql.ts";
import { findReference } from "../provider/provider-records.sql.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import { findVenueState } from "../venue/venue.query.ts";

export type UpdateRefusal =
  | BeginRefusal
  | Refusal<"change_required" | "not_changeable" | "not_cancellable" | "stale_version">;

/** Begins to move a booking to another slot, to change its note, or both. */
export async function beginChange(
  tx: Tx,
  tokens: SlotTokens,
  id: Id<"opn">,
  request: BookingChange & {
    readonly actor: BookingActor;
    readonly bookingId: Id<"bkg">;
    readonly changesNotes: boolean;
  },
): Promise<Begun | Already | UpdateRefusal> {
  const { slotToken, notes, actor } = request;
  if (slotToken === undefined && notes === undefined)
    return refuse("change_required", "send slot_token for another slot, notes for another note, or both");
  const found = await lockProviderBooking(tx, "change", request);
  if (isRefusal(found)) return found;
  const { booking, reference } = found;
  const kept = await checkNotErased(tx, booking.id, notes);
  if (isRefusal(kept)) return kept;
  if (notes !== undefined && !request.changesNotes)
    return refuse("capability_unsupported", "the provider of this location takes no changed notes");
  const slot = slotToken === undefined ? null : await readProviderSlot(tx, tokens, appOf(actor), slotToken);
  if (isRefusal(slot)) return slot;
  if (slot !== null && slot.location.id !== booking.location_id)
    return refuse("invalid_slot_token", "slot_token: it is of another location than the booking");
  if (slot === null && notes === booking.notes) return { bookingId: booking.id };
  if (slot !== null) {
    const { startsAt, minutes } = slot.slot;
    const stay = { id: booking.id, from: startsAt, until: startsAt + minutes * 60_000 };
    const alone = await checkOverlap(tx, booking.location_id, booking.guest_phone, stay);
    if (isRefusal(alone)) return alone;
  }
  const asked = {
    reference,
    slot: slot?.slot ?? null,
    ...(notes === undefined ? {} : { notes }),
    ...(isStaff(actor) ? { staff: actor } : {}),
  };
  const work = { kind: "change", subject_id: booking.id, hold_id: null, request: asked } as const;
  return begin(tx, { id, locationId: booking.location_id, appId: appOf(actor), work });
}

/** Begins to cancel a booking for its guest. */
export async function beginCancel(
  tx: Tx,
  id: Id<"opn">,
  request: CancelRequest & { readonly actor: BookingActor; readonly bookingId: Id<"bkg"> },
): Promise<Begun | Already | UpdateRefusal> {
  const found = await lockProviderBooking(tx, "cancel", request);
  if (isRefusal(found)) return found;
  const { booking, reference } = found;
  if (booking.status === "cancelled_by_guest") return { bookingId: booking.id };
  const asked = { reference, reason: request.reason };
  const work = { kind: "cancel", subject_id: booking.id, hold_id: null, request: asked } as const;
  return begin(tx, { id, locationId: booking.location_id, appId: appOf(request.actor), work });
}

/** Locks a booking of the provider's, if it can still be changed or cancelled and nothing else is under way with it. */
async function lockProviderBooking(
  tx: Tx,
  kind: "change" | "cancel",
  request: {
    readonly actor: BookingActor;
    readonly bookingId: Id<"bkg">;
    readonly expectedVersion: number | undefined;
  },
): Promise<{ readonly booking: Booking; readonly reference: string } | UpdateRefusal> {
  const { actor, bookingId } = request;
  if ((await findFor(tx, actor, bookingId)) === undefined) return bookingNotFound(bookingId);
  const booking = await lockBookingRow(tx, bookingId);
  const other = await sql.findUnfinishedOperation(tx, bookingId);
  if (other !== undefined) return unfinished(other);
  const reference = await findReference(tx, bookingId);
  if (reference === undefined) throw new Error(`booking ${bookingId} is at no provider`);
  if (kind === "cancel" && booking.status === "cancelled_by_guest") return { booking, reference };
  const state = await findVenueState(tx, booking.location_id);
  const closed = whyClosed(booking.status);
  const tooLate = state !== undefined && state.now > booking.changeable_until;
  const reason = closed ?? (tooLate ? "outside_policy_window" : undefined);
  if (reason === undefined) {
    const seen = checkVersion(booking, request.expectedVersion);
    return isRefusal(seen) ? seen : { booking, reference };
  }
  const message = closed === undefined ? "the stay has begun" : `booking ${bookingId} is ${booking.status}`;
  return refuse(kind === "change" ? "not_changeable" : "not_cancellable", message, { reason });
}
