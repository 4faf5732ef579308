/** SQL of the orders on a board, and of the marks that only boards keep. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith, type RowColumns } from "../../platform/postgres/sql-types.ts";
import { defineStatement, listOfAnyLength } from "../../platform/postgres/statement.ts";
import type { BoardOrder, Order } from "../order/order.ts";
import { orderTable } from "../order/orders.sql.ts";

const columns = `${orderTable.select("o")}, o.seen_until, o.printed`;
const boardRow: RowColumns<BoardOrder> = rowWith<Order, Omit<BoardOrder, keyof Order>>(orderTable.row, {
  seen_until: "timestamptz",
  printed: "int4",
});

const shown = defineStatement({
  name: "list-board-orders",
  takes: ["text", "float8", "int8"],
  gives: boardRow,
  text: `(SELECT ${columns} FROM orders o WHERE o.location_id = $1
      AND o.status IN ('PENDING', 'ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY')
      ORDER BY o.placed_at DESC, o.id DESC LIMIT $3)
    UNION ALL (SELECT ${columns} FROM orders o WHERE o.location_id = $1
      AND o.status IN ('FULFILLED', 'REJECTED', 'STORE_CANCELLED', 'CUSTOMER_CANCELLED')
      AND o.updated_at > to_timestamp($2::float8 / 1000) ORDER BY o.updated_at DESC, o.id DESC LIMIT $3)`,
});

/** The orders that are not over, and those that changed last after a time of the location's clock; so many of each, newest first. */
export function listBoardOrders(
  db: Db,
  locationId: Id<"str">,
  endedAfter: Instant,
  limit: number,
): Promise<BoardOrder[]> {
  return db.rows(shown, [locationId, endedAfter, limit]);
}

const byIds = defineStatement({
  name: "list-board-orders-by-id",
  takes: ["text[]"],
  gives: boardRow,
  text: `SELECT ${columns} FROM orders o WHERE o.id = ANY (${listOfAnyLength("$1", "text[]")}) ORDER BY o.placed_at DESC, o.id DESC`,
});

/** The orders of these ids, newest first. */
export function listBoardOrdersById(db: Db, ids: readonly string[]): Promise<BoardOrder[]> {
  return db.rows(byIds, [ids]);
}

const ofLocation = defineStatement({
  name: "list-orders-at-board",
  takes: ["text", "text", "int8"],
  gives: boardRow,
  text: `SELECT ${columns} FROM orders o WHERE o.location_id = $1 AND (o.placed_at, o.id) < (
      coalesce((SELECT placed_at FROM orders WHERE id = $2 AND location_id = $1), 'infinity'), coalesce($2, ''))
    ORDER BY o.placed_at DESC, o.id DESC LIMIT $3`,
});

/** The orders of a location, newest first; with `before`, those placed before that order. */
export function listOrdersAtBoard(
  db: Db,
  locationId: Id<"str">,
  { before, limit }: { readonly before: Id<"ord"> | undefined; readonly limit: number },
): Promise<BoardOrder[]> {
  return db.rows(ofLocation, [locationId, before ?? null, limit]);
}

/** What a search among the orders of a location found. */
export interface FoundOrders {
  /** The orders that match, newest first. */
  readonly ids: readonly Id<"ord">[];
  readonly looked: number;
  /** The oldest order that was looked at. */
  readonly last_id: Id<"ord">;
  readonly last_at: Instant;
}

const findStatement = defineStatement({
  name: "find-orders-at-board",
  takes: ["text", "text", "text", "int8", "int8"],
  gives: row<FoundOrders>({ ids: "text[]", looked: "int4", last_id: "text", last_at: "timestamptz" }),
  text: `WITH looked AS MATERIALIZED (
      SELECT o.id, o.placed_at, o.created_at, o.display_number, o.customer ->> 'name' AS name
      FROM orders o WHERE o.location_id = $1 AND (o.placed_at, o.id) < (
        coalesce((SELECT placed_at FROM orders WHERE id = $2 AND location_id = $1), 'infinity'), coalesce($2, ''))
      ORDER BY o.placed_at DESC, o.id DESC LIMIT $4)
    SELECT ARRAY(SELECT l.id::text FROM looked l
        WHERE strpos(fold_letters(l.display_number), $3) > 0 OR strpos(fold_letters(l.name), $3) > 0
        ORDER BY l.placed_at DESC, l.id DESC LIMIT $5) AS ids,
      (SELECT count(*)::int FROM looked) AS looked, e.id AS last_id, e.created_at AS last_at
    FROM looked e ORDER BY e.placed_at, e.id LIMIT 1`,
});

/**
 * Looks through so many orders of a location, newest first, for those whose number or name holds the text (`foldLetters`), whatever the accents; with `before`,
 * through those placed before that order. Undefined where there are none. The cost grows with what is looked through, not
 * with the orders that there are.
 */
export function findOrders(
  db: Db,
  locationId: Id<"str">,
  text: string,
  {
    before,
    looked,
    found,
  }: { readonly before: Id<"ord"> | undefined; readonly looked: number; readonly found: number },
): Promise<FoundOrders | undefined> {
  return db.maybe(findStatement, [locationId, before ?? null, text, looked, found]);
}

const silenceStatement = defineStatement({
  name: "silence-order",
  takes: ["text"],
  gives: row<{ readonly seen_until: Instant }>({ seen_until: "timestamptz" }),
  text: `UPDATE orders o SET seen_until = clock_timestamp() + (l.clock_offset_seconds + 60) * interval '1 second'
    FROM locations l WHERE l.id = o.location_id AND o.id = $1 RETURNING o.seen_until`,
});

/** A minute without ringing, by the location's clock; undefined for an unknown order. */
export function silence(tx: Tx, id: Id<"ord">): Promise<{ readonly seen_until: Instant } | undefined> {
  return tx.maybe(silenceStatement, [id]);
}

const addPrintStatement = defineStatement({
  name: "count-printed-ticket",
  takes: ["text"],
  gives: row<{ readonly printed: number }>({ printed: "int4" }),
  text: "UPDATE orders SET printed = printed + 1 WHERE id = $1 RETURNING printed",
});

/** Counts a printed ticket; undefined for an unknown order. */
export function addPrint(tx: Tx, id: Id<"ord">): Promise<{ readonly printed: number } | undefined> {
  return tx.maybe(addPrintStatement, [id]);
}
