/**
 * Exports and erases what the waitlist keeps about a guest. Guarantees: in the caller's transaction, the erasure reaches
 * the entries, their messages, their events, and the answers kept for replays. The entries stay, without a name and
 * without the guest's key, because how long somebody waited is the venue's record. The lines are locked first: whoever
 * acts on an entry meanwhile has ended before, or reads an entry without a name.
 */
import type { GuestKey } from "../../bookings/aftercare/guest-records.sql.ts";
import type { Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { forgetMessagesAbout } from "../../messaging/aftercare/forget-messages.command.ts";
import { forgetAnswersAbout } from "../../platform/http/idempotency/forget-answers.sql.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { redactEvents } from "../../webhooks/ledger/redact-events.command.ts";
import { listEntriesOf, lockLinesOf, sendEntryErasure } from "./guest-entries.sql.ts";
import type { WaitlistEntry } from "../entry/waitlist-entry.ts";

/** Everything that the waitlist knows of a guest. */
export function listGuestEntries(db: Db, guest: GuestKey): Promise<WaitlistEntry[]> {
  return listEntriesOf(db, guest);
}

/** Erases a guest; answers how many entries no longer name them. The caller writes the audit entry. */
export async function eraseGuestEntries(tx: Tx, guest: GuestKey): Promise<number> {
  await lockLinesOf(tx, guest);
  const entries = await listEntriesOf(tx, guest);
  const ids = entries.map(({ id }) => id);
  eraseEntries(tx, ids);
  for (const id of new Set(entries.map(({ location_id }) => location_id))) recordLiveChange(tx, id, "waitlist", id);
  return ids.length;
}

/** Takes the guests out of entries. */
export function eraseEntries(tx: Tx, ids: readonly Id<"bkw">[]): void {
  if (ids.length === 0) return;
  const nobody = { first_name: null, last_name: null, phone: null, phone_last_four: null, email: null };
  sendEntryErasure(tx, ids);
  forgetMessagesAbout(tx, ids);
  redactEvents(tx, ids, { guest: nobody, notes: null });
  forgetAnswersAbout(tx, ids);
}
