/**
 * The page `/pay/{token}` of an order: the lines to pay, and after the payment the receipt, on any device. The link alone
 * does not open the order, because the restaurant sees the link too. Nothing on the page says whose order it is. Pure.
 */
import { html, type Markup } from "../../pages/html.ts";
import { formatMoney, formatTime } from "../../pages/page-formats.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Say } from "../../words/message-arguments.ts";
import { speak, type Parts } from "../../words/speak.ts";
import { isPayable } from "../payment/payment-state.ts";
import type { Payment } from "../payment/payments.sql.ts";
import { orderAmounts, orderLead, sellerOf, type PaidOrder } from "./paid-order.ts";
import { testForm, type PayProblem } from "./test-form.ts";

export interface PayView {
  readonly payment: Payment;
  readonly order: PaidOrder;
  readonly reader: Reader;
  /** To the order, for the browser that placed it. */
  readonly back: string | null;
  readonly problem?: PayProblem;
  /** The link was sent to the diner, or it was asked for too often. */
  readonly isSent?: boolean;
}

type SayPaying = Say<Parts["paying"]>;

/** The page of an order's payment as it is now. */
export function payPage(view: PayView): ShownPage {
  const { payment, order, reader, problem } = view;
  const say = speak(reader.language, "paying", reader.locale);
  const { title, text } = wordsOf(view, say);
  const payable = isPayable(payment);
  return showPage({
    title,
    reader,
    status: problem === undefined ? 200 : problem.status,
    modules: ["forms"],
    ...(order.venue === null
      ? {}
      : { venue: { name: order.venue, href: `/store/${order.location_id}`, at: order.location_id } }),
    ...(payment.status === "pending" ? { reloadSeconds: 10 } : {}),
    main: html`<h1>${title}</h1>
      ${orderLead(order, reader)} ${!payable && html`<p role="status">${text}</p>`}
      ${payable && payUntil(order, say, reader)}
      <div class="card">${!payable && receiptHead(view)} ${orderAmounts(order, reader)}</div>
      ${payable ? waysToPay(view, say) : waysOn(view, say)}
      ${view.back !== null && html`<p><a href="${view.back}">${say("back")}</a></p>`}`,
  });
}

function payUntil({ payment_deadline: until, timezone }: PaidOrder, say: SayPaying, { locale }: Reader): Markup | null {
  if (until === null) return null;
  return html`<p>${say("until", { time: formatTime(until, timezone ?? "UTC", locale) })}</p>`;
}

function receiptHead({ payment, order, reader }: PayView): Markup | null {
  if (payment.captured === 0) return null;
  const say = speak(reader.language, "paying", reader.locale);
  return html`<h2>${say("receipt")}</h2>
    ${sellerOf(order, reader)}`;
}

function waysToPay({ payment, problem, reader }: PayView, say: SayPaying): Markup {
  const pay = say("title", { amount: formatMoney(payment.amount, payment.currency, reader.locale) });
  if (payment.processor === "test") return testForm(pay, problem);
  // A link and not a form: a form may not leave this service.
  return html`${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem.text}</p></div>`}
    ${payment.status === "failed" && problem === undefined && html`<div class="notice warn"><p>${say("failed")}</p></div>`}
    <p><a class="button full" rel="nofollow" href="/pay/${payment.link_token}/checkout">${pay}</a></p>
    <p class="soft">${say("hosted")}</p>`;
}

/** For whoever opened the link elsewhere: the order itself goes to its own diner only. */
function waysOn({ payment, order, back, problem, isSent }: PayView, say: SayPaying): Markup | null {
  if (back !== null) return null;
  return html`${isSent === true && html`<p class="notice good" role="status" tabindex="-1" data-focus>${say("sent")}</p>`}
    ${problem !== undefined && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem.text}</p>`}
    <form method="post" action="/pay/${payment.link_token}/send">
      <button class="quiet full">${say("send")}</button>
      <p class="soft">${say("send.text")}</p>
    </form>
    <p><a href="/find?at=${order.location_id}">${say("find")}</a></p>`;
}

function wordsOf(
  { payment, order, reader }: PayView,
  say: SayPaying,
): { readonly title: string; readonly text: string } {
  const money = (minor: number): string => formatMoney(minor, payment.currency, reader.locale);
  const amount = money(payment.amount);
  switch (payment.status) {
    case "unpaid":
    case "failed":
      return { title: say("title", { amount }), text: "" };
    case "pending":
      return { title: say("settling", { amount }), text: say("settling.text") };
    case "void":
      return { title: say("void"), text: `${endOf(order.denial_reason, say)} ${say("void.text")}` };
    case "refund_pending":
    case "refunded": {
      const key = payment.status === "refunded" ? "returned" : "returning";
      const text = `${endOf(order.denial_reason, say)} ${say("returned.text")}`;
      return { title: say(key, { amount: money(payment.captured) }), text };
    }
    case "paid": {
      const back = payment.refund_requested;
      return {
        title: say("paid", { amount }),
        text: back > 0 ? say("part", { amount: money(back) }) : say("paid.text"),
      };
    }
  }
}

/** Why nobody is to pay the order any more. */
function endOf(reason: string | null, say: SayPaying): string {
  if (reason === "PAYMENT_TIMEOUT") return say("end.unpaid");
  return reason === "STORE_CLOSED" ? say("end.closed") : say("end.other");
}
