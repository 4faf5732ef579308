/**
 * Tells the people of a location of a change. Guarantees: the change is numbered last in its transaction, so that numbers
 * follow commits and the location's one number is locked for the length of the COMMIT only; a change that is rolled back
 * has no number; screens are woken after the COMMIT. Called by every command that changes what a screen shows.
 */
import type { Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { LiveTopic } from "./live-topics.ts";
import { sendLiveChange } from "./live-changes.sql.ts";

/** Records that a resource of the location is to be shown anew. */
export function recordLiveChange(tx: Tx, locationId: Id<"str">, topic: LiveTopic, resourceId: string): void {
  tx.beforeCommit(() => sendLiveChange(tx, locationId, topic, resourceId));
  tx.wake("changes");
}
