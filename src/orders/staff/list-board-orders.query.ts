/** The orders on a board. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./board-orders.sql.ts";
import type { BoardOrder } from "../order/order.ts";

/** The orders that are not over, and those that ended after a time of the location's clock; so many of each, newest first. */
export function listBoardOrders(
  db: Db,
  locationId: Id<"str">,
  endedAfter: Instant,
  limit: number,
): Promise<BoardOrder[]> {
  return sql.listBoardOrders(db, locationId, endedAfter, limit);
}

/** The orders of these ids, newest first; unknown ones are left out. */
export function listBoardOrdersById(db: Db, ids: readonly string[]): Promise<BoardOrder[]> {
  return sql.listBoardOrdersById(db, ids);
}

/** All orders of a location, newest first; with `before`, those placed before that order. */
export function listOrdersAtBoard(
  db: Db,
  locationId: Id<"str">,
  page: { readonly before: Id<"ord"> | undefined; readonly limit: number },
): Promise<BoardOrder[]> {
  return sql.listOrdersAtBoard(db, locationId, page);
}

/** One order as a board shows it. */
export async function getBoardOrder(db: Db, id: Id<"ord">): Promise<BoardOrder | Refusal<"not_found">> {
  const [order] = await sql.listBoardOrdersById(db, [id]);
  return order ?? refuse("not_found", `there is no order ${id}`);
}
