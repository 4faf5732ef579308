/**
 * All SQL of the line. The line changes only under the lock of its row in `waitlists`. Every change increases the version
 * of that row, and a new party gets the version as its number in line. A phone is in line once: the lock keeps that, and
 * an index would refuse a second entry.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { whenListed } from "../../platform/jobs/due.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { WaitlistEntry } from "./waitlist-entry.ts";

/** Entries; the order of the columns is that of selections. */
export const entryTable = defineTable<WaitlistEntry>()({
  name: "waitlist_entries",
  columns: {
    id: "text",
    location_id: "text",
    app_id: "text",
    line_number: "int8",
    joined_at: "timestamptz",
    updated_at: "timestamptz",
    event_sequence: "int4",
    version: "int4",
    status: "text",
    channel: "text",
    party_size: "int4",
    guest_first_name: "text",
    guest_last_name: "text",
    guest_phone: "text",
    guest_email: "text",
    language: "text",
    guest_token: "text",
    notes: "text",
    quoted_parties_ahead: "int4",
    quoted_min: "int4",
    quoted_max: "int4",
    notified_at: "timestamptz",
    notify_expires_at: "timestamptz",
    on_my_way_at: "timestamptz",
    expires_at: "timestamptz",
    ended_at: "timestamptz",
    ended_reason: "text",
    booking_id: "text",
    updated_by: "text",
    acted_by: "jsonb",
  },
});
const selected = entryTable.select("w");
const inLine = "w.status IN ('waiting', 'notified')";

export interface QueueMark {
  readonly open: boolean;
  readonly version: number;
}

const lockStatement = defineStatement({
  name: "lock-waitlist",
  takes: ["text"],
  gives: row<QueueMark>({ open: "bool", version: "int8" }),
  text: `INSERT INTO waitlists AS q (location_id) VALUES ($1)
    ON CONFLICT (location_id) DO UPDATE SET version = q.version + 1 RETURNING open, version`,
});

/** Waits for the line of a location and takes its next version; held until the transaction ends. */
export function lockWaitlist(tx: Tx, locationId: Id<"str">): Promise<QueueMark> {
  return tx.one(lockStatement, [locationId]);
}

const findWaitlistMarkStatement = defineStatement({
  name: "find-waitlist-mark",
  takes: ["text"],
  gives: row<QueueMark>({ open: "bool", version: "int8" }),
  text: "SELECT open, version FROM waitlists WHERE location_id = $1",
});

/** The line's mark as it is; undefined when nobody ever joined and nobody opened it. */
export function findMark(db: Db, locationId: Id<"str">): Promise<QueueMark | undefined> {
  return db.maybe(findWaitlistMarkStatement, [locationId]);
}

const sendOpenStatement = defineStatement({
  name: "open-or-close-waitlist",
  prepare: false,
  takes: ["text", "bool"],
  text: "UPDATE waitlists SET open = $2 WHERE location_id = $1",
});

/** Opens or closes the locked line for remote parties. */
export function sendOpen(tx: Tx, locationId: Id<"str">, open: boolean): void {
  tx.send(sendOpenStatement, [locationId, open]);
}

const lineStatement = defineStatement({
  name: "list-waitlist",
  takes: ["text"],
  gives: entryTable.row,
  text: `SELECT ${selected} FROM waitlist_entries w WHERE w.location_id = $1 AND ${inLine} ORDER BY w.line_number`,
});

/** The parties in line, first in line first. */
export function listLine(db: Db, locationId: Id<"str">): Promise<WaitlistEntry[]> {
  return db.rows(lineStatement, [locationId]);
}

const findWaitlistEntryStatement = defineStatement({
  name: "find-waitlist-entry",
  takes: ["text"],
  gives: entryTable.row,
  text: `SELECT ${selected} FROM waitlist_entries w WHERE w.id = $1`,
});

export function findEntry(db: Db, id: Id<"bkw">): Promise<WaitlistEntry | undefined> {
  return db.maybe(findWaitlistEntryStatement, [id]);
}

const findVisibleWaitlistEntryStatement = defineStatement({
  name: "find-visible-waitlist-entry",
  takes: ["text", "text"],
  gives: entryTable.row,
  text: `SELECT ${selected} FROM waitlist_entries w
    JOIN grants g ON g.location_id = w.location_id AND g.app_id = $2 WHERE w.id = $1`,
});

/** The entry, if its location is granted to the app. */
export function findVisibleEntry(db: Db, id: Id<"bkw">, appId: Id<"app">): Promise<WaitlistEntry | undefined> {
  return db.maybe(findVisibleWaitlistEntryStatement, [id, appId]);
}

const findWaitlistEntryByTokenStatement = defineStatement({
  name: "find-waitlist-entry-by-token",
  takes: ["text"],
  gives: entryTable.row,
  text: `SELECT ${selected} FROM waitlist_entries w WHERE w.guest_token = $1`,
});

/** The entry of a guest's own key. */
export function findEntryByToken(db: Db, token: string): Promise<WaitlistEntry | undefined> {
  return db.maybe(findWaitlistEntryByTokenStatement, [token]);
}

const insertion = entryTable.insert();
const insertStatement = defineStatement({
  name: "insert-waitlist-entry",
  takes: insertion.takes,
  text: insertion.text,
});

export function sendEntry(tx: Tx, entry: WaitlistEntry): void {
  tx.send(insertStatement, insertion.values(entry));
}

const change = entryTable.set([
  "line_number",
  "updated_at",
  "event_sequence",
  "version",
  "status",
  "party_size",
  "notes",
  "quoted_min",
  "quoted_max",
  "notified_at",
  "notify_expires_at",
  "on_my_way_at",
  "ended_at",
  "ended_reason",
  "booking_id",
  "updated_by",
  "acted_by",
]);
const updateStatement = defineStatement({
  name: "update-waitlist-entry",
  takes: change.takes,
  text: `UPDATE waitlist_entries SET ${change.text} WHERE id = $1`,
});

/** Sends the fields that can change of an entry whose line is locked. */
export function sendEntryUpdate(tx: Tx, entry: WaitlistEntry): void {
  tx.send(updateStatement, change.values(entry));
}

const renumberStatement = defineStatement({
  name: "renumber-waitlist",
  prepare: false,
  takes: ["text[]", "int8[]"],
  text: `UPDATE waitlist_entries w SET line_number = n.line_number
    FROM unnest($1::text[], $2::bigint[]) AS n (id, line_number) WHERE w.id = n.id AND w.line_number <> n.line_number`,
});

/** Gives the parties of a locked line their numbers anew. */
export function sendNumbers(tx: Tx, entries: readonly Pick<WaitlistEntry, "id" | "line_number">[]): void {
  tx.send(renumberStatement, [entries.map(({ id }) => id), entries.map(({ line_number }) => line_number)]);
}

const listGoneStatement = defineStatement({
  name: "list-gone-from-waitlist",
  takes: ["text", "float8"],
  gives: entryTable.row,
  text: `SELECT ${selected} FROM waitlist_entries w
    WHERE w.location_id = $1 AND w.ended_at > to_timestamp($2::float8 / 1000) AND w.status IN ('seated', 'removed', 'expired')
    ORDER BY w.ended_at DESC, w.id LIMIT 100`,
});

/** The parties that the venue, or time, has taken out of the line since a moment, the last one first; at most 100. */
export function listGone(db: Db, locationId: Id<"str">, since: Instant): Promise<WaitlistEntry[]> {
  return db.rows(listGoneStatement, [locationId, since]);
}

const due = `least(w.expires_at, w.notify_expires_at)`;

const listDueWaitlistsStatement = defineStatement({
  name: "list-due-waitlists",
  takes: ["int8"],
  gives: row<{ location_id: Id<"str"> }>({ location_id: "text" }),
  text: `SELECT DISTINCT w.location_id FROM waitlist_entries w JOIN locations l ON l.id = w.location_id
    WHERE ${inLine} AND ${due} <= clock_timestamp() + l.clock_offset_seconds * interval '1 second' LIMIT $1`,
});

/** Whether the time of a party in line is over. */
export const waitersDue = whenListed(listDueWaitlistsStatement);

/** The locations with parties whose time is over by the clock of the location. */
export async function listLocationsWithDue(db: Db, limit: number): Promise<Id<"str">[]> {
  const rows = await db.rows(listDueWaitlistsStatement, [limit]);
  return rows.map((row) => row.location_id);
}

const findNextWaitlistExpiryStatement = defineStatement({
  name: "find-next-waitlist-expiry",
  takes: ["text"],
  gives: row<{ at: Instant | null }>({ at: "timestamptz" }),
  text: `SELECT min(${due}) AS at FROM waitlist_entries w WHERE w.location_id = $1 AND ${inLine}`,
});

/** When the next party in line is taken off by itself, in the location's clock. */
export async function findNextExpiry(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  const { at } = await db.one(findNextWaitlistExpiryStatement, [locationId]);
  return at;
}

const readWaitlistVersionsStatement = defineStatement({
  name: "read-waitlist-versions",
  takes: ["text[]"],
  gives: row<{ location_id: Id<"str">; version: number }>({ location_id: "text", version: "int8" }),
  text: "SELECT location_id, version FROM waitlists WHERE location_id = ANY ($1)",
});

/** The version of each of some lines. */
export async function readVersions(db: Db, locationIds: readonly Id<"str">[]): Promise<ReadonlyMap<Id<"str">, number>> {
  const rows = await db.rows(readWaitlistVersionsStatement, [locationIds]);
  return new Map(rows.map(({ location_id, version }) => [location_id, version]));
}
