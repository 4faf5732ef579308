import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Order } from "./order.ts";
import { findVisibleOrder } from "./orders.sql.ts";

/** An order of a location to which the app holds the connection, else 404. */
export async function getOrder(db: Db, id: Id<"ord">, app: Id<"app">): Promise<Order | Refusal<"not_found">> {
  const order = await findVisibleOrder(db, id, app);
  return (
    order ?? refuse("not_found", `there is no order ${id} that this app receives; check the id and the connection`)
  );
}
