/**
 * Edits a party in line, for the venue's own people (rules/waitlist 5.3 and 5.4). Guarantees: a table can have a party of
 * the new size. Two parties never have the same position after a move. Apps can read the change; there is no event of it.
 */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { isInLine, type EntryPatch, type WaitlistEntry } from "../entry/waitlist-entry.ts";
import { sendNumbers } from "../entry/waitlist.sql.ts";
import { checkSize } from "./add-to-waitlist.command.ts";
import {
  checkEntryVersion,
  illegalEntry,
  lockEntry,
  inLine,
  venueAuthor,
  type MovedEntry,
} from "./lock-entry.command.ts";
import { requireWaitlist } from "./require-waitlist.ts";
import { saveEdit, type LockedLine } from "./save-entry.command.ts";

export interface EntryEdit {
  readonly expectedVersion: number;
  readonly partySize?: number | undefined;
  /** What the host has told the party by word of mouth, in minutes. */
  readonly quoted?: { readonly min: number; readonly max: number } | undefined;
  /** Null takes the note away. */
  readonly notes?: string | null | undefined;
  /** The party in front of which this one is to stand; null: at the end. */
  readonly before?: Id<"bkw"> | null | undefined;
}

export type EditRefusal = Refusal<
  | "invalid_request"
  | "not_found"
  | "illegal_transition"
  | "stale_version"
  | "capability_unsupported"
  | "configuration_missing"
  | "party_size_out_of_bounds"
>;

/** Changes a party in line; the same values again change nothing. */
export async function editEntry(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkw">,
  edit: EntryEdit,
): Promise<MovedEntry | EditRefusal> {
  const locked = await lockEntry(tx, actor, id);
  if (isRefusal(locked)) return locked;
  const { line, entry } = locked;
  const ready = requireWaitlist(line.state);
  if (isRefusal(ready)) return ready;
  if (!isInLine(entry.status)) return illegalEntry(entry, "be edited");
  const seen = checkEntryVersion(entry, edit.expectedVersion);
  if (isRefusal(seen)) return seen;
  const size = edit.partySize === undefined ? entry.party_size : edit.partySize;
  const checked = size === entry.party_size ? undefined : checkSize(ready, size);
  if (isRefusal(checked)) return checked;
  const moved = edit.before === undefined ? line : moveBefore(tx, line, entry, edit.before);
  if (isRefusal(moved)) return moved;
  const present = moved.entries.find((one) => one.id === id) ?? entry;
  const patch = patchOf(edit);
  if (moved === line && isSame(entry, patch)) return inLine(line, entry);
  const after = saveEdit(tx, moved, present, { ...venueAuthor(actor), ...patch });
  return inLine(after, after.entries.find((one) => one.id === id) ?? present);
}

function patchOf({ partySize, quoted, notes }: EntryEdit): EntryPatch {
  return {
    ...(partySize === undefined ? {} : { party_size: partySize }),
    ...(quoted === undefined ? {} : { quoted_min: quoted.min, quoted_max: quoted.max }),
    ...(notes === undefined ? {} : { notes }),
  };
}

function isSame(entry: WaitlistEntry, patch: EntryPatch): boolean {
  return Object.entries(patch).every(([name, value]) => entry[name as keyof EntryPatch] === value);
}

/** The line with the party in front of another: the numbers of the line go round among its parties. */
function moveBefore(
  tx: Tx,
  line: LockedLine,
  entry: WaitlistEntry,
  before: Id<"bkw"> | null,
): LockedLine | Refusal<"invalid_request"> {
  const others = line.entries.filter(({ id }) => id !== entry.id);
  const at = before === null ? others.length : others.findIndex(({ id }) => id === before);
  if (at < 0 || before === entry.id) {
    return invalidRequest([{ path: "body.before", message: "names no other party in this line" }]);
  }
  const order = [...others.slice(0, at), entry, ...others.slice(at)];
  if (order.every(({ id }, index) => id === line.entries[index]?.id)) return line;
  const numbers = line.entries.map(({ line_number }) => line_number);
  const entries = order.map((one, index) => ({ ...one, line_number: numbers[index] ?? one.line_number }));
  sendNumbers(tx, entries);
  return { ...line, entries };
}
