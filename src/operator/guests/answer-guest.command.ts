/**
 * The copy of a guest's data, and its erasure (rules/messages-and-privacy 3.1). Both are in the audit log, which does not
 * name the guest.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import { eraseGuest, listGuestBookings } from "../../bookings/aftercare/erase-guest.command.ts";
import { listAlertsOfGuest } from "../../bookings/alerts/alerts.query.ts";
import { bookingToWire } from "../../bookings/book/booking-wire.ts";
import { listGroupsOfGuest } from "../../bookings/groups/groups.query.ts";
import { listGuestNotes } from "../../bookings/guests/guest-history.query.ts";
import { plainAddress } from "../../mail/letter.ts";
import { forgetMessagesTo } from "../../messaging/aftercare/forget-messages.command.ts";
import { messageToWire } from "../../messaging/message/messages.schemas.ts";
import { listMessagesTo } from "../../messaging/message/read-messages.query.ts";
import { forgetAnswersAbout } from "../../platform/http/idempotency/forget-answers.sql.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { eraseGuestEntries, listGuestEntries } from "../../waitlist/aftercare/erase-entries.command.ts";
import { entryToWire } from "../../waitlist/line/waitlist-wire.ts";
import { alertToCopy, groupToCopy } from "../guest-asks.schemas.ts";
import type { NamedGuest } from "./guest-key.ts";

/** Everything that is kept about the guest, as the operator's call answers it. */
export async function copyGuest(tx: Tx, guest: NamedGuest, by: Author) {
  const bookings = await listGuestBookings(tx, guest);
  const entries = await listGuestEntries(tx, guest);
  const view = { livemode: tx.livemode, showContact: true, showVenueNotes: true } as const;
  const inLine = { position: 0, message: undefined };
  const after = { bookings: bookings.length, waitlist_entries: entries.length };
  await recordAudit(tx, { ...by, action: "guest.exported", subject: "guest", before: null, after });
  return {
    object: "guest_export" as const,
    ...guest,
    bookings: bookings.map((booking) => bookingToWire(booking, view)),
    waitlist_entries: entries.map((entry) => entryToWire(entry, inLine, view)),
    messages: (await listMessagesTo(tx, guest.phone, mailOf(guest))).map(messageToWire),
    notes: await listGuestNotes(tx, guest),
    group_requests: (await listGroupsOfGuest(tx, guest)).map(groupToCopy),
    table_alerts: (await listAlertsOfGuest(tx, guest)).map(alertToCopy),
  };
}

export interface Erased {
  readonly bookings: number;
  readonly entries: number;
}

/** Takes the guest out of everything; the bookings and entries stay, without a name. Cannot be undone. */
export async function eraseEverywhere(tx: Tx, guest: NamedGuest, by: Author): Promise<Erased> {
  const entries = await eraseGuestEntries(tx, guest);
  const bookings = await eraseGuest(tx, guest, by);
  // Last, so that what was written while the erasure waited is seen.
  forgetMessagesTo(tx, { phone: guest.phone, email: mailOf(guest) });
  // An answer may name the guest and nothing that is theirs, such as a copy for one whom only messages know.
  forgetAnswersAbout(tx, contactsIn(guest));
  return { bookings, entries };
}

/** The contacts as an answer has them, with their quotation marks. */
function contactsIn({ phone, email }: NamedGuest): string[] {
  const written = [phone, email, email?.toLowerCase() ?? null, mailOf({ phone, email })];
  return [...new Set(written)].filter((text) => text !== null).map((text) => JSON.stringify(text));
}

/** The address as messages keep it. */
function mailOf({ email }: NamedGuest): string | null {
  return email === null ? null : plainAddress(email);
}
