/**
 * Cancels a booking, for its guest or for the venue, and marks a booking whose party did not come. Guarantees: the tables
 * are free at the moment of the cancellation. A repeat answers the same and changes nothing. A crash leaves the booking
 * before or after.
 */
import type { Id } from "../../kernel/id.ts";
import { done, firstRefusal, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Actor } from "../../kernel/actor.ts";
import { changed, mayMove, whyClosed, type Booking, type Updater } from "../book/booking.ts";
import { isGuestErased } from "../book/bookings.sql.ts";
import { undoPoint } from "../book/undo-point.ts";
import { sendRelease } from "../tables/claims.sql.ts";
import {
  checkVersion,
  illegalMove,
  lockBooking,
  tablesOf,
  checkNotEarly,
  type BookingActor,
  type LockedBooking,
  actedBy,
  causeOf,
  venueBy,
} from "../book/lock-booking.command.ts";
import { closeDue, endPayment } from "../payments/return-payment.command.ts";
import { saveBooking } from "../book/save-booking.command.ts";
import { keptByProvider, isKeptByProvider, requireOwnBook } from "../venue/native-only.ts";

export interface CancelRequest {
  readonly reason: string | null;
  readonly expectedVersion: number | undefined;
}

export type CancelRefusal = Refusal<"not_found" | "not_cancellable" | "stale_version" | "capability_unsupported">;

/** Cancels for the guest, until `cancellable_until`. */
export async function cancelForGuest(
  tx: Tx,
  actor: BookingActor,
  id: Id<"bkg">,
  request: CancelRequest,
): Promise<Booking | CancelRefusal> {
  const lockedBooking = await lockBooking(tx, actor, id);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  if (isKeptByProvider(booking)) return keptByProvider();
  if (booking.status === "cancelled_by_guest") return booking;
  const checked = firstRefusal(checkNotOver(booking), checkVersion(booking, request.expectedVersion));
  if (isRefusal(checked)) return checked;
  if (locked.now > booking.cancellable_until) {
    return refuse("not_cancellable", "it is too close to the start for the guest to cancel it; ask the venue", {
      reason: "outside_policy_window",
    });
  }
  const by = { actor: "guest", by: causeOf(actor), actedBy: actedBy(actor) } as const;
  return end(tx, lockedBooking, by, request.reason);
}

/** Cancels for the venue, also when the guest no longer could; native locations only. */
export async function cancelForVenue(
  tx: Tx,
  actor: BookingActor,
  id: Id<"bkg">,
  request: CancelRequest,
): Promise<Booking | CancelRefusal> {
  const lockedBooking = await lockBooking(tx, actor, id);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { booking } = lockedBooking;
  const native = requireOwnBook(booking, "cancelling for the venue");
  if (isRefusal(native)) return native;
  if (booking.status === "cancelled_by_venue") return booking;
  const checked = firstRefusal(checkNotOver(booking), checkVersion(booking, request.expectedVersion));
  if (isRefusal(checked)) return checked;
  const by = { actor: "venue", by: venueBy(actor), actedBy: actedBy(actor) } as const;
  return end(tx, lockedBooking, by, request.reason);
}

/** Notes that the party did not come, and frees its tables. */
export async function markNoShow(
  tx: Tx,
  actor: BookingActor,
  id: Id<"bkg">,
  expectedVersion: number | undefined,
): Promise<Booking | Refusal<"not_found" | "illegal_transition" | "stale_version" | "capability_unsupported">> {
  const lockedBooking = await lockBooking(tx, actor, id);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  const native = requireOwnBook(booking, "marking a no-show");
  if (isRefusal(native)) return native;
  if (booking.status === "no_show") return booking;
  if (!mayMove(booking.status, "no_show", "venue")) return illegalMove(booking, "become a no-show");
  const checked = firstRefusal(checkVersion(booking, expectedVersion), checkNotEarly(lockedBooking, "no_show"));
  if (isRefusal(checked)) return checked;
  sendRelease(tx, id);
  const patch = {
    ...(await closeDue(tx, booking, locked.now)),
    status: "no_show",
    acted_by: actedBy(actor),
    undo_point: undoPoint("no_show", booking, locked.now),
  } as const;
  const next = changed(booking, venueBy(actor), patch, locked.now);
  await saveBooking(tx, locked, next, "booking.no_show", [tablesOf(lockedBooking)]);
  return next;
}

async function end(
  tx: Tx,
  lockedBooking: LockedBooking,
  { actor, by, actedBy }: { readonly actor: "guest" | "venue"; readonly by: Updater; readonly actedBy: Actor | null },
  reason: string | null,
): Promise<Booking> {
  const { locked, booking } = lockedBooking;
  // What a guest who was erased gave as the reason is not kept.
  const keptReason = reason === null || (await isGuestErased(tx, booking.id)) ? null : reason;
  sendRelease(tx, booking.id);
  const ended = await endPayment(tx, booking, actor, locked.now);
  const next = changed(
    booking,
    by,
    {
      ...ended,
      status: actor === "guest" ? "cancelled_by_guest" : "cancelled_by_venue",
      cancellation: { actor, reason: keptReason, cancelled_at: locked.now },
      acted_by: actedBy,
      // A booking that waited for its payment is made anew, not taken back.
      undo_point:
        actor === "venue" && booking.status === "confirmed" ? undoPoint("venue_cancel", booking, locked.now) : null,
    },
    locked.now,
  );
  await saveBooking(tx, locked, next, "booking.cancelled", [tablesOf(lockedBooking)]);
  return next;
}

function checkNotOver(booking: Booking): Done | Refusal<"not_cancellable"> {
  const reason = whyClosed(booking.status);
  if (reason === undefined) return done;
  return refuse("not_cancellable", `booking ${booking.id} is ${booking.status}`, { reason });
}
