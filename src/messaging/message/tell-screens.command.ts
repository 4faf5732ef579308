/** Tells the screens of a location what became of a message: they show it with the party that it was sent to. */
import { idPrefixOf, type Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";

/** Records that the party of a message is to be shown anew; other messages are not shown live. */
export function tellScreens(tx: Tx, about: { readonly location_id: Id<"str">; readonly subject_id: string }): void {
  const { location_id: locationId, subject_id: subjectId } = about;
  if (idPrefixOf(subjectId) === "bkw") recordLiveChange(tx, locationId, "waitlist", locationId);
}
