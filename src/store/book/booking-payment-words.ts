/** The words of a deposit or prepayment: on the page of a held table, and on that of a booking. Pure. */
import type { Booking } from "../../bookings/book/booking.ts";
import { isDue, leftOf, returnOfAll, returnOfFewer, statusOfPayment } from "../../bookings/book/booking-payment.ts";
import { amountFor, refundUntil, type PaymentTerms } from "../../bookings/venue/payment-terms.ts";
import type { Instant } from "../../kernel/clock.ts";
import { guestLanguageNamed } from "../../kernel/language.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatDayTime, formatMoney, formatTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import type { StatusWords } from "./booking-words.ts";

/** The words and figures of a reader; `locale` is a language, or a language with a country. */
function speakTo(locale: string) {
  const language = guestLanguageNamed(locale.split("-", 1)[0] ?? null) ?? "en";
  return speak(language, "deposits", locale);
}

/** A start at which a party asks for a table. */
export interface PaidStart {
  readonly terms: PaymentTerms | null;
  readonly partySize: number;
  readonly startsAt: Instant;
  /** Of the location. */
  readonly now: Instant;
  readonly timeZone: string;
  readonly locale: string;
}

/** What is to be paid, and what goes back when; nothing where nothing is asked for. */
export function paymentTermsOf(start: PaidStart): Markup | null {
  const { terms, partySize, locale } = start;
  if (terms === null) return null;
  const say = speakTo(locale);
  const amount = formatMoney(amountFor(terms, partySize), terms.currency, locale);
  return html`<div class="card">
    <p><b>${say(terms.kind === "prepaid" ? "terms.prepaid" : "terms.deposit", { amount })}</b></p>
    <p>${terms.refund_percent_after < 100 && refundWords(start, terms)} ${say("terms.next")}</p>
  </div>`;
}

/** What goes back until when and after it; a time that is over is not offered any more. */
function refundWords({ startsAt, now, timeZone, locale }: PaidStart, terms: PaymentTerms): string {
  const say = speakTo(locale);
  const after = terms.refund_percent_after;
  const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(after / 100);
  const until = refundUntil(terms, startsAt);
  if (until <= now) return after === 0 ? say("terms.now.none") : say("terms.now.part", { percent });
  const back = say("terms.back", { until: formatDayTime(until, timeZone, locale) });
  return `${back} ${after === 0 ? say("terms.after.none") : say("terms.after.part", { percent })}`;
}

/** What the button says that books a start with a payment; undefined where nothing is to be paid. */
export function bookAndPay({ terms, partySize, locale }: PaidStart): string | undefined {
  if (terms === null) return undefined;
  return speakTo(locale)("book", { amount: formatMoney(amountFor(terms, partySize), terms.currency, locale) });
}

/** The state of a booking that waits for its payment, or was not paid in time; undefined: its status says all. */
export function paymentStatusWords(booking: Booking, locale: string): StatusWords | undefined {
  const { payment, payment_due_at: dueAt } = booking;
  const say = speakTo(locale);
  if (booking.decline_reason === "PAYMENT_TIMEOUT")
    return { title: say("late.title"), badge: say("late.badge"), tone: "bad", text: say("late.text") };
  if (payment === null || dueAt === null) return undefined;
  const amount = formatMoney(payment.amount, payment.terms.currency, locale);
  if (payment.state === "pending")
    return {
      title: say("pay.settling", { amount }),
      badge: say("due.badge"),
      tone: "warn",
      text: say("pay.settling.text"),
    };
  const text = say("due.until", { time: formatTime(dueAt, booking.time_zone, locale) });
  return { title: say("due.title", { amount }), badge: say("due.badge"), tone: "warn", text };
}

/** The way to pay, where a payment is due. */
export function payButtonOf(booking: Booking, locale: string, path: string): Markup | null {
  const { payment, status } = booking;
  if (payment === null || payment.link_url === null || payment.state === "pending") return null;
  if (statusOfPayment(payment, status) !== "due") return null;
  const say = speakTo(locale);
  const amount = formatMoney(payment.amount, payment.terms.currency, locale);
  return html`${status !== "pending" && html`<p class="notice warn">${say("due.open")}</p>`}
    <p>
      <a class="button full" rel="nofollow" href="${new URL(payment.link_url).pathname}" data-pay-for="${path}">
        ${say("due.pay", { amount })}</a
      >
    </p>`;
}

/** How the payment stands, as a fact of the booking. */
export function paymentFactOf({ payment, status }: Booking, locale: string): Markup | null {
  if (payment === null) return null;
  const say = speakTo(locale);
  const money = (minor: number): string => formatMoney(minor, payment.terms.currency, locale);
  const amount = money(payment.amount);
  const words = {
    due: () => say("state.due", { amount }),
    paid: () => say("state.paid", { amount }),
    kept: () => say("state.paid", { amount }),
    refund_pending: () => say("state.returning", { amount: money(payment.refund_requested - payment.refunded) }),
    part_refunded: () => say("state.part", { amount, back: money(payment.refunded) }),
    refunded: () => say("state.returned", { amount: money(payment.refunded) }),
    void: () => say("state.void"),
  }[statusOfPayment(payment, status)];
  return html`<dt>${say("label")}</dt>
    <dd>${words()}</dd>`;
}

/** What goes back to a guest who cancels now. */
export function cancelTermsOf(
  booking: Booking,
  { now, locale }: { readonly now: Instant; readonly locale: string },
): Markup | null {
  const { payment } = booking;
  if (payment === null || isDue(payment)) return null;
  const { left, back } = returnOfAll(booking, now);
  return returned(left, back, payment.terms.currency, locale);
}

/** What goes back to a guest who comes with fewer people, before they confirm it. */
export function fewerTermsOf(
  booking: Booking,
  partySize: number,
  { now, locale }: { readonly now: Instant; readonly locale: string },
): Markup | null {
  const { less, back } = returnOfFewer(booking, partySize, now);
  return booking.payment === null ? null : returned(less, back, booking.payment.terms.currency, locale);
}

function returned(left: number, back: number, currency: string, locale: string): Markup | null {
  if (left === 0) return null;
  const say = speakTo(locale);
  const money = (minor: number): string => formatMoney(minor, currency, locale);
  const words =
    back === left
      ? say("cancel.all", { amount: money(left) })
      : back === 0
        ? say("cancel.none", { amount: money(left) })
        : say("cancel.part", { back: money(back), amount: money(left) });
  return html`<p class="notice">${words}</p>`;
}

/** What goes back of a payment that was made, as long as the guest may give up the table; null where nothing was paid. */
export function refundTermsOf(
  { payment, starts_at: startsAt, time_zone: timeZone, party_size: partySize }: Booking,
  { now, locale }: { readonly now: Instant; readonly locale: string },
): string | null {
  if (payment === null || leftOf(payment) === 0 || payment.terms.refund_percent_after === 100) return null;
  const { terms } = payment;
  return refundWords({ terms, partySize, startsAt, now, timeZone, locale }, terms);
}
