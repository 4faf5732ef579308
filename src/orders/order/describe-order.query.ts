import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";

export interface OrderDescription {
  readonly display_number: string;
  readonly venue: string | null;
}

/** What a diner recognises an order by. */
export function describeOrder(db: Db, orderId: Id<"ord">): Promise<OrderDescription> {
  return db.one(
    `SELECT o.display_number, l.name AS venue FROM orders o JOIN locations l ON l.id = o.location_id WHERE o.id = $1`,
    [orderId],
  );
}
