/** `/order/{token}`: where an order stands, what it holds, and what its diner can still do. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import { remembered } from "../shared/remembered.ts";
import { formatDayTime, formatMoney, formatTime } from "../../pages/page-formats.ts";
import { phoneLink } from "../book/booking-times-page.ts";
import { orderContents } from "./order-contents.ts";
import { hasReceipt } from "./receipt-page.ts";
import { orderSteps } from "./order-steps.ts";
import { timeWords } from "./order-words.ts";
import type { StoreOrder } from "./store-order.ts";

export interface OrderPageFacts {
  readonly order: StoreOrder;
  readonly token: string;
  /** What was refused just now, in words. */
  readonly problem: string | null;
}

/** The clock of 24 hours, as the sentences about orders write it. */
const language = "en-GB";

const over = new Set(["FULFILLED", "REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"]);
/** Nothing moves any more, the money neither. */
const final = new Set(["paid", "unpaid", "failed", "refunded", "pay_in_store"]);

/** Whether the page has to be looked at again. */
export function isFinal({ status, payment_status: payment }: Pick<StoreOrder, "status" | "payment_status">): boolean {
  const owesMoney = status !== "FULFILLED" && payment === "paid";
  return over.has(status) && final.has(payment) && !owesMoney;
}

/** The page; it follows the order by itself until that is over. */
export function orderPage({ order, token, problem }: OrderPageFacts): ShownPage {
  const isLive = !isFinal(order);
  return showPage({
    status: problem === null ? 200 : 409,
    title: `Order ${order.display_number}`,
    venue: venueOf(order),
    modules: ["live", "forms", "remember"],
    ...(isLive ? { reloadSeconds: 20 } : {}),
    main: html`<h1>Order ${order.display_number}</h1>
      ${keep(order, token)}
      ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
      <section id="order" aria-label="How it stands" ${isLive && html`data-live="/store/v1/orders/${token}/events"`}>
        ${standing(order)} ${payment(order)} ${order.changes.map((change) => offer(order, change, token))}
        ${steps(order)} ${orderContents(order)}
        <p>Code <b class="code">${order.confirmation_code}</b></p>
        ${hasReceipt(order) && html`<p><a href="/order/${token}/receipt">Receipt</a></p>`}
        ${order.scheduled_for !== null && order.fulfillment_type === "pickup" && !over.has(order.status) && html`<p><a href="/order/${token}/calendar.ics">Add to calendar</a></p>`}
        ${actions(order, token)}
      </section>
      ${
        order.location.phone !== null &&
        html`<p class="soft">Questions? Call the restaurant: ${phoneLink(order.location.phone)}.</p>`
      }`,
  });
}

/** What the browser keeps of the order, with what it takes to order the same again. */
function keep(order: StoreOrder, token: string): Markup {
  return remembered({
    kind: "order",
    href: `/order/${token}`,
    title: `Order ${order.display_number}`,
    venue: order.location.name ?? "Restaurant",
    when: formatDayTime(order.created * 1000, zoneOf(order), language),
    again: {
      location: order.location.id,
      lines: order.line_items.map(({ menu_entity_id, quantity, modifiers, notes }) => ({
        menu_entity_id,
        quantity,
        modifiers: modifiers.map(chosenOf),
        ...(notes === null ? {} : { notes }),
      })),
    },
  });
}

interface Chosen {
  readonly menu_entity_id: string;
  readonly quantity: number;
  readonly modifiers: readonly Chosen[];
}

function chosenOf({ menu_entity_id, quantity, modifiers }: Chosen): Chosen {
  return { menu_entity_id, quantity, modifiers: modifiers.map(chosenOf) };
}

function venueOf({ location }: StoreOrder): Venue {
  return { name: location.name ?? "Restaurant", href: `/store/${location.id}` };
}

function zoneOf({ location }: StoreOrder): string {
  return location.timezone ?? "UTC";
}

const tones: Readonly<Record<string, string>> = {
  READY: "good",
  FULFILLED: "good",
  REJECTED: "bad",
  STORE_CANCELLED: "bad",
  CUSTOMER_CANCELLED: "bad",
};

const badges: Readonly<Record<string, string>> = {
  PENDING: "Waiting for the restaurant",
  ACCEPTED: "Being prepared",
  AUTO_ACCEPTED: "Being prepared",
  READY: "Ready",
  IN_DELIVERY: "On its way",
  FULFILLED: "Done",
  REJECTED: "Not accepted",
  STORE_CANCELLED: "Cancelled by the restaurant",
  CUSTOMER_CANCELLED: "Cancelled",
};

function standing(order: StoreOrder): Markup {
  const { status, status_text: text, estimated_ready_at: ready } = order;
  const before = timeWords(order);
  const needsPayment = order.payment_link_url !== null;
  const badge = status === "PENDING" && needsPayment ? "Not paid yet" : (badges[status] ?? status);
  return html`<p><span class="badge ${needsPayment ? "warn" : (tones[status] ?? "")}">${badge}</span></p>
    <p class="lead" data-say>${text}</p>
    ${ready !== null && before !== null && html`<p>${before} <b>${at(order, ready)}</b></p>`}
    ${order.validation_issues.map((issue) => html`<p class="notice warn">${issue}</p>`)}
    ${
      order.refunded > 0 &&
      html`<p class="notice good">${formatMoney(order.refunded, order.totals.currency)} went back to you.</p>`
    }`;
}

/** The time alone when it is within a day of the order, else with its day. */
function at(order: StoreOrder, seconds: number): string {
  const [instant, zone] = [seconds * 1000, zoneOf(order)];
  const isSoon = instant - Date.parse(order.updated_at) < 18 * 3_600_000;
  return isSoon ? formatTime(instant, zone, language) : formatDayTime(instant, zone, language);
}

function payment(order: StoreOrder): Markup | null {
  const { payment_link_url: url, pay_by: until, totals } = order;
  if (url === null) return null;
  const path = URL.parse(url)?.pathname ?? url;
  return html`${until !== null && html`<p>Pay by <b>${at(order, until)}</b>. An order that is not paid by then ends.</p>`}
    <p>
      <a class="button full" id="pay" href="${path}">Pay ${formatMoney(totals.total, totals.currency)}</a>
    </p>`;
}

/** What the restaurant cannot make after all. */
function offer(order: StoreOrder, change: StoreOrder["changes"][number], token: string): Markup | null {
  const items = html`<ul>
    ${change.line_items.map((line) => html`<li>${line.quantity} × <bdi>${line.name}</bdi></li>`)}
  </ul>`;
  if (change.status === "removed")
    return html`<div class="notice">
      <p>Taken off the order:</p>
      ${items}
    </div>`;
  if (change.status !== "offered") return null;
  const refund = change.refund === 0 ? "" : ` ${formatMoney(change.refund, change.currency)} goes back to you.`;
  return html`<div class="notice warn">
    <h2 class="plain">The restaurant has run out of this</h2>
    ${items} ${change.reason !== null && html`<p><bdi>${change.reason}</bdi></p>`}
    <p>
      Without it the order costs ${formatMoney(change.total, change.currency)}.${refund} Answer by
      ${at(order, change.answer_by)}; after that the order goes on without it.
    </p>
    <form method="post" action="/order/${token}/changes/${change.id}">
      <p class="row">
        <button id="${change.id}-remove" name="choice" value="remove">Go on without it</button>
        <button id="${change.id}-cancel" class="danger" name="choice" value="cancel">Cancel the whole order</button>
      </p>
    </form>
  </div>`;
}

function steps(order: StoreOrder): Markup {
  return html`<h2>Progress</h2>
    <ol class="timeline">
      ${orderSteps(order).map(
        ({ label, state, at: when }) =>
          html`<li class="${state}" ${state === "now" && html`aria-current="step"`}>
            ${label}${state === "done" && html`<span class="unseen"> (done)</span>`}
            ${when !== null && html`<br /><span class="soft small">${formatTime(when, zoneOf(order), language)}</span>`}
          </li>`,
      )}
    </ol>
    <details>
      <summary>Everything that happened</summary>
      <ol class="plain">
        ${order.timeline.map(
          ({ at: when, text }) =>
            html`<li>
              <span class="soft small">${formatTime(Date.parse(when), zoneOf(order), language)}</span> ${text}
            </li>`,
        )}
      </ol>
    </details>`;
}

function actions(order: StoreOrder, token: string): Markup | null {
  if (order.can_cancel)
    return html`<p><a class="button danger" id="cancel" href="/order/${token}/cancel">Cancel the order</a></p>`;
  if (!over.has(order.status))
    return html`<p class="soft">It can no longer be cancelled here. Call the restaurant.</p>`;
  return html`<p><a class="button quiet" href="/store/${order.location.id}">Order again</a></p>`;
}

/** Asks whether to cancel. */
export function cancelOrderPage({ order, token }: OrderPageFacts): ShownPage {
  const isPaid = order.payment_status === "paid" || order.payment_status === "pending";
  return showPage({
    title: `Cancel order ${order.display_number}`,
    venue: venueOf(order),
    modules: ["forms"],
    main: html`<h1>Cancel order ${order.display_number}?</h1>
      <p>${order.status_text}</p>
      <p>
        ${
          isPaid
            ? "What you paid goes back the way it came; that takes a few days with most banks."
            : "Nothing has been paid, so nothing is owed."
        }
      </p>
      <form method="post" action="/order/${token}/cancel">
        <p class="row">
          <button class="danger">Yes, cancel it</button>
          <a class="button quiet" href="/order/${token}">Keep it</a>
        </p>
      </form>`,
  });
}
