import type { Tx } from "../../../src/platform/postgres/database.ts";

export function forgetOrders(tx: Tx): void {
  // must not compile: TS2345 Statement
  tx.send("DELETE FROM orders");
}
