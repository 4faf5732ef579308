/** Orders for the operator, of every receiver. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { getLocationClock } from "../../locations/grants/read-locations.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Order } from "./order.ts";
import { listOrderChanges, type OrderStep } from "./order-changes.sql.ts";
import { listOfLocation, listSought, type SoughtOrder } from "./order-list.sql.ts";
import { findOrder } from "./orders.sql.ts";

/** The orders of a location, newest first; refuses an unknown location. */
export async function listOperatedOrders(
  db: Db,
  locationId: Id<"str">,
  page: { readonly before: Id<"ord"> | undefined; readonly limit: number },
): Promise<readonly Order[] | Refusal<"not_found">> {
  const location = await getLocationClock(db, locationId);
  return isRefusal(location) ? location : listOfLocation(db, locationId, page);
}

/** An order of any location, for the operator; refuses what is not there. */
export async function getOperatedOrder(db: Db, id: Id<"ord">): Promise<Order | Refusal<"not_found">> {
  return (await findOrder(db, id)) ?? refuse("not_found", `there is no order ${id}`);
}

/** The orders with a code, of a phone (E.164) or of an e-mail address (in small letters), latest first. */
export function findSoughtOrders(
  db: Db,
  by: { readonly code: string | null; readonly phone: string | null; readonly email: string | null },
  limit: number,
): Promise<readonly SoughtOrder[]> {
  return listSought(db, by, limit);
}

/** What became of an order, step by step, oldest first. */
export function listOrderSteps(db: Db, id: Id<"ord">): Promise<readonly OrderStep[]> {
  return listOrderChanges(db, id);
}
