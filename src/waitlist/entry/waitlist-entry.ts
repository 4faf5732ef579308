/**
 * A party on the waitlist as the program holds it. Times are in the clock of its location (rules/waitlist 2.1, 2.2).
 * Pure.
 */
import type { Updater } from "../../bookings/book/booking.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { canMove, type StateMachine } from "../../kernel/state-machine.ts";

export const entryStatuses = ["waiting", "notified", "seated", "removed", "cancelled", "expired"] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** Who moves a party: the venue (by an app or its own people), the guest, time, or the venue's undo. */
export type EntryMover = "venue" | "guest" | "time" | "undo";

/** What becomes of a party in line (rules/waitlist 2.2). */
export const entryMachine: StateMachine<EntryStatus, EntryMover> = {
  states: entryStatuses,
  initial: ["waiting"],
  terminal: ["cancelled"],
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
    { from: "seated", to: "waiting", by: ["undo"] },
    { from: "seated", to: "notified", by: ["undo"], how: "while its time to come runs" },
    { from: "removed", to: "waiting", by: ["undo"] },
    { from: "expired", to: "waiting", by: ["undo"] },
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
  /** Grows with every change that a host may not have seen; a guest's own "on my way" is none. */
  readonly version: number;
  readonly status: EntryStatus;
  readonly channel: EntryChannel;
  readonly party_size: number;
  readonly guest_first_name: string | null;
  readonly guest_last_name: string | null;
  /** E.164. */
  readonly guest_phone: string | null;
  readonly guest_email: string | null;
  /** What the guest reads; null: the language of the location. */
  readonly language: GuestLanguage | null;
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
  /** The person, device or app that made the last change; null for guests, the service, and changes before this was kept. */
  readonly acted_by: Actor | null;
}

/** What can change of an entry. */
export type EntryPatch = Partial<
  Pick<
    WaitlistEntry,
    | "status"
    | "party_size"
    | "notes"
    | "quoted_min"
    | "quoted_max"
    | "line_number"
    | "notified_at"
    | "notify_expires_at"
    | "on_my_way_at"
    | "ended_at"
    | "ended_reason"
    | "booking_id"
  >
>;

/** Who changes an entry: in one word, and exactly where that is kept. */
export interface EntryAuthor {
  readonly by: Updater;
  readonly actedBy: Actor | null;
}

/** Maple by itself. */
export const byService: EntryAuthor = { by: "service", actedBy: null };

/** Whether the party is still in line: it waits, or was told that its table is ready. */
export function isInLine(status: EntryStatus): boolean {
  return status === "waiting" || status === "notified";
}

/** Whether a party is the mover's to move to a status. */
export function mayMoveEntry(from: EntryStatus, to: EntryStatus, by: EntryMover): boolean {
  return canMove(entryMachine, from, to, by);
}

/** The entry after one change that apps are told of. */
export function changedEntry(
  entry: WaitlistEntry,
  author: EntryAuthor,
  patch: EntryPatch,
  now: Instant,
): WaitlistEntry {
  return { ...editedEntry(entry, author, patch, now), event_sequence: entry.event_sequence + 1 };
}

/** The entry after a change that only reads show. */
export function editedEntry(
  entry: WaitlistEntry,
  { by, actedBy }: EntryAuthor,
  patch: EntryPatch,
  now: Instant,
): WaitlistEntry {
  return {
    ...entry,
    ...patch,
    updated_by: by,
    acted_by: actedBy,
    version: entry.version + 1,
    updated_at: Math.max(now, entry.updated_at),
  };
}

const minuteMs = 60_000;
/** How long each way out of the line can be undone, in minutes. */
const undoMinutes: Readonly<Partial<Record<EntryStatus, number>>> = { seated: 15, removed: 30, expired: 30 };

/** What can be taken back of an entry: the party's way out of the line (rules/waitlist 5.6). */
export interface EntryUndo {
  readonly of: "seat" | "remove" | "expire";
  readonly to: "waiting" | "notified";
  /** From this moment on it is too late. */
  readonly until: Instant;
}

const undone = { seated: "seat", removed: "remove", expired: "expire" } as const;

/** The undo of an entry as it is at a moment; null for who is in line, has gone by itself, or never was undone in time. */
export function undoOf(entry: WaitlistEntry, now: Instant): EntryUndo | null {
  const { status, ended_at: endedAt, expires_at: expiresAt } = entry;
  const minutes = undoMinutes[status];
  if (
    minutes === undefined ||
    endedAt === null ||
    (status !== "seated" && status !== "removed" && status !== "expired")
  )
    return null;
  // A party goes back to the line of the same service day only.
  const until = Math.min(endedAt + minutes * minuteMs, expiresAt);
  const mayCome = status === "seated" && entry.notified_at !== null && (entry.notify_expires_at ?? 0) > now;
  return { of: undone[status], to: mayCome ? "notified" : "waiting", until };
}

/** When a party in line is taken off by itself: its time to come is over, or the service day is. */
export function expiryOf(entry: Pick<WaitlistEntry, "expires_at" | "notify_expires_at">): Instant {
  return Math.min(entry.expires_at, entry.notify_expires_at ?? Infinity);
}

/** The position in a line, from 1; 0 for a party that is not in line. */
export function positionIn(line: readonly Pick<WaitlistEntry, "id">[], id: Id<"bkw">): number {
  return line.findIndex((entry) => entry.id === id) + 1;
}
