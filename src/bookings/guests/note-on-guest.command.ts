/**
 * Notes of hosts on a guest (rules/stand 3.3). Guarantees: of two hosts who write at once, one is refused. An allergy is
 * noted only when the guest agreed. A note belongs to the location and to this contact. Nothing is noted of a guest who is
 * erased meanwhile.
 */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { findGuest } from "./guest-history.query.ts";
import { checkAgreed, type GuestEdit, type GuestRecord } from "./guest-record.ts";
import { keepNamed, saveNote } from "./guests.sql.ts";

/** Saves the note and the tags of the guest of a booking; the caller has looked at the right to the location. */
export async function noteOnGuest(
  tx: Tx,
  actor: StaffActor,
  at: { readonly locationId: Id<"str">; readonly key: Id<"bkg"> },
  edit: GuestEdit,
): Promise<GuestRecord | Refusal<"not_found" | "invalid_request" | "stale_version">> {
  await keepNamed(tx, at.key);
  const found = await findGuest(tx, at.locationId, at.key);
  if (found === undefined) return refuse("not_found", `there is no guest ${at.key} at this location`);
  const { contact, guest } = found;
  const agreed = checkAgreed(guest, edit);
  if (isRefusal(agreed)) return agreed;
  const { note = guest.note, tags = guest.tags, expectedVersion } = edit;
  const noted = { note, tags: [...new Set(tags)].toSorted((a, b) => a.localeCompare(b, "en")) };
  const version = await saveNote(tx, { locationId: at.locationId, contact }, noted, actor, expectedVersion);
  if (version !== undefined) return { ...guest, ...noted, version, acted_by: actor };
  const message = `expected_version is ${expectedVersion} and guest ${at.key} is at version ${guest.version}; read it again`;
  return refuse("stale_version", message, { expected: expectedVersion, actual: guest.version });
}
