/** The diner's key to an order, and its stored form. */
import { createHash } from "node:crypto";

/** How a diner's token is stored. */
export function hashDinerToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
