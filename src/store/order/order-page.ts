/** `/order/{token}`: the state of an order, its lines, and what its diner can still do. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { messagePage, showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import { named } from "../shared/named.ts";
import { remembered } from "../shared/remembered.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { formatDay, formatDayTime, formatMoney, formatTime } from "../../pages/page-formats.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { orderContents } from "./order-contents.ts";
import { hasReceipt } from "./receipt-page.ts";
import { againHref, linesOf } from "./order-again.ts";
import { orderSteps } from "./order-steps.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { timeKey, type SayOrder } from "./order-words.ts";
import type { StoreOrder } from "./store-order.ts";

export interface OrderPageFacts {
  readonly order: StoreOrder;
  readonly token: string;
  /** What was refused just now, in words. */
  readonly problem: string | null;
  readonly reader: Reader;
}

/** The order, and how it is spoken of. */
interface Shown {
  readonly order: StoreOrder;
  readonly token: string;
  readonly reader: Reader;
  readonly say: SayOrder;
}

const over = new Set(["FULFILLED", "REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"]);
/** Nothing moves any more, the money neither. */
const final = new Set(["paid", "unpaid", "failed", "refunded", "pay_in_store"]);

/** Whether the page has to be looked at again. */
export function isFinal({ status, payment_status: payment }: Pick<StoreOrder, "status" | "payment_status">): boolean {
  const owesMoney = status !== "FULFILLED" && payment === "paid";
  return over.has(status) && final.has(payment) && !owesMoney;
}

/** The page; it follows the order by itself until that is over. */
export function orderPage({ order, token, problem, reader }: OrderPageFacts): ShownPage {
  const say = speak(reader.language, "tracking", reader.locale);
  const shown = { order, token, reader, say };
  const isLive = !isFinal(order);
  return showPage({
    status: problem === null ? 200 : 409,
    title: say("title", { number: order.display_number }),
    reader,
    venue: venueOf(order, reader),
    modules: ["live", "forms", "remember"],
    ...(isLive ? { reloadSeconds: 20 } : {}),
    main: html`<h1>${say("title", { number: order.display_number })}</h1>
      ${keep(shown)}
      ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
      <section
        id="order"
        aria-label="${say("standing")}"
        ${isLive && html`data-live="/store/v1/orders/${token}/events"`}
      >
        ${standing(shown)} ${payment(shown)} ${order.changes.map((change) => offer(shown, change))} ${steps(shown)}
        ${orderContents(order, reader)}
        <p>${fill(say("code", { code: slots[0] }), html`<b class="code"><bdi>${order.confirmation_code}</bdi></b>`)}</p>
        ${hasReceipt(order) && html`<p><a href="/order/${token}/receipt">${say("receipt")}</a></p>`}
        ${isPlanned(order) && html`<p><a href="/order/${token}/calendar.ics">${say("calendar")}</a></p>`}
        ${actions(shown)}
      </section>
      ${
        order.location.phone !== null &&
        html`<p class="soft">${fill(say("call", { phone: slots[0] }), phoneLink(order.location.phone))}</p>`
      }`,
  });
}

/** Whether a calendar can remind of fetching it. */
function isPlanned({ scheduled_for: planned, fulfillment_type: how, status }: StoreOrder): boolean {
  return planned !== null && how === "pickup" && !over.has(status);
}

/** What the browser keeps of the order, with what it takes to order the same again. */
function keep({ order, token, reader, say }: Shown): Markup {
  return remembered({
    kind: "order",
    href: `/order/${token}`,
    title: say("title", { number: order.display_number }),
    venue: venueOf(order, reader).name,
    when: formatDayTime(order.created * 1000, zoneOf(order), reader.locale),
    again: {
      location: order.location.id,
      lines: linesOf(order),
    },
  });
}

function venueOf({ location }: StoreOrder, reader: Reader): Venue {
  const name = location.name ?? speak(reader.language, "store")("nameless");
  return { name, href: `/store/${location.id}`, at: location.id };
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

function badgeOf({ status, payment_link_url: link }: StoreOrder, say: SayOrder): string {
  if (status === "PENDING" && link !== null) return say("badge.unpaid");
  return say(status === "AUTO_ACCEPTED" ? "badge.ACCEPTED" : `badge.${status}`);
}

function standing(shown: Shown): Markup {
  const { order, say } = shown;
  const { status, status_text: text, estimated_ready_at: ready } = order;
  const key = timeKey(order);
  const needsPayment = order.payment_link_url !== null;
  return html`<p><span class="badge ${needsPayment ? "warn" : (tones[status] ?? "")}">${badgeOf(order, say)}</span></p>
    <p class="lead" data-say>${inWords(order, text)}</p>
    ${ready !== null && key !== null && html`<p>${timeText(shown, key, ready)}</p>`}
    ${order.validation_issues.map((issue) => html`<p class="notice warn"><bdi>${issue}</bdi></p>`)}
    ${order.refunded > 0 && html`<p class="notice good">${refundWords(shown)}</p>`}`;
}

/** How much went back, on which day, and that a bank may take its time. */
function refundWords({ order, say, reader }: Shown): string {
  const amount = formatMoney(order.refunded, order.totals.currency, reader.locale);
  const back = order.timeline.findLast(({ what }) => what === "refunded" || what === "partly_refunded");
  if (back === undefined) return say("refunded", { amount });
  return say("refunded.day", { amount, day: formatDay(Date.parse(back.at), zoneOf(order), reader.locale) });
}

/** What the restaurant wrote itself stands in a sentence of ours: it may read from either side. */
function inWords({ denial, cancellation }: StoreOrder, text: string): Markup {
  const own = [denial?.reason, cancellation?.reason].find((reason) => reason !== undefined && text.endsWith(reason));
  if (own === undefined || own === "") return html`${text}`;
  return html`${text.slice(0, -own.length)}<bdi>${own}</bdi>`;
}

function timeText(shown: Shown, key: NonNullable<ReturnType<typeof timeKey>>, ready: number): Markup {
  const { text, hasDay } = momentOf(shown, ready);
  return fill(
    shown.say(hasDay && key !== "time.planned" ? `${key}.day` : key, { time: slots[0] }),
    html`<b>${text}</b>`,
  );
}

/** The time alone when it is within a day of the order, else with its day. */
function momentOf({ order, reader }: Shown, seconds: number): { readonly text: string; readonly hasDay: boolean } {
  const [instant, zone] = [seconds * 1000, zoneOf(order)];
  const now = Date.parse(order.updated_at);
  if (instant - now < 18 * 3_600_000) return { text: formatTime(instant, zone, reader.locale), hasDay: false };
  return { text: formatDayTime(instant, zone, reader.locale, now), hasDay: true };
}

function payment(shown: Shown): Markup | null {
  const { order, say, reader } = shown;
  const { payment_link_url: url, pay_by: until, totals } = order;
  if (url === null) return null;
  const path = URL.parse(url)?.pathname ?? url;
  const amount = formatMoney(totals.total, totals.currency, reader.locale);
  return html`${
      until !== null &&
      html`<p>${fill(say("pay_by", { time: slots[0] }), html`<b>${momentOf(shown, until).text}</b>`)}</p>`
    }
    <p>
      <a class="button full" id="pay" href="${path}">${say("pay", { amount })}</a>
    </p>`;
}

/** What the restaurant cannot make after all. */
function offer(shown: Shown, change: StoreOrder["changes"][number]): Markup | null {
  const { say, token, reader } = shown;
  const items = html`<ul>
    ${change.line_items.map((line) => html`<li>${line.quantity} × ${named(line.name, line.name_language)}</li>`)}
  </ul>`;
  if (change.status === "removed")
    return html`<div class="notice">
      <p>${say("removed")}</p>
      ${items}
    </div>`;
  if (change.status !== "offered") return null;
  const money = (amount: number): string => formatMoney(amount, change.currency, reader.locale);
  const time = momentOf(shown, change.answer_by).text;
  return html`<div class="notice warn">
    <h2 class="plain">${say("offer.title")}</h2>
    ${items} ${change.reason !== null && html`<p><bdi>${change.reason}</bdi></p>`}
    <p>
      ${say("offer.text", { total: money(change.total), time })}
      ${change.refund > 0 && say("offer.refund", { amount: money(change.refund) })}
    </p>
    <form method="post" action="/order/${token}/changes/${change.id}">
      <p class="row">
        <button id="${change.id}-remove" name="choice" value="remove">${say("offer.remove")}</button>
        <button id="${change.id}-cancel" class="danger" name="choice" value="cancel">${say("offer.cancel")}</button>
      </p>
    </form>
  </div>`;
}

function steps({ order, say, reader }: Shown): Markup {
  const zone = zoneOf(order);
  const placedOn = localDate(zone, order.created * 1000);
  // What happens on another day than the order was placed says the day.
  const clock = (at: number): string =>
    localDate(zone, at) === placedOn ? formatTime(at, zone, reader.locale) : formatDayTime(at, zone, reader.locale);
  return html`<h2>${say("progress")}</h2>
    <ol class="timeline">
      ${orderSteps(order).map(
        ({ step, state, at: when }) =>
          html`<li class="${state}" ${state === "now" && html`aria-current="step"`}>
            ${say(`step.${step}`)}${state === "done" && html`<span class="unseen"> ${say("progress.done")}</span>`}
            ${when !== null && html`<br /><span class="soft small">${clock(when)}</span>`}
          </li>`,
      )}
    </ol>
    <details>
      <summary>${say("history")}</summary>
      <ol class="plain">
        ${order.timeline.map(
          ({ at: when, text }) => html`<li><span class="soft small">${clock(Date.parse(when))}</span> ${text}</li>`,
        )}
      </ol>
    </details>`;
}

function actions({ order, say, token }: Shown): Markup | null {
  if (order.can_cancel)
    return html`<p><a class="button danger" id="cancel" href="/order/${token}/cancel">${say("cancel")}</a></p>`;
  if (!over.has(order.status)) return html`<p class="soft">${say("cancel.closed")}</p>`;
  return html`<p><a class="button quiet" href="${againHref(order)}">${say("again")}</a></p>`;
}

/** Asks whether to cancel. */
export function cancelOrderPage({ order, token, reader }: Omit<OrderPageFacts, "problem">): ShownPage {
  const say = speak(reader.language, "tracking", reader.locale);
  const isPaid = order.payment_status === "paid" || order.payment_status === "pending";
  const title = say("cancel.title", { number: order.display_number });
  return showPage({
    title,
    reader,
    venue: venueOf(order, reader),
    modules: ["forms"],
    main: html`<h1>${title}</h1>
      <p>${order.status_text}</p>
      <p>${say(isPaid ? "cancel.paid" : "cancel.unpaid")}</p>
      <form method="post" action="/order/${token}/cancel">
        <p class="row">
          <button class="danger">${say("cancel.yes")}</button>
          <a class="button quiet" href="/order/${token}">${say("cancel.no")}</a>
        </p>
      </form>`,
  });
}

/** No order is at the address. */
export function noOrderPage(reader: Reader): ShownPage {
  const say = speak(reader.language, "tracking");
  return messagePage(404, say("unknown.title"), say("unknown.text"), { reader });
}
