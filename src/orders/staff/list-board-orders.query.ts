/** The orders on a board. */
import type { Instant } from "../../kernel/clock.ts";
import { foldLetters } from "../../kernel/fold-letters.ts";
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

/** A page of a search: the orders that match, newest first, and how far back the search has looked. */
export interface OrderSearch {
  readonly orders: readonly BoardOrder[];
  /** When the oldest order was placed that was looked at; null where there is none. */
  readonly lookedBackTo: Instant | null;
  /** Behind this order the search goes on; null when there is nothing older. */
  readonly next: Id<"ord"> | null;
}

/** So many orders are looked through at once: a place with 200 orders a day looks back 25 days. */
const mostLooked = 5_000;
const mostFound = 30;

/** Finds orders of a location by what their number or the name holds, however old they are. */
export async function searchOrders(
  db: Db,
  locationId: Id<"str">,
  text: string,
  { before, looked = mostLooked }: { readonly before?: Id<"ord"> | undefined; readonly looked?: number },
): Promise<OrderSearch> {
  const wanted = foldLetters(text);
  // An accent alone is in no name, and the empty text in every one.
  const found =
    wanted === "" ? undefined : await sql.findOrders(db, locationId, wanted, { before, looked, found: mostFound });
  if (found === undefined) return { orders: [], lookedBackTo: null, next: null };
  const orders = await sql.listBoardOrdersById(db, found.ids);
  const last = found.ids.length < mostFound ? undefined : orders.at(-1);
  if (last !== undefined) return { orders, lookedBackTo: last.created_at, next: last.id };
  return { orders, lookedBackTo: found.last_at, next: found.looked < looked ? null : found.last_id };
}
