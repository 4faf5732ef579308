/**
 * Takes back the step that took a party out of the line (rules/waitlist 5.6). Guarantees: the party has its old number
 * and position. The booking of a party that was seated by mistake is cancelled in the same transaction, and its table is
 * free. Apps hear that the entry is there again. A crash leaves the party in line or out of it.
 */
import { undoArrival, type UndoRefusal } from "../../bookings/acts/undo-booking.command.ts";
import type { StaffActor } from "../../kernel/actor.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { isInLine, undoOf, type WaitlistEntry } from "../entry/waitlist-entry.ts";
import {
  checkEntryVersion,
  illegalEntry,
  lockEntry,
  inLine,
  venueAuthor,
  type MovedEntry,
} from "./lock-entry.command.ts";
import { restoreEntry, type LockedLine } from "./save-entry.command.ts";

/**
 * Puts a party that was seated, taken off or expired back into line; a party that stands there already stays. The caller has seen
 * the entry in its version, or the booking of a seated party in that one.
 */
export async function undoEntry(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkw">,
  expectedVersion: number | undefined,
  bookingVersion?: number,
): Promise<MovedEntry | UndoRefusal> {
  const locked = await lockEntry(tx, actor, id);
  if (isRefusal(locked)) return locked;
  const { line, entry } = locked;
  const checked = checkEntryVersion(entry, expectedVersion);
  if (isRefusal(checked)) return checked;
  const undo = undoOf(entry, line.now);
  if (undo === null) return illegalEntry(entry, isInLine(entry.status) ? "be put back into line" : "be undone");
  if (line.now >= undo.until) return tooLate(entry, undo.until);
  const once = checkOnce(line, entry);
  if (isRefusal(once)) return once;
  if (entry.status === "seated" && entry.booking_id !== null) {
    const booking = await undoArrival(tx, actor, entry.booking_id, bookingVersion);
    if (isRefusal(booking)) return booking;
  }
  const waits = undo.to === "waiting" ? { notified_at: null, notify_expires_at: null } : {};
  const back = { status: undo.to, ended_at: null, ended_reason: null, booking_id: null, ...waits } as const;
  const after = await restoreEntry(tx, line, entry, { ...venueAuthor(actor), ...back });
  return inLine(after, after.entries.find((one) => one.id === id) ?? entry);
}

function tooLate({ id }: WaitlistEntry, until: Instant): Refusal<"undo_expired"> {
  const message = `waitlist entry ${id} could be put back into line until ${toIso(until)}; add the party again`;
  return refuse("undo_expired", message, { until: toIso(until) });
}

/** A guest is in line once, by their phone: who has joined again keeps the new place. */
function checkOnce(line: LockedLine, entry: WaitlistEntry): Done | Refusal<"illegal_transition"> {
  const other = line.entries.find((one) => entry.guest_phone !== null && one.guest_phone === entry.guest_phone);
  if (other === undefined) return done;
  return refuse("illegal_transition", `the guest of waitlist entry ${entry.id} has joined again as ${other.id}`, {
    from_status: entry.status,
  });
}
