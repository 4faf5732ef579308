/** A token of an order that a test knows: the service keeps hashes alone. */
import { hashDinerToken } from "../../src/orders/order/diner-token.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";

/** Gives the order a token anew. */
export async function newOrderToken(database: TextDatabase, orderId: string): Promise<string> {
  const token = orderId.replaceAll("_", "").padEnd(32, "A").slice(0, 32);
  await database.transaction((tx) =>
    tx.rows("UPDATE orders SET diner_token_hash = $2 WHERE id = $1", [orderId, hashDinerToken(token)]),
  );
  return token;
}
