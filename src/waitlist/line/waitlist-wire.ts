/** The waitlist as the wire shows it. Pure. */
import type { BookingView } from "../../bookings/book/booking-wire.ts";
import { phoneLastFour } from "../../kernel/phone.ts";
import { toIso, toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { MessageKind } from "../../messaging/message/message-kinds.ts";
import { textStatuses, type Message } from "../../messaging/message/message.ts";
import type { WaitlistEntry } from "../entry/waitlist-entry.ts";

/** What the party of an entry may have been sent; texts to staff are none of them. */
export const entryMessageKinds = [
  "waitlist_joined",
  "table_ready",
  "booking_confirmed",
  "booking_reminder",
] as const satisfies readonly MessageKind[];

/** What an answer adds to the entry itself. */
export interface EntryPosition {
  /** 0 when the party is not in line. */
  readonly position: number;
  /** The latest message to the party. */
  readonly message: Pick<Message, "kind" | "status" | "error" | "updated_at"> | undefined;
}

const isoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** An entry as its resource; phone and address only to those who may see them. */
export function entryToWire(entry: WaitlistEntry, { position, message }: EntryPosition, view: BookingView) {
  return {
    object: "waitlist_entry" as const,
    id: entry.id,
    livemode: view.livemode,
    created: toUnixSeconds(entry.joined_at),
    location_id: entry.location_id,
    status: entry.status,
    party_size: entry.party_size,
    position,
    quoted_wait: {
      parties_ahead: entry.quoted_parties_ahead,
      wait_minutes: { min: entry.quoted_min, max: entry.quoted_max },
    },
    joined_at: toIso(entry.joined_at),
    notified_at: isoOrNull(entry.notified_at),
    notify_expires_at: isoOrNull(entry.notify_expires_at),
    on_my_way_at: isoOrNull(entry.on_my_way_at),
    booking_id: entry.booking_id,
    updated_by: entry.updated_by,
    channel: entry.channel,
    guest: {
      first_name: entry.guest_first_name,
      last_name: entry.guest_last_name,
      phone: view.showContact ? entry.guest_phone : null,
      phone_last_four: phoneLastFour(entry.guest_phone),
      email: view.showContact ? entry.guest_email : null,
    },
    language: entry.language,
    notes: entry.notes,
    message: message === undefined ? null : messageOfEntry(message),
  };
}

/** The message as the entry shows it; null for one that is not to the party. */
export function messageOfEntry({
  kind: sent,
  status: now,
  error,
  updated_at: at,
}: NonNullable<EntryPosition["message"]>) {
  const kind = entryMessageKinds.find((known) => known === sent);
  const status = textStatuses.find((known) => known === now);
  return kind === undefined || status === undefined ? null : { kind, status, error, updated_at: toIso(at) };
}

/** A whole line as its resource. */
export function waitlistToWire(
  locationId: Id<"str">,
  line: { readonly open: boolean; readonly entries: readonly WaitlistEntry[] },
  messages: ReadonlyMap<string, Message>,
  view: BookingView,
) {
  return {
    object: "waitlist" as const,
    location_id: locationId,
    livemode: view.livemode,
    open: line.open,
    entries: line.entries.map((entry, index) =>
      entryToWire(entry, { position: index + 1, message: messages.get(entry.id) }, view),
    ),
  };
}
