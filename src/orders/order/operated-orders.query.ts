/** Orders as the operator reads them, whoever receives them. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { getLocationClock } from "../../locations/read-locations.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Order } from "./order.ts";
import { listOfLocation } from "./order-list.sql.ts";
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

export async function getOperatedOrder(db: Db, id: Id<"ord">): Promise<Order | Refusal<"not_found">> {
  return (await findOrder(db, id)) ?? refuse("not_found", `there is no order ${id}`);
}
