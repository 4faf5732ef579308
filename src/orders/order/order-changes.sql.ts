/** SQL of the history of an order. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Order } from "./order.ts";
import type { Actor } from "./order-status.ts";

export interface OrderChange {
  readonly sequence: number;
  readonly at: Instant;
  readonly what: string;
  readonly actor: Actor;
  readonly acted_by?: Order["acted_by"];
  readonly status: Order["status"];
  readonly payment_status: Order["payment_status"];
}

const changesStatement = defineStatement({
  name: "insert-order-changes",
  takes: ["text", "jsonb"],
  text: `INSERT INTO order_changes (order_id, sequence, at, what, actor, status, payment_status, acted_by)
    SELECT $1, c.sequence, to_timestamp(c.at / 1000), c.what, c.actor, c.status, c.payment_status, c.acted_by
    FROM jsonb_to_recordset($2) AS c(sequence int, at float8, what text, actor text, status text, payment_status text, acted_by jsonb)`,
});

/** Sends the history rows of the changes made to an order. */
export function sendOrderChanges(tx: Tx, id: Id<"ord">, changes: readonly OrderChange[]): void {
  tx.send(changesStatement, [id, JSON.stringify(changes)]);
}

const listChangesStatement = defineStatement({
  name: "list-order-changes",
  prepare: false,
  takes: ["text"],
  gives: row<OrderStep>({
    sequence: "int4",
    at: "timestamptz",
    what: "text",
    actor: "text",
    acted_by: "jsonb",
    status: "text",
    payment_status: "text",
  }),
  text: `SELECT sequence, at, what, actor, acted_by, status, payment_status FROM order_changes
    WHERE order_id = $1 ORDER BY sequence LIMIT 500`,
});

/** A change of an order as it is kept. */
export type OrderStep = Omit<OrderChange, "acted_by"> & { readonly acted_by: Order["acted_by"] };

/** The history of an order, oldest first. */
export function listOrderChanges(db: Db, id: Id<"ord">): Promise<OrderStep[]> {
  return db.rows(listChangesStatement, [id]);
}
