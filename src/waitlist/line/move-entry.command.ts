/**
 * The moves of a party in line: told that its table is ready, seated, taken off by the venue, gone by itself
 * (rules/waitlist 2.2 to 2.6). Guarantees: each move is made once, under the lock of the line, with its event; a repeat
 * answers the same. Seating makes the booking in the same transaction. A crash leaves the entry before or after.
 */
import { requireNative } from "../../bookings/venue/native-only.ts";
import { actedBy, appOf, causeOf, isStaff } from "../../bookings/book/lock-booking.command.ts";
import type { ChosenTables } from "../../bookings/tables/chosen-tables.ts";
import { seatArrival, type ArrivalRefusal } from "../../bookings/make/seat-arrival.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { hasFailed, type NoMessageReason } from "../../messaging/message/message.ts";
import { queueMessage } from "../../messaging/queue/queue-message.command.ts";
import { readLatestMessages } from "../../messaging/message/read-messages.query.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import {
  illegalEntry,
  lockEntry,
  inLine,
  venueAuthor,
  type EntryActor,
  type MovedEntry,
} from "./lock-entry.command.ts";
import { saveEntry, type LockedLine } from "./save-entry.command.ts";
import {
  isInLine,
  mayMoveEntry,
  type EntryAuthor,
  type EntryPatch,
  type WaitlistEntry,
} from "../entry/waitlist-entry.ts";
import * as sql from "../entry/waitlist.sql.ts";

type Found = Refusal<"not_found">;
type Illegal = Refusal<"illegal_transition">;
type Unsupported = Refusal<"capability_unsupported">;

const minuteMs = 60_000;

/** Tells a party that its table is ready, by a message of the venue's own words if there are any. */
export async function notifyEntry(
  tx: Tx,
  actor: EntryActor,
  id: Id<"bkw">,
  options: { readonly note: string | null; readonly linkOf: (token: string) => string },
): Promise<MovedEntry | Found | Illegal | Unsupported | Refusal<"guest_messaging_unavailable">> {
  const locked = await lockEntry(tx, actor, id);
  if (isRefusal(locked)) return locked;
  const { line, entry } = locked;
  const native = requireNative(line.state.location, "telling a waiting party");
  if (isRefusal(native)) return native;
  if (!isInLine(entry.status)) return illegalEntry(entry, "be notified");
  // Told once is enough, unless the message is known not to have arrived; staff may write again in their own words.
  const isAgain = entry.status === "notified" && !(isStaff(actor) && options.note !== null);
  if (isAgain && !(await wasLost(tx, entry))) return inLine(line, entry);
  const minutes = line.state.venue?.configuration.waitlist.notifyExpiryMinutes ?? 10;
  const reason = await queueMessage(tx, {
    locationId: entry.location_id,
    subjectId: entry.id,
    occasion: String(entry.event_sequence),
    phone: entry.guest_phone,
    language: entry.language,
    values: {
      kind: "table_ready",
      minutes,
      note: options.note,
      link: entry.guest_token === null ? null : options.linkOf(entry.guest_token),
    },
    sendWithinSeconds: minutes * 60,
  });
  if (reason !== undefined) return noMessage(reason);
  const patch = {
    status: "notified",
    notified_at: line.now,
    notify_expires_at: line.now + minutes * minuteMs,
  } as const;
  return save(tx, line, entry, { ...venueAuthor(actor), ...patch }, "notified");
}

/** Seats a party now, by the one rule of seating or at tables chosen by hand. */
export async function seatEntry(
  tx: Tx,
  actor: EntryActor,
  id: Id<"bkw">,
  chosen: ChosenTables | undefined,
): Promise<MovedEntry | Found | Illegal | ArrivalRefusal> {
  const locked = await lockEntry(tx, actor, id);
  if (isRefusal(locked)) return locked;
  const { line, entry } = locked;
  if (entry.status === "seated") return inLine(line, entry);
  if (!mayMoveEntry(entry.status, "seated", "venue")) return illegalEntry(entry, "be seated");
  const booking = await seatArrival(tx, line.state, {
    appId: appOf(actor),
    actedBy: actedBy(actor),
    source: "waitlist",
    waitlistEntryId: entry.id,
    partySize: entry.party_size,
    guest: {
      first_name: entry.guest_first_name,
      last_name: entry.guest_last_name,
      phone: entry.guest_phone,
      email: entry.guest_email,
      language: entry.language,
    },
    notes: entry.notes,
    chosen,
  });
  if (isRefusal(booking)) return booking;
  return save(
    tx,
    line,
    entry,
    { ...venueAuthor(actor), status: "seated", booking_id: booking.id, ended_at: line.now },
    "seated",
  );
}

/** Takes a party off, for the venue. */
export function removeEntry(
  tx: Tx,
  actor: EntryActor,
  id: Id<"bkw">,
  reason: string | null,
): Promise<MovedEntry | Found | Illegal> {
  return leave(tx, actor, id, { ...venueAuthor(actor), status: "removed", ended_reason: reason });
}

/** Takes a party off, for the guest. */
export function cancelEntry(tx: Tx, actor: EntryActor, id: Id<"bkw">): Promise<MovedEntry | Found | Illegal> {
  return leave(tx, actor, id, { by: causeOf(actor), actedBy: actedBy(actor), status: "cancelled" });
}

/** Notes that a guest in line is on their way; nobody else is told by an event, the venue sees it in the list. */
export async function markOnMyWay(tx: Tx, id: Id<"bkw">): Promise<MovedEntry | Found | Illegal> {
  const locked = await lockEntry(tx, null, id);
  if (isRefusal(locked)) return locked;
  const { line, entry } = locked;
  if (!isInLine(entry.status)) return illegalEntry(entry, "come");
  if (entry.on_my_way_at !== null) return inLine(line, entry);
  const updated_at = Math.max(line.now, entry.updated_at);
  const next = { ...entry, on_my_way_at: line.now, updated_at, updated_by: "guest" as const, acted_by: null };
  sql.sendEntryUpdate(tx, next);
  return inLine(line, next);
}

async function leave(
  tx: Tx,
  actor: EntryActor,
  id: Id<"bkw">,
  leaving: EntryAuthor & { readonly status: "removed" | "cancelled"; readonly ended_reason?: string | null },
): Promise<MovedEntry | Found | Illegal> {
  const locked = await lockEntry(tx, actor, id);
  if (isRefusal(locked)) return locked;
  const { line, entry } = locked;
  if (entry.status === leaving.status) return inLine(line, entry);
  const mover = leaving.status === "removed" ? "venue" : "guest";
  if (!mayMoveEntry(entry.status, leaving.status, mover)) return illegalEntry(entry, `be ${leaving.status}`);
  return save(tx, line, entry, { ...leaving, ended_at: line.now }, "removed");
}

async function save(
  tx: Tx,
  line: LockedLine,
  entry: WaitlistEntry,
  patch: EntryPatch & EntryAuthor,
  news: "notified" | "seated" | "removed",
): Promise<MovedEntry> {
  const after = await saveEntry(tx, line, entry, patch, news);
  const kept = after.entries.find((one) => one.id === entry.id);
  const next = kept ?? (await sql.findEntry(tx, entry.id)) ?? entry;
  return inLine(after, next);
}

async function wasLost(tx: Tx, entry: WaitlistEntry): Promise<boolean> {
  const message = (await readLatestMessages(tx, [entry.id])).get(entry.id);
  return message !== undefined && message.kind === "table_ready" && hasFailed(message.status);
}

const reasons: Readonly<Record<NoMessageReason, string>> = {
  disabled: "the venue has not switched guest messages on",
  not_configured: "no provider of messages is configured",
  no_phone: "the party left no phone number",
  opted_out: "the guest answered STOP and wants no messages",
};

function noMessage(reason: NoMessageReason): Refusal<"guest_messaging_unavailable"> {
  return refuse("guest_messaging_unavailable", reasons[reason], { reason });
}
