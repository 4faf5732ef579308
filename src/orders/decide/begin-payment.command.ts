/** The step from validation to payment. An order that nobody could decide, or that is too late to be paid, ends here. */
import { newId } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { sendSimulatedCharge } from "../../payments/test-processor/simulate-charge.command.ts";
import type { OrderWork } from "../order/order-work.ts";
import type { LockedOrder } from "../order/orders.sql.ts";
import { rejectOrder } from "./reject-order.command.ts";
import { takeNews } from "./take-news.command.ts";

/** The order may be paid from now on; the simulated diner who pays at once does so here. */
export async function beginPayment(tx: Tx, work: OrderWork, location: Pick<LockedOrder, "isAttended">): Promise<void> {
  const { simulated_payment, payment_status, totals, scheduled_for } = work.order;
  if (payment_status !== "unpaid") return;
  if (!location.isAttended) return rejectOrder(tx, work, "store_closed", "STORE_CLOSED");
  if (scheduled_for !== null && scheduled_for <= work.now)
    return rejectOrder(tx, work, "payment_window_lapsed", "PAYMENT_TIMEOUT");
  if (!simulated_payment) return;
  const reference = newId("pay");
  const charge = { reference, amount: totals.total, currency: totals.currency };
  const { payment } = await takeNews(tx, work, { kind: "succeeded", charge }, {});
  if (payment !== undefined) sendSimulatedCharge(tx, payment.id, reference);
}
