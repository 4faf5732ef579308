/** `/store/{locationId}`: the menu to read, and the order to make of it. Pure; every value is escaped by the template. */
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { countDishes, findDishes, marksOf, readDishSearch, toQuery } from "./find-dishes.ts";
import { renderCheckout, type CheckoutFacts } from "./store-page-checkout.ts";
import { isPaged, renderMenu, renderSections } from "./store-page-menu.ts";
import { renderSearch } from "./store-page-search.ts";
import { onDay, timeOf } from "./store-page-words.ts";
import type { StoreLocation } from "../shared/store-location.ts";
import type { StoreMenu } from "./store-menu.ts";

export interface StorePageFacts extends CheckoutFacts {
  /** Null before a menu is published. */
  readonly menu: StoreMenu | null;
  /** The section of a large menu that was asked for. */
  readonly section: number | null;
  /** Of the address: the dishes that are looked for. */
  readonly query: URLSearchParams;
  readonly reader: Reader;
}

/** The whole page. */
export function storePage(facts: StorePageFacts): ShownPage {
  const { location, menu } = facts;
  const name = location.name ?? "the restaurant";
  return showPage({
    title: "Menu",
    venue: { name, line: addressLine(location) },
    modules: menu === null ? [] : ["store", "store-search", "store-times"],
    width: "wide",
    main: html`<h1>Menu</h1>
      ${renderState(facts)}
      ${location.bookings_enabled && html`<p><a href="/book/${location.id}">Book a table instead</a></p>`}
      ${menu === null ? html`<p>There is no menu here yet.</p>` : renderOrdering(facts, menu)}`,
  });
}

function renderOrdering(facts: StorePageFacts, menu: StoreMenu): Markup {
  const say = speak(facts.reader.language, "storefront", facts.reader.locale);
  const marks = marksOf(menu);
  const search = readDishSearch(facts.query, marks);
  const found = findDishes(menu, search);
  const shown = { chosen: facts.section, query: toQuery(search) };
  const unknown = marks.allergens.length > 0 ? say("allergens.unknown") : null;
  return html`${renderSearch({
      say,
      path: `/store/${facts.location.id}`,
      marks,
      search,
      found,
      dishes: countDishes(menu),
      isWhole: !isPaged(menu),
    })}
    <div
      class="store"
      id="store"
      data-location="${facts.location.id}"
      data-currency="${menu.currency}"
      data-zone="${facts.location.timezone ?? "UTC"}"
    >
      <div class="store-menu">
        ${renderSections(found, shown)} ${renderMenu(found, facts.location.timezone ?? "UTC", facts.section, unknown)}
      </div>
      <section class="store-order card" id="your-order" aria-labelledby="your-order-title" tabindex="-1">
        <h2 id="your-order-title">Your order</h2>
        ${renderCheckout(facts)}
      </section>
    </div>
    <dialog id="dish" class="dish-dialog" aria-labelledby="dish-title"></dialog>
    <p class="store-bar" id="order-bar" hidden>
      <a class="button full" href="#your-order"><span>See your order</span> <span id="order-bar-sum"></span></a>
    </p>
    <p class="unseen" role="status" id="say"></p>`;
}

function renderState({ location }: StorePageFacts): Markup {
  if (location.open_now) {
    const ready = location.ready_in_minutes;
    const words = ready === null ? "Open for orders" : `Open for orders · ready in about ${ready} minutes`;
    return html`<p><span class="badge good">${words}</span></p>`;
  }
  const zone = location.timezone ?? "UTC";
  const next = location.next_possible_time;
  return html`<div class="notice warn">
    ${location.reasons.map(({ message }) => html`<p>${message}</p>`)}
    ${next !== null && html`<p>You can order ahead: the next possible time is <strong>${timeOf(next, zone)}</strong>${onDay(next, zone)}.</p>`}
  </div>`;
}

function addressLine({ address }: StoreLocation): string {
  return [address.line1, address.city].filter((line) => line !== null).join(", ");
}
