/** "Your order" beside the menu: the chosen dishes, their price, and the link to the checkout. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { speak } from "../../words/speak.ts";
import type { BasketItem } from "../../pricing/basket.ts";
import { formatBasket } from "../shared/basket-field.ts";
import type { StoreLocation } from "../shared/store-location.ts";
import { named, namedList } from "../shared/named.ts";
import { describeLines } from "./basket-lines.ts";
import type { PricedLines } from "./price-lines.query.ts";
import type { StoreMenu } from "./store-menu.ts";
import type { StoreWords } from "./store-page-words.ts";

/** What a basket is shown from. */
export interface OrderFacts {
  readonly location: StoreLocation;
  readonly menu: StoreMenu;
  /** Of the address; a browser that runs scripts keeps its own. */
  readonly items: readonly BasketItem[];
  /** Null while nothing is chosen. */
  readonly price: PricedLines | null;
  /** Unix seconds: what the menu is shown for; null is as soon as possible. */
  readonly at: number | null;
  readonly words: StoreWords;
}

/** What stands in "Your order"; the browser's module shows its own basket in the same places. */
export function renderOrder(facts: OrderFacts): Markup {
  const { items, words } = facts;
  const say = speak(words.reader.language, "checkout", words.reader.locale);
  const isEmpty = items.length === 0;
  return html`<p class="soft" id="empty" ${!isEmpty && html`hidden`}>${say("empty")}</p>
    <div id="order" ${isEmpty && html`hidden`}>
      <ul class="plain order-lines" id="lines" aria-label="${say("lines")}">
        ${renderLines(facts)}
      </ul>
      <div id="trouble" role="alert">${renderReasons(facts)}</div>
      <p>${renderWay(facts)}</p>
    </div>`;
}

function renderLines({ location, items, menu, price, words }: OrderFacts): Markup {
  const say = speak(words.reader.language, "shopping", words.reader.locale);
  const lines = describeLines(items, menu);
  return html`${lines.map(({ dish, quantity, details }, index) => {
    const name = dish?.name ?? say("line.gone");
    const isGone = price?.gone.has(index) === true;
    const priced = price?.lines.get(index);
    return html`<li ${isGone && html`class="gone"`}>
      <div class="row apart">
        <p class="order-line-name">${quantity} × ${named(name, dish?.name_language)}</p>
        <span>${priced !== undefined && words.price(priced.total)}</span>
      </div>
      ${details.length > 0 && html`<p class="soft small">${namedList(details)}</p>`}
      ${isGone && html`<p><span class="badge warn">${say("sold_out")}</span></p>`}
      ${dish !== null && html`<p><a href="${changePath(location, items, index, "menu")}" aria-label="${say("line.change.named", { name })}">${say("line.change")}</a></p>`}
    </li>`;
  })}`;
}

function renderReasons({ price }: OrderFacts): Markup | null {
  if (price === null || price.reasons.length === 0) return null;
  return html`<div class="notice bad">${price.reasons.map(({ message }) => html`<p>${message}</p>`)}</div>`;
}

/** To the checkout; first out of the basket with what is sold out. */
function renderWay({ location, items, price, at, words }: OrderFacts): Markup {
  const say = speak(words.reader.language, "shopping", words.reader.locale);
  const gone = price?.gone ?? new Set<number>();
  const way = (href: string, shown: string): Markup =>
    html`<a class="button full" id="to-checkout" href="${href}">${shown}</a>`;
  if (gone.size > 0) {
    const rest = items.filter((_, index) => !gone.has(index));
    return way(withBasket(`/store/${location.id}`, rest, {}), say("gone.remove", { count: gone.size }));
  }
  const time = at ?? price?.nextTime ?? null;
  const href = withBasket(`/store/${location.id}/checkout`, items, time === null ? {} : { when: String(time) });
  const total = price?.priced?.totals.subtotal;
  if (total === undefined) return way(href, say("checkout"));
  const cost = words.price(total);
  if (time === null) return way(href, say("checkout.price", { price: cost }));
  return way(href, say("checkout.later", { time: words.moment(time), price: cost }));
}

/** For when the menu is shown, as some dishes are there at some times only; null where there is no choice. */
export function renderTimes({
  location,
  times,
  at,
  items,
  words,
}: Omit<OrderFacts, "menu" | "price"> & { readonly times: readonly number[] }): Markup | null {
  if (times.length < 2) return null;
  const { say } = words;
  const byDay = Map.groupBy(times, (time) => words.day(time));
  const isChosen = at !== null && location.open_now;
  return html`<details class="for-time" ${isChosen && html`open`}>
    <summary>${isChosen ? say("for.time", { time: words.moment(at) }) : say("for.later")}</summary>
    <form method="get" action="/store/${location.id}" class="row">
      ${items.length > 0 && html`<input type="hidden" name="b" value="${formatBasket(items) ?? ""}" />`}
      <div class="field">
        <label for="at">${say("for.when")}</label>
        <select id="at" name="at">
          ${location.open_now && html`<option value="">${say("for.soon")}</option>`}
          ${[...byDay].map(
            ([day, ofDay]) =>
              html`<optgroup label="${day}">
                ${ofDay.map((time) => html`<option value="${time}" ${time === at && html`selected`}>${words.time(time)}</option>`)}
              </optgroup>`,
          )}
        </select>
      </div>
      <button class="quiet">${say("for.show")}</button>
    </form>
  </details>`;
}

/** The form that changes a line of the basket, and leads back. */
export function changePath(
  location: Pick<StoreLocation, "id">,
  items: readonly BasketItem[],
  index: number,
  back: "menu" | "checkout",
): string {
  return withBasket(`/store/${location.id}/dish`, items, { line: String(index), back });
}

/** The address of a page with the basket. */
export function withBasket(path: string, items: readonly BasketItem[], more: Readonly<Record<string, string>>): string {
  const basket = formatBasket(items);
  const query = new URLSearchParams({ ...(items.length === 0 || basket === undefined ? {} : { b: basket }), ...more });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
