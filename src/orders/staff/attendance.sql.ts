/** SQL of orders that staff have to decide and nobody looks at. */
import type { Id } from "../../kernel/id.ts";
import { whenListed } from "../../platform/jobs/due.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

export interface UnattendedLocation {
  readonly location_id: Id<"str">;
  /** E.164. */
  readonly alert_phone: string;
  readonly orders: readonly Id<"ord">[];
}

/** The connection is one value and no EXISTS, for which PostgreSQL may read all connections into a hash. */
const fromUnattended = `FROM orders o JOIN locations l ON l.id = o.location_id LEFT JOIN board_watch w ON w.location_id = o.location_id
      CROSS JOIN LATERAL (SELECT clock_timestamp() + l.clock_offset_seconds * interval '1 second' AS now) AS t
    WHERE o.timer_kind = 'decision' AND o.timer_at IS NOT NULL
      AND (o.receiver = 'staff' OR (SELECT true FROM connections c WHERE c.location_id = o.location_id) IS NULL)
      AND (o.handed_over_at <= t.now - interval '180 seconds'
        OR o.handed_over_at <= t.now - interval '60 seconds'
          AND (w.shown_at IS NULL OR w.shown_at <= clock_timestamp() - interval '60 seconds'))`;

const unattended = defineStatement({
  name: "list-unattended-orders",
  takes: ["int8"],
  gives: row<UnattendedLocation>({ location_id: "text", alert_phone: "text", orders: "text[]" }),
  text: `SELECT o.location_id, l.alert_phone, array_agg(o.id::text ORDER BY o.handed_over_at, o.id) AS orders
    ${fromUnattended} AND o.alerted_at IS NULL AND l.alert_phone IS NOT NULL
    GROUP BY o.location_id, l.alert_phone ORDER BY o.location_id LIMIT $1`,
});

/** The locations whose staff have to be told of orders: shown by no board for 60 seconds, or undecided after 180. */
export function listUnattended(db: Db, limit: number): Promise<UnattendedLocation[]> {
  return db.rows(unattended, [limit]);
}

/** A location with orders that wait for staff. */
export interface UnattendedBoard {
  readonly location_id: Id<"str">;
  readonly name: string | null;
  readonly orders: number;
}

const unattendedBoards = defineStatement({
  name: "list-unattended-boards",
  prepare: false,
  takes: ["int8"],
  gives: row<UnattendedBoard>({ location_id: "text", name: "text", orders: "int4" }),
  text: `SELECT o.location_id, l.name, count(*)::int AS orders ${fromUnattended}
    GROUP BY o.location_id, l.name ORDER BY count(*) DESC, o.location_id LIMIT $1`,
});

/** The same locations, also where staff were told already or nobody can be told; those with most orders first. */
export function listUnattendedBoards(db: Db, limit: number): Promise<readonly UnattendedBoard[]> {
  return db.rows(unattendedBoards, [limit]);
}

const watched = defineStatement({
  name: "read-board-watch",
  takes: ["text"],
  gives: row<{ readonly is_shown: boolean }>({ is_shown: "bool" }),
  text: `SELECT shown_at > clock_timestamp() - interval '60 seconds' AS is_shown FROM board_watch
    WHERE location_id = $1 AND shown_at IS NOT NULL`,
});

/** Whether a board showed the orders of the location lately; undefined where none ever did. */
export function findWatch(db: Db, locationId: Id<"str">): Promise<{ readonly is_shown: boolean } | undefined> {
  return db.maybe(watched, [locationId]);
}

const noteAlerted = defineStatement({
  name: "note-orders-alerted",
  takes: ["text[]"],
  gives: row<{ readonly id: Id<"ord">; readonly display_number: string }>({ id: "text", display_number: "text" }),
  text: `UPDATE orders SET alerted_at = clock_timestamp() WHERE id = ANY($1) AND status = 'PENDING' AND alerted_at IS NULL
    RETURNING id, display_number`,
});

/** Notes that staff are told of the orders; answers those of which nobody was told before, and that still wait. */
export function takeAlerts(
  tx: Tx,
  ids: readonly Id<"ord">[],
): Promise<{ readonly id: Id<"ord">; readonly display_number: string }[]> {
  return tx.rows(noteAlerted, [ids]);
}

const hasTooMany = "w.undecided_in_a_row > 0 AND l.auto_pause_after > 0 AND w.undecided_in_a_row >= l.auto_pause_after";
const tooMany = defineStatement({
  name: "list-locations-to-pause",
  takes: ["int8"],
  gives: row<{ readonly location_id: Id<"str"> }>({ location_id: "text" }),
  text: `SELECT w.location_id FROM board_watch w JOIN locations l ON l.id = w.location_id
    WHERE ${hasTooMany} ORDER BY w.location_id LIMIT $1`,
});

/** Whether staff of a location have to be told, or its ordering is to be paused. */
export const ordersUnattended = `(${whenListed(unattended)} OR ${whenListed(tooMany)})`;

/** The locations at which so many orders in a row were not decided that ordering is to be paused. */
export async function listToPause(db: Db, limit: number): Promise<readonly Id<"str">[]> {
  return (await db.rows(tooMany, [limit])).map(({ location_id }) => location_id);
}

const takeTooManyStatement = defineStatement({
  name: "take-location-to-pause",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly location_id: Id<"str"> }>({ location_id: "text" }),
  text: `UPDATE board_watch w SET undecided_in_a_row = 0 FROM locations l
    WHERE w.location_id = $1 AND l.id = w.location_id AND ${hasTooMany} RETURNING w.location_id`,
});

/** Begins to count anew where ordering is to be paused; false where somebody has decided, or paused it, since it was listed. */
export async function takeToPause(tx: Tx, locationId: Id<"str">): Promise<boolean> {
  return (await tx.maybe(takeTooManyStatement, [locationId])) !== undefined;
}
