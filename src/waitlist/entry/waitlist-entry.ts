/**
 * A party on the waitlist as the program holds it. Times are in the clock of its location (rules/waitlist 2.1, 2.2).
 * Pure.
 */
import type { Updater } from "../../bookings/book/booking.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { canMove, isFinal, type StateMachine } from "../../kernel/state-machine.ts";

export const entryStatuses = ["waiting", "notified", "seated", "removed", "cancelled", "expired"] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** Who moves a party: the venue (by an app), the guest, or time. */
export type EntryMover = "venue" | "guest" | "time";

/** What becomes of a party in line (rules/waitlist 2.2). */
export const entryMachine: StateMachine<EntryStatus, EntryMover> = {
  states: entryStatuses,
  initial: ["waiting"],
  terminal: ["seated", "removed", "cancelled", "expired"],
  transitions: [
    { from: "waiting", to: "notified", by: ["venue"] },
    { from: "waiting", to: "seated", by: ["venue"] },
    { from: "waiting", to: "removed", by: ["venue"] },
    { from: "waiting", to: "cancelled", by: ["guest"] },
    { from: "waiting", to: "expired", by: ["time"], how: "the service day ends" },
    { from: "notified", to: "seated", by: ["venue"] },
    { from: "notified", to: "removed", by: ["venue"] },
    { from: "notified", to: "cancelled", by: ["guest"] },
    { from: "notified", to: "expired", by: ["time"], how: "the party did not come" },
  ],
};

export const entryChannels = ["in_person", "partner", "online", "phone"] as const;
export type EntryChannel = (typeof entryChannels)[number];

export interface WaitlistEntry {
  readonly id: Id<"bkw">;
  readonly location_id: Id<"str">;
  /** The app that added it; null when the guest joined on a page. */
  readonly app_id: Id<"app"> | null;
  /** The position in line; smaller is earlier. */
  readonly line_number: number;
  readonly joined_at: Instant;
  readonly updated_at: Instant;
  readonly event_sequence: number;
  readonly status: EntryStatus;
  readonly channel: EntryChannel;
  readonly party_size: number;
  readonly guest_first_name: string | null;
  readonly guest_last_name: string | null;
  /** E.164. */
  readonly guest_phone: string | null;
  readonly guest_email: string | null;
  readonly guest_token: string | null;
  readonly notes: string | null;
  readonly quoted_parties_ahead: number;
  readonly quoted_min: number;
  readonly quoted_max: number;
  readonly notified_at: Instant | null;
  readonly notify_expires_at: Instant | null;
  readonly on_my_way_at: Instant | null;
  /** The end of the service day. */
  readonly expires_at: Instant;
  readonly ended_at: Instant | null;
  readonly ended_reason: string | null;
  readonly booking_id: Id<"bkg"> | null;
  readonly updated_by: Updater;
}

/** What can change of an entry. */
export type EntryPatch = Partial<
  Pick<
    WaitlistEntry,
    "status" | "notified_at" | "notify_expires_at" | "on_my_way_at" | "ended_at" | "ended_reason" | "booking_id"
  >
>;

/** Whether the party is still in line. */
export function isInLine(status: EntryStatus): boolean {
  return !isFinal(entryMachine, status);
}

/** Whether a party may be moved to a status. */
export function mayMoveEntry(from: EntryStatus, to: EntryStatus): boolean {
  return canMove(entryMachine, from, to);
}

/** The entry after one change that apps are told of. */
export function changedEntry(entry: WaitlistEntry, by: Updater, patch: EntryPatch, now: Instant): WaitlistEntry {
  return {
    ...entry,
    ...patch,
    updated_by: by,
    event_sequence: entry.event_sequence + 1,
    updated_at: Math.max(now, entry.updated_at),
  };
}

/** When a party in line is taken off by itself: its time to come is over, or the service day is. */
export function expiryOf(entry: Pick<WaitlistEntry, "expires_at" | "notify_expires_at">): Instant {
  return Math.min(entry.expires_at, entry.notify_expires_at ?? Infinity);
}

/** The position in a line, from 1; 0 for a party that is not in line. */
export function positionIn(line: readonly Pick<WaitlistEntry, "id">[], id: Id<"bkw">): number {
  return line.findIndex((entry) => entry.id === id) + 1;
}
