/** The SQL of GET /orders: newest first, or a drain from a checkpoint that misses nothing. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import type { Order } from "./order.ts";
import { orderColumns } from "./orders.sql.ts";

/** Where a page begins: after this order, in the direction of the list. */
export interface Position {
  readonly placed_at: Instant;
  readonly id: Id<"ord">;
}

/** The position of an order that the app can see. */
export function findPosition(db: Db, id: Id<"ord">, app: Id<"app">): Promise<Position | undefined> {
  return db.maybe(
    `SELECT o.placed_at, o.id FROM orders o JOIN connections c ON c.location_id = o.location_id
     WHERE o.id = $1 AND c.app_id = $2`,
    [id, app],
  );
}

/** The newest orders before a position, newest first. */
export function listNewest(db: Db, app: Id<"app">, before: Position | null, limit: number): Promise<Order[]> {
  // Each location gives at most a page from its own index, so the cost grows with locations, never with orders.
  const bound = before === null ? "" : "AND (n.placed_at, n.id) < (to_timestamp($3::float8 / 1000), $4::text)";
  return db.rows(
    {
      name: before === null ? "list-newest-orders" : "list-newest-orders-before",
      text: `SELECT ${orderColumns} FROM connections c CROSS JOIN LATERAL (
          SELECT n.* FROM orders n WHERE n.location_id = c.location_id ${bound}
          ORDER BY n.placed_at DESC, n.id DESC LIMIT $2) o
        WHERE c.app_id = $1 ORDER BY o.placed_at DESC, o.id DESC LIMIT $2`,
    },
    before === null ? [app, limit] : [app, limit, before.placed_at, before.id],
  );
}

/** The time before which no order can appear any more (real time). */
export async function readDrainHorizon(db: Db): Promise<Instant> {
  const row = await db.one<{ horizon: Instant }>({
    name: "order-drain-horizon",
    text: "SELECT order_drain_horizon() AS horizon",
  });
  return row.horizon;
}

/** The orders created after the checkpoint (location clock) and placed before the horizon (real time), oldest first. */
export function listSince(
  db: Db,
  app: Id<"app">,
  since: Instant,
  horizon: Instant,
  after: Position | null,
  limit: number,
): Promise<Order[]> {
  const start = after ?? { placed_at: 0, id: "" };
  return db.rows(
    {
      name: "list-orders-since",
      // A clock only ever moves ahead, so an order created since was placed at most today's offset before.
      text: `SELECT ${orderColumns} FROM connections c JOIN locations l ON l.id = c.location_id CROSS JOIN LATERAL (
          SELECT n.* FROM orders n WHERE n.location_id = c.location_id
            AND (n.placed_at, n.id) > (to_timestamp($5::float8 / 1000), $6::text)
            AND n.placed_at >= to_timestamp($3::float8 / 1000 - l.clock_offset_seconds)
            AND n.placed_at < to_timestamp($4::float8 / 1000)
            AND n.created_at >= to_timestamp($3::float8 / 1000)
          ORDER BY n.placed_at, n.id LIMIT $2) o
        WHERE c.app_id = $1 ORDER BY o.placed_at, o.id LIMIT $2`,
    },
    // Exclusive in whole seconds: the first instant that counts is the next second.
    [app, limit, since + 1000, horizon, start.placed_at, start.id],
  );
}
