/** `/order/{token}/receipt`: the lines, the seller, the taxes, and the payments and refunds. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { formatMoney, formatInFull } from "../../pages/page-formats.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { speak } from "../../words/speak.ts";
import { amountRow, sellerPart } from "../shared/receipt-parts.ts";
import { named } from "../shared/named.ts";
import { namesOf } from "./order-contents.ts";
import type { StoreOrder } from "./store-order.ts";
import { taxesOf } from "./taxes-of.ts";

export interface ReceiptFacts {
  readonly order: StoreOrder;
  readonly location: LocationSettings;
  readonly token: string;
  readonly reader: Reader;
}

/** Whether the order has been paid, or is paid at the restaurant: before, there is nothing to receipt. */
export function hasReceipt({ payment_status: payment, refunded }: StoreOrder): boolean {
  return payment === "paid" || payment === "refund_pending" || payment === "pay_in_store" || refunded > 0;
}

/** The whole page. */
export function receiptPage(facts: ReceiptFacts): ShownPage {
  const { order, location, token, reader } = facts;
  const say = speak(reader.language, "receipt", reader.locale);
  const title = say("order", { number: order.display_number });
  return showPage({
    title: `${say("title")} · ${title}`,
    reader,
    venue: { name: location.name ?? "", href: `/store/${location.id}`, at: location.id },
    modules: ["print"],
    main: html`<article class="receipt">
      <h1>${say("title")}</h1>
      ${sellerPart(location, reader)} ${header(facts)}
      ${isOff(order) && html`<p class="notice warn">${say("cancelled")}</p>`}
      <h2>${say("lines")}</h2>
      ${lines(facts)} ${taxes(facts)} ${payment(facts)}
      <p class="row screen-only">
        <button type="button" class="quiet" data-print hidden>${say("print")}</button>
        <a href="/order/${token}">${say("back")}</a>
      </p>
    </article>`,
  });
}

function isOff({ status }: StoreOrder): boolean {
  return status === "REJECTED" || status === "STORE_CANCELLED" || status === "CUSTOMER_CANCELLED";
}

function header({ order, location, reader: { language, locale } }: ReceiptFacts): Markup {
  const say = speak(language, "receipt");
  const at = (seconds: number): string => formatInFull(seconds * 1_000, location.timezone ?? "UTC", locale);
  return html`<dl class="facts">
    <dt>${say("order", { number: "" }).trim()}</dt>
    <dd>${order.display_number}</dd>
    <dt>${say("code")}</dt>
    <dd class="code">${order.confirmation_code}</dd>
    <dt>${say("placed")}</dt>
    <dd>${at(order.created)}</dd>
    ${
      order.scheduled_for !== null &&
      html`<dt>${say("planned")}</dt>
        <dd>${at(order.scheduled_for)}</dd>`
    }
    <dt>${say("name")}</dt>
    <dd><bdi>${order.customer.name}</bdi></dd>
  </dl>`;
}

function lines({ order, reader: { language, locale } }: ReceiptFacts): Markup {
  const say = speak(language, "receipt");
  const { totals } = order;
  const money = (amount: number): string => formatMoney(amount, totals.currency, locale);
  const sums: readonly (readonly [string, number])[] = [
    [say("discount"), -totals.discount],
    [say("tax"), totals.tax],
    [say("delivery"), totals.delivery_fee],
    [say("fees"), totals.surcharge],
    [say("tip"), totals.tip + totals.delivery_tip],
  ];
  const shown = sums.filter(([, amount]) => amount !== 0);
  return html`<table class="amounts">
    <tbody>
      ${order.line_items.map(
        (line) =>
          html`<tr>
            <th scope="row">
              ${line.quantity} × ${named(line.name, line.name_language)}
              ${line.modifiers.length > 0 && html`<br /><span class="soft small">${namesOf(line.modifiers)}</span>`}
            </th>
            <td>${money(line.total)}</td>
          </tr>`,
      )}
      ${shown.length > 0 && amountRow(say("subtotal"), money(totals.subtotal))}
      ${shown.map(([label, amount]) => amountRow(label, money(amount)))}
      <tr class="total">
        <th scope="row">${say("total")}</th>
        <td>${money(totals.total)}</td>
      </tr>
    </tbody>
  </table>`;
}

function taxes({ order, reader: { language, locale } }: ReceiptFacts): Markup | null {
  const say = speak(language, "receipt");
  const rates = taxesOf(order.amounts);
  if (rates.length === 0) return null;
  return html`<h2>${say("taxes")}</h2>
    <table class="amounts">
      <tbody>
        ${rates.map(({ rate, isIncluded, amount }) =>
          amountRow(
            html`<bdi>${isIncluded ? say("taxes.included", { rate }) : say("taxes.added", { rate })}</bdi>`,
            formatMoney(amount, order.totals.currency, locale),
          ),
        )}
      </tbody>
    </table>`;
}

function payment({ order, location, reader: { language, locale } }: ReceiptFacts): Markup {
  const say = speak(language, "receipt");
  const { totals, refunded, payment_status: status, timeline } = order;
  const { paid, owed } = moneyOf(order);
  const money = (amount: number): string => formatMoney(amount, totals.currency, locale);
  const paidAt = timeline.find(({ what }) => what === "payment_succeeded")?.at;
  const isOnline = status !== "pay_in_store";
  return html`<h2>${say("payment")}</h2>
    <table class="amounts">
      <tbody>
        ${amountRow(say(isOnline ? "paid.online" : "paid.in_store"), money(paid))}
        ${refunded > 0 && amountRow(say("refunded"), money(-refunded))}
        ${owed > 0 && amountRow(say("refund.pending"), money(-owed))}
        ${(refunded > 0 || owed > 0) && amountRow(say("remaining"), money(paid - refunded - owed))}
      </tbody>
    </table>
    ${
      isOnline &&
      paidAt !== undefined &&
      html`<p class="soft">
        ${say("paid.at")} ${formatInFull(Date.parse(paidAt), location.timezone ?? "UTC", locale)}
      </p>`
    }
    ${(refunded > 0 || owed > 0) && html`<p class="soft">${say("refund.note")}</p>`}`;
}

/** What the diner paid, and what of it is to go back and has not arrived yet, in minor units. */
function moneyOf(order: StoreOrder): { readonly paid: number; readonly owed: number } {
  const removed = order.changes
    .filter(({ status }) => status === "removed")
    .reduce((sum, { refund }) => sum + refund, 0);
  const paid = order.totals.total + removed;
  if (order.payment_status === "pay_in_store") return { paid: order.totals.total, owed: 0 };
  return { paid, owed: Math.max(0, (isOff(order) ? paid : removed) - order.refunded) };
}
