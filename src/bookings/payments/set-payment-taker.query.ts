import type { Db } from "../../platform/postgres/database.ts";
import { createPaymentTaker, type PaymentTaker } from "./payment-taker.cache.ts";

/** Says who takes the money of bookings in this process, before the first booking asks for a payment. */
export function setPaymentTaker(db: Pick<Db, "memories">, parts: Parameters<PaymentTaker["set"]>[0]): void {
  db.memories.of(createPaymentTaker).set(parts);
}
