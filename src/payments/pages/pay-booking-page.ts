/** What `/pay/{token}` shows of a booking. Pure: every value is escaped by the kit. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatDay, formatMoney, formatTime } from "../../pages/page-formats.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { isPayable } from "../payment/payment-state.ts";
import type { Payment } from "../payment/payments.sql.ts";
import { testForm, type PayProblem } from "./test-form.ts";

export interface PaidBookingView {
  readonly location_id: Id<"str">;
  readonly venue: string | null;
  readonly country: string | null;
  /** What the booking was made in; null: nobody said. */
  readonly language: GuestLanguage | null;
  /** Of the location. */
  readonly place_language: string | null;
  readonly timezone: string;
  readonly starts_at: Instant;
  readonly party_size: number;
  /** Null when the payment is one of an earlier time of the booking. */
  readonly kind: "deposit" | "prepaid" | null;
  /** Until when it can be paid, in the clock of the location; null where there is no limit. */
  readonly payment_due_at: Instant | null;
  readonly decline_reason: string | null;
}

/** The page of a booking's payment as it is now. */
export function payBookingPage(
  payment: Payment,
  booking: PaidBookingView,
  reader: Reader,
  problem?: PayProblem,
): ShownPage {
  const { language, locale } = reader;
  const say = speak(language, "deposits", locale);
  const money = (amount: number): string => formatMoney(amount, payment.currency, locale);
  const { title, texts } = wordsOf(payment, booking, say, money);
  const when = `${formatDay(booking.starts_at, booking.timezone, locale)}, ${formatTime(booking.starts_at, booking.timezone, locale)}`;
  const until = booking.payment_due_at;
  return showPage({
    title,
    reader,
    status: isPayable(payment) && problem !== undefined ? problem.status : 200,
    modules: ["forms", "back-to-order"],
    ...(booking.venue === null ? {} : { venue: { name: booking.venue, at: booking.location_id } }),
    ...(payment.status === "pending" ? { reloadSeconds: 10 } : {}),
    main: html`<h1>${title}</h1>
      <p class="lead">${say(booking.kind === "prepaid" ? "pay.prepaid" : "pay.deposit")}</p>
      <p>${say("pay.for", { people: booking.party_size, when })}</p>
      ${
        isPayable(payment) &&
        until !== null &&
        html`<p>${say("pay.until", { time: formatTime(until, booking.timezone, locale) })}</p>`
      }
      ${isPayable(payment) ? waysToPay(payment, money(payment.amount), say, problem) : html`<p role="status">${texts.join(" ")}</p>`}
      <p
        data-back-to-order="${isPayable(payment) ? "open" : "settled"}"
        data-back-label="${say("pay.back")}"
        hidden
      ></p>`,
  });
}

type Say = ReturnType<typeof speak<"deposits">>;

function waysToPay(payment: Payment, amount: string, say: Say, problem: PayProblem | undefined): Markup {
  if (payment.processor === "test") return testForm(say("pay.title", { amount }), problem);
  // A link and not a form: a form may not leave this service.
  return html`${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem.text}</p></div>`}
    ${payment.status === "failed" && problem === undefined && html`<div class="notice warn"><p>${say("pay.failed")}</p></div>`}
    <p>
      <a class="button full" rel="nofollow" href="/pay/${payment.link_token}/checkout"
        >${say("pay.title", { amount })}</a
      >
    </p>
    <p class="soft">${say("pay.hosted")}</p>`;
}

function wordsOf(
  payment: Payment,
  { decline_reason: reason }: PaidBookingView,
  say: Say,
  money: (amount: number) => string,
): { readonly title: string; readonly texts: readonly string[] } {
  const amount = money(payment.amount);
  switch (payment.status) {
    case "unpaid":
    case "failed":
      return { title: say("pay.title", { amount }), texts: [] };
    case "pending":
      return { title: say("pay.settling", { amount }), texts: [say("pay.settling.text")] };
    case "void":
      return { title: say("pay.void"), texts: [say(reason === "PAYMENT_TIMEOUT" ? "pay.late" : "pay.over")] };
    case "refund_pending":
      return { title: say("pay.returning", { amount: money(payment.captured) }), texts: [say("pay.returned.text")] };
    case "refunded":
      return { title: say("pay.returned", { amount: money(payment.captured) }), texts: [say("pay.returned.text")] };
    case "paid": {
      const back = payment.refund_requested;
      const part = say("pay.part", { amount: money(back) });
      return { title: say("pay.paid", { amount }), texts: [back > 0 ? part : say("pay.paid.text")] };
    }
  }
}

/** What the processor's page names the payment by. */
export function describeAtProcessor(booking: PaidBookingView, { language, locale }: Reader): string {
  const when = formatDay(booking.starts_at, booking.timezone, locale);
  const say = speak(language, "deposits", locale);
  return say("pay.description", { people: String(booking.party_size), venue: booking.venue ?? "", when });
}
