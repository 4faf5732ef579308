/** Tells the screens of a location the outcome of a message. They show it with the party that the message was sent to. */
import { idPrefixOf, type Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";

/** Records that the party of a message is to be shown anew; other messages are not shown live. */
export function tellScreens(tx: Tx, about: { readonly location_id: Id<"str">; readonly subject_id: string }): void {
  const { location_id: locationId, subject_id: subjectId } = about;
  if (idPrefixOf(subjectId) === "bkw") recordLiveChange(tx, locationId, "waitlist", locationId);
}
