/**
 * What a payment's news means for its order. Guarantees: the news is applied once, whatever its order and repetition;
 * money for an order that is over goes back; a paid order is handed over in the same transaction.
 */
import type { Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { ProcessorNews } from "../payments/payment-state.ts";
import { applyProcessorNews, markRefunded } from "../payments/reverse-payment.command.ts";
import { sendSimulatedCharge } from "../payments/simulate-charge.command.ts";
import { paymentStatusOf } from "./end-order.command.ts";
import { isTerminal } from "./order-status.ts";
import { OrderWork } from "./order-work.ts";
import { lockOrder } from "./orders.sql.ts";
import { saveOrder } from "./save-order.command.ts";

/** Applies a processor's news to an order; false when it changed nothing. A charge that begins needs an open payment. */
export async function applyPaymentNews(
  tx: Tx,
  orderId: Id<"ord">,
  news: ProcessorNews,
  chargeBegins = false,
): Promise<boolean> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) return false;
  const work = new OrderWork(locked.order, locked.now);
  if (!(await takeNews(tx, work, news, chargeBegins))) return false;
  work.proceed(locked.leadMinutes);
  await saveOrder(tx, work, locked.receiver);
  return true;
}

/** Records that the money of an ended order went back. */
export async function recordRefund(tx: Tx, orderId: Id<"ord">): Promise<void> {
  const locked = await lockOrder(tx, orderId, null);
  if (locked === undefined) throw new Error(`a refund belongs to no order: ${orderId}`);
  await markRefunded(tx, orderId);
  const work = new OrderWork(locked.order, locked.now);
  work.change("refunded", "service", { payment_status: "refunded" });
  work.tell("order.updated", "updated", true);
  await saveOrder(tx, work, locked.receiver);
}

/** The order may be paid from now on; the simulated diner who pays at once does so here. */
export async function openPaymentStep(tx: Tx, work: OrderWork): Promise<void> {
  if (!work.order.simulated_payment || work.order.payment_status !== "unpaid") return;
  if (await takeNews(tx, work, "succeeded")) sendSimulatedCharge(tx, work.order.id);
}

async function takeNews(tx: Tx, work: OrderWork, news: ProcessorNews, chargeBegins = false): Promise<boolean> {
  const state = await applyProcessorNews(tx, work.order.id, news, { orderIsOver: isOver(work), chargeBegins });
  if (state === undefined) return false;
  work.change(`payment_${news}`, news === "settling" ? "diner" : "service", { payment_status: paymentStatusOf(state) });
  if (news === "succeeded") work.tell("order.paid", "paid");
  else work.tell("order.updated", "updated", true);
  return true;
}

function isOver(work: OrderWork): boolean {
  return isTerminal(work.order.status) && work.order.status !== "FULFILLED";
}
