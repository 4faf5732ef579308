import type { Db } from "../../platform/postgres/database.ts";
import { createPaymentDesk, type PaymentDesk } from "./payment-desk.cache.ts";

/** Says who takes the money of bookings in this process, before the first booking asks for a payment. */
export function openPaymentDesk(db: Pick<Db, "memories">, parts: Parameters<PaymentDesk["open"]>[0]): void {
  db.memories.of(createPaymentDesk).open(parts);
}
