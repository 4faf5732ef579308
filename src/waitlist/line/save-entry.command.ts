/**
 * Writes a change of an entry and its event in one transaction, under the lock of the line, so the event is there exactly
 * when the change is. Every app that is granted the location and may read bookings is told, with the entry as it is then.
 * Phone numbers and addresses go only to apps that may write or manage.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import { mayReadBookings, seesContact } from "../../bookings/venue/contact-privacy.ts";
import { listGrantedApps } from "../../locations/grants/list-granted-apps.query.ts";
import { readLatestMessages } from "../../messaging/message/read-messages.query.ts";
import { withdrawMessages } from "../../messaging/queue/withdraw-messages.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { recordEvent } from "../../webhooks/ledger/record-event.command.ts";
import { sendNoOutcome, sendOutcome } from "../estimate/wait-quotes.sql.ts";
import {
  changedEntry,
  editedEntry,
  isInLine,
  positionIn,
  type EntryAuthor,
  type EntryPatch,
  type WaitlistEntry,
} from "../entry/waitlist-entry.ts";
import { entryToWire } from "./waitlist-wire.ts";
import * as sql from "../entry/waitlist.sql.ts";

export interface LockedLine {
  readonly locationId: Id<"str">;
  readonly state: VenueState;
  /** Location time. */
  readonly now: Instant;
  /** Whether remote parties may join. */
  readonly open: boolean;
  /** The number in line for a party that joins now. */
  readonly nextNumber: number;
  /** The parties in line, first in line first. */
  readonly entries: readonly WaitlistEntry[];
}

export type EntryNews = "created" | "notified" | "seated" | "removed" | "expired";

/** Saves a change of an entry in line and tells of it; answers the line as it is after that. */
export async function saveEntry(
  tx: Tx,
  line: LockedLine,
  entry: WaitlistEntry,
  change: EntryPatch & EntryAuthor,
  news: EntryNews,
): Promise<LockedLine> {
  const { by, actedBy, ...patch } = change;
  const next = changedEntry(entry, { by, actedBy }, patch, line.now);
  sql.sendEntryUpdate(tx, next);
  if (!isInLine(next.status)) {
    recordOutcome(tx, next, line);
    withdrawMessages(tx, next.id, ["waitlist_joined", "table_ready"]);
  }
  const entries = line.entries.flatMap((one) => (one.id !== next.id ? [one] : isInLine(next.status) ? [next] : []));
  const after = { ...line, entries };
  await tellApps(tx, after, next, news);
  return after;
}

/** Saves a change of an entry in line that no app is told of; answers the line as it is after that. */
export function saveEdit(tx: Tx, line: LockedLine, entry: WaitlistEntry, change: EntryPatch & EntryAuthor): LockedLine {
  const { by, actedBy, ...patch } = change;
  const next = editedEntry(entry, { by, actedBy }, patch, line.now);
  sql.sendEntryUpdate(tx, next);
  return { ...line, entries: line.entries.map((one) => (one.id === next.id ? next : one)) };
}

/** Puts a party back into line, at the place of its number, and tells of it; answers the line as it is after that. */
export async function restoreEntry(
  tx: Tx,
  line: LockedLine,
  entry: WaitlistEntry,
  change: EntryPatch & EntryAuthor,
): Promise<LockedLine> {
  const { by, actedBy, ...patch } = change;
  const next = changedEntry(entry, { by, actedBy }, patch, line.now);
  sql.sendEntryUpdate(tx, next);
  sendNoOutcome(tx, entry.id);
  const entries = [...line.entries, next].toSorted((a, b) => a.line_number - b.line_number);
  const after = { ...line, entries };
  await tellApps(tx, after, next, "created", { restored: true });
  return after;
}

/** Records the event of an entry as it is; `more` is told beside it. */
export async function tellApps(
  tx: Tx,
  line: LockedLine,
  entry: WaitlistEntry,
  news: EntryNews,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const [apps, messages] = await Promise.all([
    listGrantedApps(tx, entry.location_id),
    readLatestMessages(tx, [entry.id]),
  ]);
  const positioned = { position: positionIn(line.entries, entry.id), message: messages.get(entry.id) };
  for (const app of apps) {
    if (!mayReadBookings(app.scopes)) continue;
    await recordEvent(tx, {
      appId: app.id,
      eventType: `waitlist_entry.${news}`,
      locationId: entry.location_id,
      resourceType: "waitlist_entry",
      resourceId: entry.id,
      resourcePath: `/v1/waitlist_entries/${entry.id}`,
      idempotencyKey: `waitlist_entry:${entry.id}:${news}:${entry.event_sequence}`,
      sequence: entry.event_sequence,
      data: {
        ...entryToWire(entry, positioned, { livemode: tx.livemode, showContact: seesContact(app.scopes) }),
        ...more,
        actor: entry.updated_by,
      },
      created: entry.updated_at,
    });
  }
}

/** The outcome of the quote: how long until the table was ready, for parties that got one. */
function recordOutcome(tx: Tx, entry: WaitlistEntry, { now }: LockedLine): void {
  const readyAt = entry.status === "seated" ? Math.min(entry.notified_at ?? now, now) : null;
  sendOutcome(tx, entry.id, now, readyAt === null ? null : (readyAt - entry.joined_at) / 60_000);
}
