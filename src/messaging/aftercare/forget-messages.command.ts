/**
 * Erases a person from the messages. Phone number, address and text are deleted; the record that a message was sent
 * stays. A message that waits to be sent is not sent any more.
 */
import type { Tx } from "../../platform/postgres/database.ts";
import { sendForget } from "./forgotten-messages.sql.ts";

/** Forgets what was written about some bookings, waitlist entries or invitations. */
export function forgetMessagesAbout(tx: Tx, subjectIds: readonly string[]): void {
  sendForget(tx, { phone: null, email: null }, subjectIds);
}

/** Forgets what was written to a number or an address. That it wants no messages stays: it asked for that. */
export function forgetMessagesTo(tx: Tx, to: { readonly phone: string | null; readonly email: string | null }): void {
  sendForget(tx, to, []);
}
