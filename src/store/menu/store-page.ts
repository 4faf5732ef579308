/** `/store/{locationId}`: the menu to read, and the order beside it. Pure; every value is escaped by the template. */
import { minorDigits } from "../../kernel/minor-units.ts";
import { html, type Markup } from "../../pages/html.ts";
import { messagePage, showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { slots, fill } from "../../pages/say-markup.ts";
import { speak } from "../../words/speak.ts";
import { countDishes, findDishes, marksOf, readDishSearch, toQuery } from "./find-dishes.ts";
import { formatBasket } from "../shared/basket-field.ts";
import { renderOrder, renderTimes, type OrderFacts } from "./store-page-order.ts";
import { isPaged, renderMenu, renderSections } from "./store-page-menu.ts";
import { renderSearch } from "./store-page-search.ts";
import { storeWords, type StoreWords } from "./store-page-words.ts";
import type { StoreLocation } from "../shared/store-location.ts";
import type { StoreMenu } from "./store-menu.ts";

export interface StorePageFacts extends Omit<OrderFacts, "words" | "menu"> {
  readonly reader: Reader;
  /** Unix seconds, ascending: what an order can be scheduled for. */
  readonly times: readonly number[];
  /** Of the location's clock, in Unix seconds. */
  readonly now: number;
  /** Null before a menu is published. */
  readonly menu: StoreMenu | null;
  /** The section of a large menu that was asked for. */
  readonly section: number | null;
  /** Of the address: the dishes that are looked for. */
  readonly query: URLSearchParams;
  /** Where it is delivered to, and on what terms; null where nobody delivers. */
  readonly delivery: Markup | null;
}

/** The whole page. */
export function storePage(facts: StorePageFacts): ShownPage {
  const { location, menu, reader } = facts;
  const words = storeWords(reader, location.timezone ?? "UTC", menu?.currency ?? location.currency ?? "EUR", facts.now);
  const { say } = words;
  return showPage({
    title: say("title"),
    reader,
    listed: true,
    venue: { name: location.name ?? say("nameless"), line: addressLine(location), at: location.id },
    modules: menu === null ? [] : ["store", "store-search", "typed-address"],
    ...(menu === null ? {} : { words: "shopping" }),
    width: "wide",
    main: html`<h1>${say("title")}</h1>
      ${renderState(location, words)} ${menu !== null && facts.delivery}
      ${menu === null ? html`<p>${say("empty")}</p>` : renderOrdering({ ...facts, words, menu })}`,
  });
}

/** No location is at the address. */
export function noStorePage(reader: Reader): ShownPage {
  const say = speak(reader.language, "store");
  return messagePage(404, say("unknown.title"), say("unknown.text"), { reader });
}

function renderOrdering(facts: OrderFacts & StorePageFacts & { readonly menu: StoreMenu }): Markup {
  const { location, words, menu } = facts;
  const { say } = words;
  const sayFront = speak(facts.reader.language, "storefront", facts.reader.locale);
  const marks = marksOf(menu);
  const search = readDishSearch(facts.query, marks);
  const found = findDishes(menu, search);
  const kept = keptOf(facts);
  const shown = { chosen: facts.section, query: [toQuery(search), kept.toString()].filter(Boolean).join("&") };
  const canOrder = location.open_now || location.next_possible_time !== null;
  const unknown = marks.allergens.length > 0 ? sayFront("allergens.unknown") : null;
  return html`${renderSearch({
      say: sayFront,
      label: words.label,
      path: `/store/${location.id}`,
      kept,
      marks,
      search,
      found,
      dishes: countDishes(menu),
      isWhole: !isPaged(menu),
    })}
    ${renderTimes(facts)}
    <div
      class="store"
      id="store"
      data-location="${location.id}"
      data-currency="${menu.currency}"
      data-digits="${minorDigits(menu.currency)}"
      data-zone="${location.timezone ?? "UTC"}"
      data-basket="${formatBasket(facts.items) ?? ""}"
      data-now="${facts.now}"
      data-at="${facts.at ?? ""}"
      data-payment="${location.payment_options[0] ?? "link"}"
    >
      <div class="store-menu">
        ${renderSections(found, shown, words)} ${renderMenu(found, { chosen: facts.section, unknown, canOrder }, words)}
      </div>
      <section class="store-order card" id="your-order" aria-labelledby="your-order-title" tabindex="-1">
        <h2 id="your-order-title">${say("order")}</h2>
        ${renderOrder(facts)}
      </section>
    </div>
    <form id="choose" method="get" action="/store/${location.id}/dish">
      ${[...kept].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    </form>
    <dialog id="dish" class="dish-dialog" aria-labelledby="dish-title"></dialog>
    <p class="store-bar" id="order-bar" hidden>
      <a class="button full" href="#your-order"><span>${say("order.see")}</span> <span id="order-bar-sum"></span></a>
    </p>
    <p class="unseen" role="status" id="say"></p>`;
}

/** What every link and form of the page carries on, for browsers that run no script: the basket and the time. */
function keptOf({ items, at }: Pick<StorePageFacts, "items" | "at">): URLSearchParams {
  const basket = items.length === 0 ? undefined : formatBasket(items);
  return new URLSearchParams({
    ...(basket === undefined ? {} : { b: basket }),
    ...(at === null ? {} : { at: String(at) }),
  });
}

function renderState(location: StoreLocation, { say, day, time }: StoreWords): Markup {
  if (location.open_now) {
    const ready = location.ready_in_minutes;
    const open = ready === null ? say("open") : say("open.ready", { minutes: ready });
    return html`<p><span class="badge good">${open}</span></p>`;
  }
  const next = location.next_possible_time;
  return html`<div class="notice warn">
    ${location.reasons.map(({ message }) => html`<p>${message}</p>`)}
    ${
      next !== null &&
      html`<p>${fill(say("ahead", { time: slots[0] }), html`<strong>${day(next)}, ${time(next)}</strong>`)}</p>`
    }
  </div>`;
}

function addressLine({ address }: StoreLocation): string {
  return [address.line1, address.city].filter((line) => line !== null).join(", ");
}
