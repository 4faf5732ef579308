/** The SQL of capacity: how many orders are due in an interval. An order that ended without food does not count. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { lockClasses } from "../../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Interval } from "../order/order-times.ts";

const isLive = "status NOT IN ('REJECTED', 'STORE_CANCELLED', 'CUSTOMER_CANCELLED')";

const lockCapacity = defineStatement({
  name: "lock-order-capacity",
  takes: ["text"],
  text: `SELECT pg_advisory_xact_lock(${lockClasses.orderCapacity}, hashtext($1))`,
});
const countDue = defineStatement({
  name: "count-due-orders",
  takes: ["text", "float8", "float8", "text"],
  gives: row<{ readonly due: number }>({ due: "int4" }),
  text: `SELECT count(*)::integer AS due FROM orders
    WHERE location_id = $1 AND due_at >= to_timestamp($2::float8 / 1000) AND due_at < to_timestamp($3::float8 / 1000)
      AND ${isLive} AND id IS DISTINCT FROM $4`,
});
const dueByInterval = defineStatement({
  name: "list-due-by-interval",
  takes: ["text", "float8", "float8", "int4", "text"],
  gives: row<{ readonly from: Instant; readonly due: number }>({ from: "timestamptz", due: "int4" }),
  text: `SELECT date_bin(make_interval(mins => $4), due_at, to_timestamp($2::float8 / 1000)) AS "from",
      count(*)::integer AS due FROM orders
    WHERE location_id = $1 AND due_at >= to_timestamp($2::float8 / 1000) AND due_at < to_timestamp($3::float8 / 1000)
      AND ${isLive} AND id IS DISTINCT FROM $5 GROUP BY 1`,
});

/** Locks the capacity of a location until the transaction ends, then counts the orders that are due in an interval. */
export async function lockAndCountDue(tx: Tx, locationId: Id<"str">, { from, until }: Interval): Promise<number> {
  // The count takes its snapshot when it runs, which is after the lock is held.
  const [, { due }] = await Promise.all([
    tx.rows(lockCapacity, [locationId]),
    tx.one(countDue, [locationId, from, until, null]),
  ]);
  return due;
}

/** The orders that are due in an interval now, but for one. */
export async function countDueOrders(
  db: Db,
  locationId: Id<"str">,
  { from, until }: Interval,
  except: Id<"ord"> | null,
): Promise<number> {
  return (await db.one(countDue, [locationId, from, until, except])).due;
}

/** How many orders, but for one, are due in each interval of a window that begins with one; intervals without orders are left out. */
export async function listDueByInterval(
  db: Db,
  locationId: Id<"str">,
  { from, until }: Interval,
  minutes: number,
  except: Id<"ord"> | null,
): Promise<ReadonlyMap<Instant, number>> {
  const rows = await db.rows(dueByInterval, [locationId, from, until, minutes, except]);
  return new Map(rows.map((row) => [row.from, row.due]));
}
