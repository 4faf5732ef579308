/** Applies a processor's report to a locked order; the payments apply it to the ledger. */
import type { Tx } from "../../platform/postgres/database.ts";
import { applyProcessorNews, type LinkOfNews, type TakenNews } from "../../payments/money/apply-news.command.ts";
import type { LinkNews } from "../../payments/payment/payment-state.ts";
import { isTerminal } from "../order/order-status.ts";
import type { OrderWork } from "../order/order-work.ts";
import { paymentStatusOf } from "./end-order.command.ts";

export interface AboutNews {
  /** A charge that begins needs an open payment. */
  readonly chargeBegins?: boolean;
  /** The processor's link that the news is about. */
  readonly link?: LinkOfNews;
}

/** Applies the news once: whatever its order and repetition, money for an order that is over is owed back. */
export async function takeNews(tx: Tx, work: OrderWork, news: LinkNews, about: AboutNews): Promise<TakenNews> {
  const taken = await applyProcessorNews(tx, { orderId: work.order.id }, news, {
    isOver: isOver(work),
    chargeBegins: about.chargeBegins ?? false,
    link: about.link ?? null,
  });
  const { state, surplus } = taken;
  if (state === undefined) return taken;
  const what = surplus === null ? news.kind : "mismatched";
  work.change(`payment_${what}`, news.kind === "settling" ? "diner" : "service", {
    payment_status: paymentStatusOf(state),
  });
  if (what === "succeeded") work.tell("order.paid", "paid");
  else work.tell("order.updated", "updated", true);
  return taken;
}

function isOver(work: OrderWork): boolean {
  return isTerminal(work.order.status) && work.order.status !== "FULFILLED";
}
