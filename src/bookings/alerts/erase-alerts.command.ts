/** Erases the alerts of a guest at every location (rules/messages-and-privacy 3.1). */
import { forgetMessagesAbout } from "../../messaging/aftercare/forget-messages.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import * as sql from "./alerts.sql.ts";

/** Deletes the alerts of a guest with their links, and what was written about them. */
export async function eraseAlertsOf(
  tx: Tx,
  guest: { readonly phone: string | null; readonly email: string | null },
): Promise<void> {
  const ids = await sql.lockOfGuest(tx, guest);
  forgetMessagesAbout(tx, ids);
  sql.sendDeletion(tx, ids);
}
