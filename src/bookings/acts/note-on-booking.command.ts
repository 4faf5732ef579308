/**
 * Notes of hosts on a booking: that the party is late, its wishes, and internal notes (rules/bookings 16.4, 16.5).
 * Guarantees: a note changes no table and no time. Nothing is written about a guest who was erased. Called by the
 * console.
 */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { firstRefusal, isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed, type Booking, type BookingPatch, type LateMinutes } from "../book/booking.ts";
import { isGuestErased } from "../book/bookings.sql.ts";
import {
  actedBy,
  checkVersion,
  illegalMove,
  lockBooking,
  venueBy,
  type LockedBooking,
} from "../book/lock-booking.command.ts";
import { saveDetails } from "../book/save-booking.command.ts";
import { requireOwnBook } from "../venue/native-only.ts";

export type NoteRefusal = Refusal<"not_found" | "illegal_transition" | "stale_version" | "capability_unsupported">;

/** Notes that an expected party will be so many minutes late, counted from its start, or from now after that; null: it is not. */
export async function noteLate(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkg">,
  request: { readonly minutes: LateMinutes | null; readonly expectedVersion: number },
): Promise<Booking | NoteRefusal> {
  const lockedBooking = await lockOwn(tx, actor, id, "noting that a party is late");
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  const checked = firstRefusal(
    booking.status === "confirmed" ? checkVersion(booking, request.expectedVersion) : illegalMove(booking, "be late"),
  );
  if (isRefusal(checked)) return checked;
  const { minutes } = request;
  const until = minutes === null ? null : Math.max(locked.now, booking.starts_at) + minutes * 60_000;
  return until === booking.late_until ? booking : save(tx, actor, lockedBooking, { late_until: until });
}

/** Writes the guest's wishes, the restaurant's own notes, or both; undefined keeps a note, null takes it away. */
export async function noteOnBooking(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkg">,
  request: {
    readonly notes: string | null | undefined;
    readonly venueNotes: string | null | undefined;
    readonly expectedVersion: number;
  },
): Promise<Booking | NoteRefusal> {
  const lockedBooking = await lockOwn(tx, actor, id, "writing notes");
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { booking } = lockedBooking;
  const seen = checkVersion(booking, request.expectedVersion);
  if (isRefusal(seen)) return seen;
  if (await isGuestErased(tx, id)) {
    const details = { from_status: booking.status, reason: "guest_erased" };
    return refuse("illegal_transition", `the guest of booking ${id} was erased; nothing is noted any more`, details);
  }
  const { notes = booking.notes, venueNotes = booking.venue_notes } = request;
  if (notes === booking.notes && venueNotes === booking.venue_notes) return booking;
  return save(tx, actor, lockedBooking, { notes, venue_notes: venueNotes });
}

async function lockOwn(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkg">,
  what: string,
): Promise<LockedBooking | Refusal<"not_found" | "capability_unsupported">> {
  const lockedBooking = await lockBooking(tx, actor, id);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const native = requireOwnBook(lockedBooking.booking, what);
  return isRefusal(native) ? native : lockedBooking;
}

async function save(
  tx: Tx,
  actor: StaffActor,
  { locked, booking }: LockedBooking,
  patch: BookingPatch,
): Promise<Booking> {
  const next = changed(booking, venueBy(actor), { ...patch, acted_by: actedBy(actor) }, locked.now);
  await saveDetails(tx, locked, { before: booking, after: next, cause: "store" }, []);
  return next;
}
