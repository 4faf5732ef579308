import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

export interface OrderDescription {
  readonly display_number: string;
  readonly venue: string | null;
  /** Until when it can be paid, in the clock of the location. */
  readonly payment_deadline: Instant | null;
  readonly timezone: string | null;
  readonly denial_reason: string | null;
}

const describeOrderStatement = defineStatement({
  name: "describe-order",
  prepare: false,
  takes: ["text"],
  gives: row<OrderDescription>({
    display_number: "text",
    venue: "text",
    payment_deadline: "timestamptz",
    timezone: "text",
    denial_reason: "text",
  }),
  text: `SELECT o.display_number, l.name AS venue, o.payment_deadline, l.timezone, o.denial->>'reason' AS denial_reason
    FROM orders o JOIN locations l ON l.id = o.location_id WHERE o.id = $1`,
});

/** What a diner recognises an order by, and what is to be said of its payment. */
export function describeOrder(db: Db, orderId: Id<"ord">): Promise<OrderDescription> {
  return db.one(describeOrderStatement, [orderId]);
}
