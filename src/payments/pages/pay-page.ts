/** What `/pay/{token}` shows. Pure: every value is escaped by the kit. */
import type { Instant } from "../../kernel/clock.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatMoney, formatTime } from "../../pages/page-formats.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import { isPayable } from "../payment/payment-state.ts";
import type { Payment } from "../payment/payments.sql.ts";
import { testCards } from "../test-processor/test-cards.ts";

export interface PaidOrder {
  readonly display_number: string;
  readonly venue: string | null;
  /** Until when it can be paid, in the clock of the location; null when nothing is to be paid. */
  readonly payment_deadline: Instant | null;
  readonly timezone: string | null;
  /** Why the service or the venue rejected it. */
  readonly denial_reason: string | null;
}

/** With the way back, for the diner who came from the checkout. */
interface ShownOrder extends PaidOrder {
  readonly back: string | null;
}

/** Why the payment did not go through, in words for the diner. */
export interface PayProblem {
  readonly text: string;
  readonly status: 422 | 502;
  /** What was typed. */
  readonly card?: string;
}

/** The page of a payment as it is now. */
export function payPage(payment: Payment, order: ShownOrder, problem?: PayProblem): ShownPage {
  const amount = formatMoney(payment.amount, payment.currency);
  const title = isPayable(payment) ? `Pay ${amount}` : headingOf(payment, amount);
  return showPage({
    title,
    status: isPayable(payment) && problem !== undefined ? problem.status : 200,
    modules: ["forms"],
    ...(order.venue === null ? {} : { venue: { name: order.venue } }),
    ...(payment.status === "pending" ? { reloadSeconds: 10 } : {}),
    main: html`<h1>${title}</h1>
      <p class="lead">Order ${order.display_number}</p>
      ${isPayable(payment) && payUntil(order)}
      ${isPayable(payment) ? waysToPay(payment, amount, problem) : html`<p role="status">${explanationOf(payment, order)}</p>`}
      ${order.back !== null && html`<p><a href="${order.back}">Back to your order</a></p>`}`,
  });
}

function payUntil({ payment_deadline: until, timezone }: PaidOrder): Markup | null {
  if (until === null) return null;
  return html`<p>
    Pay by <b>${formatTime(until, timezone ?? "UTC", "en-GB")}</b>. An order that is not paid by then ends.
  </p>`;
}

function waysToPay(payment: Payment, amount: string, problem: PayProblem | undefined): Markup {
  if (payment.processor === "test") return testForm(amount, problem);
  // A link and not a form: a form may not leave this service.
  return html`${problem !== undefined && alert(problem)}
    ${payment.status === "failed" && problem === undefined && html`<div class="notice warn"><p>The last payment did not go through. Nothing was taken.</p></div>`}
    <p><a class="button full" rel="nofollow" href="/pay/${payment.link_token}/checkout">Pay ${amount}</a></p>
    <p class="soft">You pay on the page of Stripe, our payment processor, and come back here.</p>`;
}

/** The form of the test processor. */
export function testForm(amount: string, problem: PayProblem | undefined): Markup {
  const described = problem === undefined ? "pay-cards" : "pay-problem pay-cards";
  return html`<p class="soft">This is the test processor: no money moves. Use one of the test cards below.</p>
    <form method="post" class="card">
      <div class="field">
        <label for="card_number">Card number</label>
        <input
          id="card_number"
          name="card_number"
          inputmode="numeric"
          autocomplete="off"
          required
          value="${problem?.card ?? "4242 4242 4242 4242"}"
          aria-describedby="${described}"
          ${problem !== undefined && html`aria-invalid="true"`}
        />
        ${problem !== undefined && html`<p class="mistake" id="pay-problem" role="alert">${problem.text}</p>`}
      </div>
      <button class="button full">Pay ${amount}</button>
    </form>
    <h2 id="pay-cards">Test cards</h2>
    <dl class="facts">
      ${testCards.map(
        (card) =>
          html`<dt><code>${grouped(card.number)}</code></dt>
            <dd>${card.label}</dd>`,
      )}
    </dl>`;
}

function alert({ text }: PayProblem): Markup {
  return html`<div class="notice bad" role="alert"><p>${text}</p></div>`;
}

function headingOf(payment: Payment, amount: string): string {
  switch (payment.status) {
    case "paid":
      return `Paid ${amount}`;
    case "pending":
      return `${amount} is on its way`;
    case "void":
      return "Nothing to pay";
    case "refund_pending":
      return `${formatMoney(payment.captured, payment.currency)} is going back to you`;
    case "refunded":
      return `${formatMoney(payment.captured, payment.currency)} was refunded`;
    case "unpaid":
    case "failed":
      return amount;
  }
}

function explanationOf(payment: Payment, { denial_reason: reason }: PaidOrder): string {
  const back = payment.refund_requested;
  switch (payment.status) {
    case "paid":
      return back > 0
        ? `Thank you. ${formatMoney(back, payment.currency)} of it goes back to you for items that were not available.`
        : "Thank you. The restaurant has been told of your order.";
    case "pending":
      return "Your payment takes a moment to settle; the restaurant is told of your order when it has.";
    case "void":
      return `${endOf(reason)} Nothing was taken, and nothing can be paid any more.`;
    default:
      return `${endOf(reason)} All of the money goes back to where it came from.`;
  }
}

/** Why nobody is to pay the order any more. */
function endOf(reason: string | null): string {
  if (reason === "PAYMENT_TIMEOUT") return "The order was not paid in time, so it has ended.";
  if (reason === "STORE_CLOSED") return "The restaurant takes no orders at the moment, so the order has ended.";
  return "This order is over.";
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}
