/** The SQL of GET /orders: newest first, or a drain from a checkpoint that misses nothing. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Order } from "./order.ts";
import { orderTable } from "./orders.sql.ts";

/** Where a page begins: after this order, in the direction of the list. */
export interface Position {
  readonly placed_at: Instant;
  readonly id: Id<"ord">;
}

const findPositionStatement = defineStatement({
  name: "find-order-position",
  prepare: false,
  takes: ["text", "text"],
  gives: row<Position>({ placed_at: "timestamptz", id: "text" }),
  text: `SELECT o.placed_at, o.id FROM orders o JOIN connections c ON c.location_id = o.location_id
    WHERE o.id = $1 AND c.app_id = $2`,
});

/** The position of an order that the app can see. */
export function findPosition(db: Db, id: Id<"ord">, app: Id<"app">): Promise<Position | undefined> {
  return db.maybe(findPositionStatement, [id, app]);
}

/**
 * A page over all locations of an app by their own indexes, without reading a page from each: a few rows of every location
 * show where the page ends at the latest, and only what lies before that edge is read. The cost grows with locations and
 * with the page, never with orders. `within` bounds the orders `n` of one location `mine`; `direction` is the list's.
 */
function pageText(direction: "ASC" | "DESC", within: string): string {
  const order = (name: string): string => `ORDER BY ${name}.placed_at ${direction}, ${name}.id ${direction}`;
  const [reaches, end] = direction === "ASC" ? ["<=", "infinity"] : [">=", "-infinity"];
  const ownRows = (more: string, limit: string): string => `SELECT p.placed_at, p.id FROM mine CROSS JOIN LATERAL (
      SELECT n.placed_at, n.id FROM orders n WHERE n.location_id = mine.location_id ${within} ${more}
      ${order("n")} LIMIT ${limit}) p ${order("p")}`;
  return `WITH mine AS MATERIALIZED (
      SELECT c.location_id, l.clock_offset_seconds,
        least($2::bigint, 2 * $2::bigint / count(*) OVER () + 1) AS share
      FROM connections c JOIN locations l ON l.id = c.location_id WHERE c.app_id = $1),
    edge AS MATERIALIZED (${ownRows("", "mine.share")} OFFSET $2::bigint - 1 LIMIT 1),
    page AS MATERIALIZED (${ownRows(
      `AND (n.placed_at, n.id) ${reaches} (
        coalesce((SELECT placed_at FROM edge), '${end}'), coalesce((SELECT id::text FROM edge), ''))`,
      "$2::bigint",
    )} LIMIT $2::bigint)
    SELECT ${orderTable.select("o")} FROM page JOIN orders o ON o.id = page.id ${order("o")}`;
}

const newest = defineStatement({
  name: "list-newest-orders",
  takes: ["text", "int8"],
  gives: orderTable.row,
  text: pageText("DESC", ""),
});
const newestBefore = defineStatement({
  name: "list-newest-orders-before",
  takes: ["text", "int8", "float8", "text"],
  gives: orderTable.row,
  text: pageText("DESC", "AND (n.placed_at, n.id) < (to_timestamp($3::float8 / 1000), $4::text)"),
});

/** The newest orders before a position, newest first. */
export function listNewest(db: Db, app: Id<"app">, before: Position | null, limit: number): Promise<Order[]> {
  return before === null
    ? db.rows(newest, [app, limit])
    : db.rows(newestBefore, [app, limit, before.placed_at, before.id]);
}

const ofLocation = defineStatement({
  name: "list-orders-of-location",
  takes: ["text", "text", "int8"],
  gives: orderTable.row,
  text: `SELECT ${orderTable.select("o")} FROM orders o WHERE o.location_id = $1 AND (o.placed_at, o.id) < (
      coalesce((SELECT placed_at FROM orders WHERE id = $2), 'infinity'), coalesce($2, ''))
    ORDER BY o.placed_at DESC, o.id DESC LIMIT $3`,
});

/** The orders of a location, newest first; with `before`, those placed before that order. */
export function listOfLocation(
  db: Db,
  locationId: Id<"str">,
  { before, limit }: { readonly before: Id<"ord"> | undefined; readonly limit: number },
): Promise<Order[]> {
  return db.rows(ofLocation, [locationId, before ?? null, limit]);
}

const orderDrainHorizonStatement = defineStatement({
  name: "order-drain-horizon",
  takes: [],
  gives: row<{ horizon: Instant }>({ horizon: "timestamptz" }),
  text: "SELECT order_drain_horizon() AS horizon",
});

/** The time before which no order can appear any more (real time). */
export async function readDrainHorizon(db: Db): Promise<Instant> {
  const row = await db.one(orderDrainHorizonStatement);
  return row.horizon;
}

/**
 * One lower bound, the later of checkpoint and position: with two, the index would be read from the earlier one. A clock
 * only ever moves ahead, so an order created since was placed at most today's offset before.
 */
const checkpoint = "to_timestamp($3::float8 / 1000 - mine.clock_offset_seconds)";
const position = "to_timestamp($5::float8 / 1000)";
const since = defineStatement({
  name: "list-orders-since",
  takes: ["text", "int8", "float8", "float8", "float8", "text"],
  gives: orderTable.row,
  text: pageText(
    "ASC",
    `AND (n.placed_at, n.id) > (greatest(${checkpoint}, ${position}), CASE WHEN ${position} >= ${checkpoint} THEN $6::text ELSE '' END)
      AND n.placed_at < to_timestamp($4::float8 / 1000) AND n.created_at >= to_timestamp($3::float8 / 1000)`,
  ),
});

/** The orders created after the checkpoint (location clock) and placed before the horizon (real time), oldest first. */
export function listSince(
  db: Db,
  app: Id<"app">,
  checkpointAt: Instant,
  horizon: Instant,
  after: Position | null,
  limit: number,
): Promise<Order[]> {
  const start = after ?? { placed_at: 0, id: "" };
  // Exclusive in whole seconds: the first instant that counts is the next second.
  return db.rows(since, [app, limit, checkpointAt + 1000, horizon, start.placed_at, start.id]);
}
