/**
 * Applies a processor's report about a payment, in a transaction that has the row of the order or booking locked.
 * Guarantees: a charge counts once, in whatever order and however often it is reported. A charge that nobody asked for is
 * booked and owed back. A report about a link that has ended changes nothing, but its money always counts.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { isChargeBooked } from "../payment/ledger.sql.ts";
import { isLinkAlive, linkStateAfter } from "../payment/link-state.ts";
import { lockLink, sendLinkState } from "../payment/links.sql.ts";
import { applyNews, isPayable, type LinkNews, type SurplusReason } from "../payment/payment-state.ts";
import type { PaymentState } from "../payment/payment-machine.ts";
import { lockPayment, type Payment, type WhichPayment } from "../payment/payments.sql.ts";
import { savePayment } from "../payment/save-payment.command.ts";

export interface NewsCircumstances {
  /** The order or booking has ended: money for it goes back. */
  readonly isOver: boolean;
  /** News of a charge that begins counts only while the payment is open, so that of two charges at once one is made. */
  readonly chargeBegins: boolean;
  /** The link that the news is about, where links live at the processor. */
  readonly link: LinkOfNews | null;
}

export interface LinkOfNews {
  readonly id: Id<"pln">;
  /** The processor's name for it. */
  readonly reference: string;
}

export interface TakenNews {
  /** The payment's new state; undefined when the news changed nothing of it. */
  readonly state: PaymentState | undefined;
  /** Why a charge was not what was asked for; it goes back. */
  readonly surplus: SurplusReason | null;
  /** The payment after the news; undefined when the news changed nothing at all. */
  readonly payment: Payment | undefined;
}

const nothing: TakenNews = { state: undefined, surplus: null, payment: undefined };

/** Applies a processor's news to the payment of a locked order or booking. */
export async function applyProcessorNews(
  tx: Tx,
  which: WhichPayment,
  news: LinkNews,
  { isOver, chargeBegins, link }: NewsCircumstances,
): Promise<TakenNews> {
  const payment = await lockPayment(tx, which);
  if (payment === undefined || (chargeBegins && !isPayable(payment))) return nothing;
  if (link !== null && !(await takeLinkNews(tx, link, news))) return nothing;
  if (news.kind === "open" || news.kind === "expired") return nothing;
  if (news.kind === "succeeded" && (await isChargeBooked(tx, payment.id, news.charge.reference))) return nothing;
  const step = applyNews(payment, news, isOver);
  const after = savePayment(tx, payment, step);
  const surplus = step.kind === "changed" ? step.surplus : null;
  const state = after === undefined || after.status === payment.status ? undefined : after.status;
  return { state, surplus, payment: after };
}

/** Moves the link; false when it had ended before, so that the news is old. Money is never old. */
async function takeLinkNews(tx: Tx, { id, reference }: LinkOfNews, news: LinkNews): Promise<boolean> {
  const link = await lockLink(tx, id);
  if (link === undefined) return false;
  const next = linkStateAfter(link.state, news);
  if (next !== link.state || link.reference === null) sendLinkState(tx, { id, state: next, reference });
  return isLinkAlive(link.state) || news.kind === "succeeded";
}
