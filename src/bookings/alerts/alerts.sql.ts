/** The SQL of table alerts that guests make and end. Their times are of the clock of their location. */
import type { Id } from "../../kernel/id.ts";
import { lockTexts } from "../../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { TableAlert, WantedAlert } from "./table-alert.ts";

const alertTable = defineTable<TableAlert>()({
  name: "table_alerts",
  columns: {
    id: "text",
    location_id: "text",
    status: "text",
    version: "int4",
    on_date: "date",
    from_at: "timestamptz",
    until_at: "timestamptz",
    party_size: "int4",
    area_id: "text",
    guest_phone: "text",
    guest_email: "text",
    language: "text",
    request_token: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    unused_offers: "int4",
    hold_id: "text",
    booking_id: "text",
  },
});
export const alertRow = alertTable.row;
export const selectedAlert = alertTable.select("a");
/** The clock of the location `l`. */
export const here = "(clock_timestamp() + l.clock_offset_seconds * interval '1 second')";
const live = "a.status IN ('waiting', 'offered')";
const contact = "coalesce(a.guest_phone, lower(a.guest_email))";

const lockStatement = defineStatement({
  name: "lock-alerts-of-contact",
  prepare: false,
  takes: ["text"],
  text: `SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.tableAlerts} ' || $1, 0))`,
});

/** Waits for others who make alerts of the same contact, so that they are counted by one at a time. */
export async function lockContact(tx: Tx, of: string): Promise<void> {
  await tx.rows(lockStatement, [of]);
}

const liveStatement = defineStatement({
  name: "lock-live-alerts-of-contact",
  prepare: false,
  takes: ["text"],
  gives: alertRow,
  text: `SELECT ${selectedAlert} FROM table_alerts a WHERE ${contact} = $1 AND ${live} ORDER BY a.created_at, a.id
    FOR KEY SHARE`,
});

/** The live alerts of a contact at every location, kept from being deleted: a link may be made to one of them. */
export function lockLiveOf(tx: Tx, of: string): Promise<TableAlert[]> {
  return tx.rows(liveStatement, [of]);
}

const insertStatement = defineStatement({
  name: "insert-table-alert",
  prepare: false,
  takes: ["text", "text", "date", "float8", "float8", "int4", "text", "text", "text", "text", "text"],
  gives: alertRow,
  text: `INSERT INTO table_alerts AS a (id, location_id, on_date, from_at, until_at, party_size, area_id, guest_phone,
      guest_email, language, request_token, created_at, updated_at)
    SELECT $1, l.id, $3, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000), $6, $7, $8, $9, $10, $11,
      ${here}, ${here}
    FROM locations l WHERE l.id = $2 RETURNING ${selectedAlert}`,
});

/** Stores an alert. */
export function insertAlert(tx: Tx, id: Id<"tal">, locationId: Id<"str">, wanted: WantedAlert): Promise<TableAlert> {
  const { on_date, from_at, until_at, party_size, area_id, guest_phone, guest_email, language, request_token } = wanted;
  const what = [on_date, from_at, until_at, party_size, area_id] as const;
  return tx.one(insertStatement, [id, locationId, ...what, guest_phone, guest_email, language, request_token]);
}

const findStatement = defineStatement({
  name: "find-table-alert",
  prepare: false,
  takes: ["text"],
  gives: alertRow,
  text: `SELECT ${selectedAlert} FROM table_alerts a WHERE a.id = $1`,
});

/** An alert of any location. */
export function findAlert(db: Db, id: Id<"tal">): Promise<TableAlert | undefined> {
  return db.maybe(findStatement, [id]);
}

const listStatement = defineStatement({
  name: "list-live-alerts",
  prepare: false,
  takes: ["text", "int8"],
  gives: alertRow,
  text: `SELECT ${selectedAlert} FROM table_alerts a WHERE a.location_id = $1 AND ${live}
    ORDER BY a.on_date, a.created_at, a.id LIMIT $2`,
});

/** The live alerts of a location by their day, oldest first. */
export function listLive(db: Db, locationId: Id<"str">, limit: number): Promise<TableAlert[]> {
  return db.rows(listStatement, [locationId, limit]);
}

const countStatement = defineStatement({
  name: "count-live-alerts",
  takes: ["text"],
  gives: row<{ readonly count: number }>({ count: "int4" }),
  text: `SELECT count(*)::int AS count FROM table_alerts a WHERE a.location_id = $1 AND ${live}`,
});

/** How many guests of a location wait for a table to become free. */
export async function countLive(db: Db, locationId: Id<"str">): Promise<number> {
  return (await db.one(countStatement, [locationId])).count;
}

const stopStatement = defineStatement({
  name: "stop-table-alert",
  prepare: false,
  takes: ["text", "int4"],
  gives: alertRow,
  text: `UPDATE table_alerts a SET status = 'stopped', version = a.version + 1, updated_at = ${here}
    FROM locations l WHERE l.id = a.location_id AND a.id = $1 AND a.version = $2 RETURNING ${selectedAlert}`,
});

/** Ends an alert for its guest; undefined when something happened to the alert since it was read. */
export function saveStop(tx: Tx, { id, version }: TableAlert): Promise<TableAlert | undefined> {
  return tx.maybe(stopStatement, [id, version]);
}

const ofGuestStatement = defineStatement({
  name: "list-alerts-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: alertRow,
  text: `SELECT ${selectedAlert} FROM table_alerts a WHERE a.guest_phone = $1 OR lower(a.guest_email) = lower($2)
    ORDER BY a.created_at, a.id`,
});

const lockOfGuestStatement = defineStatement({
  name: "lock-alerts-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: row<Pick<TableAlert, "id">>({ id: "text" }),
  text: `SELECT id FROM table_alerts WHERE guest_phone = $1 OR lower(guest_email) = lower($2) ORDER BY id FOR UPDATE`,
});

/** The alerts of a guest at every location, locked: what an offer writes about one is seen afterwards. */
export async function lockOfGuest(
  tx: Tx,
  { phone, email }: { readonly phone: string | null; readonly email: string | null },
): Promise<readonly Id<"tal">[]> {
  return (await tx.rows(lockOfGuestStatement, [phone, email])).map(({ id }) => id);
}

/** What a guest has waited for at every location, oldest first. */
export function listOfGuest(
  db: Db,
  { phone, email }: { readonly phone: string | null; readonly email: string | null },
): Promise<TableAlert[]> {
  return db.rows(ofGuestStatement, [phone, email]);
}

const deleteStatement = defineStatement({
  name: "delete-table-alerts",
  prepare: false,
  takes: ["text[]"],
  text: `WITH links AS (DELETE FROM guest_links WHERE alert_id = ANY ($1)),
      choices AS (DELETE FROM message_choices WHERE subject_id = ANY ($1)),
      offers AS (DELETE FROM table_offers WHERE alert_id = ANY ($1))
    DELETE FROM table_alerts WHERE id = ANY ($1)`,
});

/** Deletes alerts with their links, offers and choices. Their tables stay held until the offers end. */
export function sendDeletion(tx: Tx, ids: readonly Id<"tal">[]): void {
  if (ids.length > 0) tx.send(deleteStatement, [ids]);
}

const oldStatement = defineStatement({
  name: "lock-old-table-alerts",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly id: Id<"tal"> }>({ id: "text" }),
  text: `SELECT a.id FROM table_alerts a JOIN locations l ON l.id = a.location_id
    WHERE a.on_date < ${here}::date - least(30, coalesce(l.guest_retention_days, 30)) AND NOT (a.status = 'offered')
    ORDER BY a.on_date LIMIT $1 FOR UPDATE OF a SKIP LOCKED`,
});

/** Alerts whose time to be kept is over: thirty days after their day, or sooner where guests are erased sooner. */
export async function lockOld(tx: Tx, limit: number): Promise<Id<"tal">[]> {
  return (await tx.rows(oldStatement, [limit])).map(({ id }) => id);
}
