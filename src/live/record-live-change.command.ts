/**
 * Tells the people of a location of a change. Guarantees: a change gets its number as the last step of its transaction.
 * Numbers therefore have the order of the commits, and the counter of the location is locked only while the COMMIT takes.
 * A change that is rolled back has no number. Screens are woken after the COMMIT. Called by every command that changes
 * what a screen shows.
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
