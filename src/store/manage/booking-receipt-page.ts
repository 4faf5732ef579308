/** `/booking/{token}/receipt`: the payment of a booking, who was paid, and what went back. Pure. */
import type { Booking, BookingPayment } from "../../bookings/book/booking.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatMoney, formatInFull } from "../../pages/page-formats.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { amountRow, sellerPart } from "../shared/receipt-parts.ts";

export interface BookingReceiptFacts {
  readonly booking: Booking;
  readonly payment: BookingPayment;
  readonly location: LocationSettings;
  readonly token: string;
  readonly reader: Reader;
}

/** The payment of a booking whose money has come; before, there is nothing to receipt. */
export function paidOf({ payment }: Booking): BookingPayment | null {
  const hasPaid = payment !== null && ["paid", "refund_pending", "refunded"].includes(payment.state);
  return hasPaid ? payment : null;
}

/** The whole page. */
export function bookingReceiptPage(facts: BookingReceiptFacts): ShownPage {
  const { booking, location, token, reader } = facts;
  const say = speak(reader.language, "receipt", reader.locale);
  return showPage({
    title: `${say("title")} · ${say("booking")}`,
    reader,
    venue: { name: location.name ?? "", href: `/book/${location.id}`, at: location.id },
    modules: ["print"],
    main: html`<article class="receipt">
      <h1>${say("title")}</h1>
      ${sellerPart(location, reader)}
      <dl class="facts">
        <dt>${say("booking")}</dt>
        <dd>${say("booking.people", { count: booking.party_size })}</dd>
        <dt>${say("booking.when")}</dt>
        <dd>${formatInFull(booking.starts_at, booking.time_zone, reader.locale)}</dd>
        <dt>${say("code")}</dt>
        <dd class="code">${booking.confirmation_code}</dd>
      </dl>
      ${paymentPart(facts)}
      <p class="row screen-only">
        <button type="button" class="quiet" data-print hidden>${say("print")}</button>
        <a href="/booking/${token}">${say("booking.back")}</a>
      </p>
    </article>`,
  });
}

function paymentPart({ payment, reader: { language, locale } }: BookingReceiptFacts): Markup {
  const say = speak(language, "receipt");
  const { amount, refunded, refund_requested: requested, terms } = payment;
  const money = (of: number): string => formatMoney(of, terms.currency, locale);
  const owed = Math.max(0, requested - refunded);
  const isBack = refunded > 0 || owed > 0;
  return html`<h2>${say("payment")}</h2>
    <table class="amounts">
      <tbody>
        ${amountRow(say(terms.kind === "deposit" ? "booking.deposit" : "booking.prepaid"), money(amount))}
        ${refunded > 0 && amountRow(say("refunded"), money(-refunded))}
        ${owed > 0 && amountRow(say("refund.pending"), money(-owed))}
        ${isBack && amountRow(say("remaining"), money(amount - refunded - owed))}
      </tbody>
    </table>
    ${isBack && html`<p class="soft">${say("refund.note")}</p>`}`;
}
