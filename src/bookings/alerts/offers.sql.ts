/** The SQL by which tables are offered to alerts: the due ones, the offers, and their outcomes. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { alertRow, here, selectedAlert } from "./alerts.sql.ts";
import { alertRules, type TableAlert, type TableOffer } from "./table-alert.ts";

/** A day on which the tables are to be searched for those who wait. */
export interface DueDay {
  readonly location_id: Id<"str">;
  readonly on_date: string;
  /** What the tables of the day are like: it changes with every write to them and to what they are searched by. */
  readonly mark: string;
}

// A stay that begins on a service day may reach into the day after.
const dueStatement = defineStatement({
  name: "list-days-for-alerts",
  takes: ["int8"],
  gives: row<DueDay>({ location_id: "text", on_date: "date", mark: "text" }),
  text: `SELECT w.location_id, w.on_date, m.mark
    FROM (SELECT location_id, on_date, array_agg(DISTINCT coalesce(looked_mark, '')) AS marks, min(look_again_at) AS again
      FROM table_alerts WHERE status = 'waiting' GROUP BY location_id, on_date) w
    JOIN locations l ON l.id = w.location_id
    LEFT JOIN booking_configurations c ON c.location_id = l.id
    LEFT JOIN booking_blackouts b ON b.location_id = l.id
    CROSS JOIN LATERAL (SELECT concat_ws(' ', (SELECT sum(d.version) FROM booking_days d
      WHERE d.location_id = w.location_id AND d.day BETWEEN w.on_date AND w.on_date + 1), c.content_id, b.content_id,
      l.bookings_enabled, l.booking_mode, l.timezone) AS mark) m
    WHERE w.marks <> ARRAY[m.mark] OR w.again <= ${here}
    ORDER BY w.on_date, w.location_id LIMIT $1`,
});

/** The days whose tables have changed since they were searched last, nearest first. */
export function listDueDays(db: Db, limit: number): Promise<DueDay[]> {
  return db.rows(dueStatement, [limit]);
}

/** Whether somebody waits for a table, or was offered one. */
export const alertsWait = "EXISTS (SELECT FROM table_alerts WHERE status IN ('waiting', 'offered'))";

const waitingStatement = defineStatement({
  name: "list-waiting-alerts",
  takes: ["text", "date", "int8"],
  gives: alertRow,
  text: `SELECT ${selectedAlert} FROM table_alerts a WHERE a.location_id = $1 AND a.on_date = $2 AND a.status = 'waiting'
    ORDER BY a.created_at, a.id LIMIT $3`,
});

/** The alerts that wait for one day, oldest first. */
export function listWaiting(db: Db, { location_id, on_date }: DueDay, limit: number): Promise<TableAlert[]> {
  return db.rows(waitingStatement, [location_id, on_date, limit]);
}

const lookStatement = defineStatement({
  name: "save-look-for-alerts",
  takes: ["text[]", "text", "float8"],
  text: `UPDATE table_alerts SET looked_mark = $2, look_again_at = to_timestamp($3::float8 / 1000)
    WHERE id = ANY ($1) AND status = 'waiting'`,
});

/** Notes that the tables were searched for these alerts, as the mark of their day says. */
export async function saveLook(tx: Tx, ids: readonly Id<"tal">[], mark: string, again: Instant | null): Promise<void> {
  await tx.rows(lookStatement, [ids, mark, again]);
}

const offersStatement = defineStatement({
  name: "list-table-offers",
  takes: ["text", "float8", "float8"],
  gives: row<TableOffer>({
    hold_id: "text",
    alert_id: "text",
    unit_ids: "text[]",
    from_at: "timestamptz",
    until_at: "timestamptz",
  }),
  text: `SELECT o.hold_id, o.alert_id, o.unit_ids, o.from_at, o.until_at FROM table_offers o
    WHERE o.location_id = $1 AND o.from_at < to_timestamp($3::float8 / 1000) AND o.until_at > to_timestamp($2::float8 / 1000)`,
});

/** The offers of tables in [from, until) that nobody has taken since. */
export function listOffers(db: Db, locationId: Id<"str">, from: Instant, until: Instant): Promise<TableOffer[]> {
  return db.rows(offersStatement, [locationId, from, until]);
}

const endOffersStatement = defineStatement({
  name: "end-table-offers",
  takes: ["text[]"],
  text: "DELETE FROM table_offers WHERE hold_id = ANY ($1)",
});

/** Forgets the offers of tables that somebody has taken. */
export async function endOffers(tx: Tx, holdIds: readonly Id<"bkh">[]): Promise<void> {
  await tx.rows(endOffersStatement, [holdIds]);
}

const insertOfferStatement = defineStatement({
  name: "insert-table-offer",
  takes: ["text", "text", "text", "text[]", "float8", "float8"],
  text: `INSERT INTO table_offers (hold_id, alert_id, location_id, unit_ids, from_at, until_at, made_at)
    SELECT $1, $2, l.id, $4, to_timestamp($5::float8 / 1000), to_timestamp($6::float8 / 1000), ${here}
    FROM locations l WHERE l.id = $3`,
});

/** Sends a new offer. */
export function sendOffer(tx: Tx, locationId: Id<"str">, offer: TableOffer): void {
  const { hold_id, alert_id, unit_ids, from_at, until_at } = offer;
  tx.send(insertOfferStatement, [hold_id, alert_id, locationId, unit_ids, from_at, until_at]);
}

const offeredStatement = defineStatement({
  name: "offer-to-table-alert",
  takes: ["text", "int4", "text"],
  gives: alertRow,
  text: `UPDATE table_alerts a SET status = 'offered', hold_id = $3, version = a.version + 1, updated_at = ${here}
    FROM locations l WHERE l.id = a.location_id AND a.id = $1 AND a.version = $2 AND a.status = 'waiting'
    RETURNING ${selectedAlert}`,
});

/** Notes the table that an alert is offered; undefined when something happened to the alert since it was read. */
export function saveOffered(tx: Tx, { id, version }: TableAlert, holdId: Id<"bkh">): Promise<TableAlert | undefined> {
  return tx.maybe(offeredStatement, [id, version, holdId]);
}

const located = row<{ readonly location_id: Id<"str"> }>({ location_id: "text" });

const endStatement = defineStatement({
  name: "settle-table-offers",
  takes: ["int8"],
  gives: located,
  text: `UPDATE table_alerts a SET version = a.version + 1, updated_at = ${here}, booking_id = h.booking_id,
      unused_offers = a.unused_offers + (h.booking_id IS NULL)::int, looked_mark = NULL,
      status = CASE WHEN h.booking_id IS NOT NULL THEN 'booked'
        WHEN a.unused_offers + 1 >= ${alertRules.unused} THEN 'unused' ELSE 'waiting' END
    FROM booking_holds h, locations l
    WHERE h.id = a.hold_id AND l.id = a.location_id AND a.id IN (
      SELECT d.id FROM table_alerts d JOIN booking_holds e ON e.id = d.hold_id
      WHERE (d.status = 'offered' AND e.status <> 'live') OR (d.status = 'waiting' AND e.status = 'consumed') ORDER BY d.id LIMIT $1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING a.location_id`,
});

/** Notes what became of the offers that are over, and who has booked late; answers the locations of the alerts. */
export async function endTakenOffers(tx: Tx, limit: number): Promise<readonly Id<"str">[]> {
  return (await tx.rows(endStatement, [limit])).map(({ location_id: id }) => id);
}

const expireStatement = defineStatement({
  name: "expire-table-alerts",
  takes: ["int8"],
  gives: located,
  text: `UPDATE table_alerts a SET status = 'expired', version = a.version + 1, updated_at = ${here}
    FROM locations l WHERE l.id = a.location_id AND a.id IN (
      SELECT d.id FROM table_alerts d JOIN locations p ON p.id = d.location_id
      WHERE d.status = 'waiting'
        AND d.until_at < clock_timestamp() + (p.clock_offset_seconds + ${alertRules.leastAhead * 60}) * interval '1 second'
      ORDER BY d.id LIMIT $1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING a.location_id`,
});

/** Ends alerts whose last start is too near to be offered; answers their locations. */
export async function expireAlerts(tx: Tx, limit: number): Promise<readonly Id<"str">[]> {
  return (await tx.rows(expireStatement, [limit])).map(({ location_id: id }) => id);
}
