/**
 * Exports and erases everything that is kept about a guest, for the operator (rules/messages-and-privacy 3.1).
 * Guarantees: in one transaction the erasure reaches the bookings, their events and the answers kept for replays, with an
 * audit entry that does not name the guest. The bookings themselves stay, without a name.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import { forgetLinksTo } from "../../guest-links/make-guest-link.command.ts";
import type { Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { forgetMessagesAbout } from "../../messaging/aftercare/forget-messages.command.ts";
import { forgetAnswersAbout } from "../../platform/http/idempotency/forget-answers.sql.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { redactEvents } from "../../webhooks/ledger/redact-events.command.ts";
import type { Booking } from "../book/booking.ts";
import { eraseAlertsOf } from "../alerts/erase-alerts.command.ts";
import { eraseGroupsOf } from "../groups/groups.sql.ts";
import { sendNoteErasure } from "../guests/guests.sql.ts";
import * as sql from "./guest-records.sql.ts";

/** Everything that bookings know of a guest. */
export function listGuestBookings(db: Db, guest: sql.GuestKey): Promise<Booking[]> {
  return sql.listBookingsOf(db, guest);
}

/** Erases a guest; answers how many bookings no longer name them. */
export async function eraseGuest(tx: Tx, guest: sql.GuestKey, by: Author): Promise<number> {
  // Waits for an answer that stores a booking just then, so that the booking is seen by the next line.
  sql.sendOperationErasure(tx, guest);
  const bookings = await sql.lockBookingsOf(tx, guest);
  const ids = bookings.map(({ id }) => id);
  // The notes are found by the bookings, which name the guest until the next line.
  sendNoteErasure(tx, guest);
  eraseGuestsOf(tx, ids);
  for (const { id, location_id } of bookings) recordLiveChange(tx, location_id, "bookings", id);
  // The deletion waits for a host who answers just then. What was written to the restaurant names the guest too.
  forgetMessagesAbout(tx, await eraseGroupsOf(tx, guest));
  await eraseAlertsOf(tx, guest);
  await recordAudit(tx, {
    ...by,
    action: "guest.erased",
    subject: "guest",
    before: null,
    after: { bookings: ids.length },
  });
  return ids.length;
}

/** Takes the guests out of bookings, of the events that told of them and of kept answers; the caller writes the audit entry. */
export function eraseGuestsOf(tx: Tx, ids: readonly Id<"bkg">[]): void {
  if (ids.length === 0) return;
  const nobody = { first_name: null, last_name: null, phone: null, phone_last_four: null, email: null };
  sql.sendErasure(tx, ids);
  sql.sendWordsErasure(tx, ids);
  sql.sendChannelErasure(tx, ids);
  const erased = { guest: nobody, notes: null, venue_notes: null };
  // What a change says of the booking before it names the guest too.
  redactEvents(tx, ids, erased, { cancellation: { reason: null }, previous: { ...erased, cancellation: null } });
  forgetMessagesAbout(tx, ids);
  forgetLinksTo(tx, ids);
  forgetAnswersAbout(tx, ids);
}
