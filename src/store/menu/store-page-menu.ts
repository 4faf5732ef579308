/** The menu as HTML: readable without a script; the choices of a dish are told in words. Pure. */
import { html, join, type Markup } from "../../pages/html.ts";
import { colonOf } from "../../pages/page-formats.ts";
import type { StoreCategory, StoreChoice, StoreItem, StoreMenu, StoreOption, StoreVariation } from "./store-menu.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { NamedText } from "../shared/menu-words.ts";
import { inList } from "../photos/photo-address.ts";
import { named } from "../shared/named.ts";
import type { StoreWords } from "./store-page-words.ts";

/** So many options of a choice are named; the rest are counted. */
const namedOptions = 30;

/** So many photos are loaded at once; the others when they are near. */
const eagerPhotos = 2;

interface Shown {
  readonly menu: StoreMenu;
  readonly words: StoreWords;
  readonly options: ReadonlyMap<string, StoreOption>;
  /** What is said of a dish that states no allergens; null where no dish of the menu states any. */
  readonly unknown: string | null;
  /** The dishes whose photos are seen first: those are loaded at once. */
  readonly first: ReadonlySet<string>;
  /** Whether an order can be placed, now or for a later time. */
  readonly canOrder: boolean;
}

/** A menu with more dishes than this is shown section by section, so that a page stays small. */
const mostDishes = 400;

interface ShownSections {
  /** The section of a large menu that was asked for. */
  readonly chosen: number | null;
  /** What is looked for, as the query of an address. */
  readonly query: string;
}

/** Links to the sections of the menu, where there are several. */
export function renderSections(menu: StoreMenu, { chosen, query }: ShownSections, { say }: StoreWords): Markup | null {
  const { categories } = menu;
  if (categories.length < 2) return null;
  const paged = isPaged(menu);
  const links = categories.map((category, index) => {
    if (category.items.length === 0) return null;
    const current = paged && index === sectionOf(menu, chosen);
    const href = paged ? `?${query === "" ? "" : `${query}&`}section=${index}` : `#section-${index}`;
    return html`<li>
      <a href="${href}" ${current && html`aria-current="page"`}>${nameOf(category)}</a>
    </li>`;
  });
  return html`<nav class="store-sections" aria-label="${say("sections")}" data-scrolls tabindex="0">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

/** Every section with its dishes; of a large menu the one that was chosen. */
export function renderMenu(
  menu: StoreMenu,
  { chosen, ...said }: Pick<ShownSections, "chosen"> & Pick<Shown, "unknown" | "canOrder">,
  words: StoreWords,
): Markup {
  const options = new Map(menu.options.map((option) => [option.menu_entity_id, option]));
  const byId = new Map(menu.categories.map((category) => [category.menu_entity_id, category]));
  const only = isPaged(menu) ? sectionOf(menu, chosen) : null;
  const seen = only === null ? menu.categories : menu.categories.slice(only, only + 1);
  const pictured = seen.flatMap(({ items }) => items.filter(({ photo_url: photo }) => photo !== null));
  const first = new Set(pictured.slice(0, eagerPhotos).map((item) => item.menu_entity_id));
  const shown = menu.categories.map((category, index) => {
    if (only !== null && index !== only) return null;
    const above = category.parent_id === null ? undefined : byId.get(category.parent_id);
    return renderCategory(category, above, index, { menu, words, options, first, ...said });
  });
  return html`${shown}`;
}

/** Whether a menu is shown section by section. */
export function isPaged({ categories }: StoreMenu): boolean {
  return categories.reduce((sum, { items }) => sum + items.length, 0) > mostDishes;
}

/** The section that was asked for, if it has dishes, else the first that has. */
function sectionOf({ categories }: StoreMenu, chosen: number | null): number {
  if (chosen !== null && (categories[chosen]?.items.length ?? 0) > 0) return chosen;
  return categories.findIndex(({ items }) => items.length > 0);
}

function renderCategory(
  category: StoreCategory,
  above: StoreCategory | undefined,
  index: number,
  shown: Shown,
): Markup | null {
  if (category.items.length === 0) return null;
  return html`<section aria-labelledby="section-${index}">
    <h2 id="section-${index}" tabindex="-1">
      ${above !== undefined && html`<span class="soft">${nameOf(above)}${colonOf(shown.words.reader.language)}</span>`}${nameOf(category)}
    </h2>
    ${category.description !== null && html`<p class="soft">${named(category.description, category.description_language)}</p>`}
    <ul class="plain dishes">
      ${category.items.map((item) => renderItem(item, shown))}
    </ul>
  </section>`;
}

function renderItem(item: StoreItem, shown: Shown): Markup {
  const reason = item.orderable ? null : (item.variations[0]?.reasons[0] ?? null);
  return html`<li class="dish">
    ${
      item.photo_url !== null &&
      html`<img
        src="${item.photo_url}?${inList}"
        alt=""
        width="128"
        height="96"
        decoding="async"
        ${!shown.first.has(item.menu_entity_id) && html`loading="lazy"`}
      />`
    }
    <div class="dish-text">
      <h3>${nameOf(item)}</h3>
      ${item.description !== null && html`<p class="soft">${named(item.description, item.description_language)}</p>`}
      ${renderLabels(item, shown.words)}
      ${shown.unknown !== null && item.allergens.length === 0 && html`<p class="soft small">${shown.unknown}</p>`}
      <p class="dish-price">${renderPrice(item, shown.words)}</p>
      <p class="dish-state" data-state="${item.menu_entity_id}">
        ${reason !== null && html`<span class="badge warn">${stateWords(reason, shown)}</span>`}
      </p>
      ${renderMore(item, shown)}
    </div>
    ${shown.canOrder && renderAdd(item, shown.words)}
  </li>`;
}

/** Leads to the form of the dish; with a script it opens a dialog. */
function renderAdd(item: StoreItem, { say }: StoreWords): Markup {
  return html`<button
    form="choose"
    name="dish"
    value="${item.menu_entity_id}"
    class="quiet dish-add"
    data-dish="${item.menu_entity_id}"
    aria-label="${say("add.named", { name: item.name })}"
    ${item.orderable ? null : html`disabled`}
  >
    ${say("add")}
  </button>`;
}

/** Short, because it stands beside the dish's name. */
function stateWords({ code, available_from: from }: StoreVariation["reasons"][number], { words, menu }: Shown): string {
  const { say, day, time } = words;
  if (code === "out_of_stock") return say("sold_out");
  if (code !== "not_available_now") return say("not_available");
  if (from === null) return say("not_now");
  const isToday = day(from) === day(menu.at);
  return say("from_time", { time: isToday ? time(from) : `${day(from)}, ${time(from)}` });
}

/** What the dish is, and the allergens that it contains; null where nothing is known of both. */
export function renderLabels(
  { menu_entity_id: id, dietary_labels: dietary, allergens }: StoreItem,
  { say, label }: StoreWords,
): Markup | null {
  if (dietary.length === 0 && allergens.length === 0) return null;
  return html`<p class="row small">
    ${dietary.map((each) => html`<span class="badge good"><bdi>${label(each)}</bdi></span>`)}
    ${
      allergens.length > 0 &&
      html`<span class="soft" data-contains="${id}"
        >${fill(
          say("contains", { list: slots[0] }),
          join(
            allergens.map((allergen) => html`<bdi>${label(allergen)}</bdi>`),
            ", ",
          ),
        )}</span
      >`
    }
  </p>`;
}

function renderPrice({ variations }: StoreItem, { say, price: shownPrice }: StoreWords): string {
  const amounts = variations.map(({ price }) => price.amount);
  const least = Math.min(...amounts);
  const price = shownPrice(least);
  return amounts.some((amount) => amount > least) ? say("price.from", { price }) : price;
}

/** Sizes and choices, where there is more to know than the price. */
function renderMore({ variations }: StoreItem, shown: Shown): Markup | null {
  const groups = new Map(
    variations.flatMap((variation) => variation.modifier_groups).map((group) => [group.group_id, group]),
  );
  const sizes = variations.length > 1 || variations.some(({ calories }) => calories !== null);
  if (!sizes && groups.size === 0) return null;
  return html`<details class="dish-more">
    <summary>${shown.words.say("details")}</summary>
    ${
      sizes &&
      html`<ul>
        ${variations.map((variation) => renderVariation(variation, shown.words))}
      </ul>`
    }
    ${[...groups.values()].map((group) => renderChoice(group, shown))}
  </details>`;
}

function renderVariation(variation: StoreVariation, words: StoreWords): Markup {
  const { price, calories, orderable } = variation;
  const { say } = words;
  const more = calories === null ? "" : `, ${say("calories", { count: calories })}`;
  return html`<li>
    ${nameOf(variation)}${colonOf(words.reader.language)}${words.price(price.amount)}${more}${!orderable && ` ${say("not_available.aside")}`}
  </li>`;
}

function renderChoice(choice: StoreChoice, { words, options }: Shown): Markup {
  const { explanation, option_ids: ids } = choice;
  const { say, price } = words;
  const first = ids.slice(0, namedOptions).flatMap((id) => {
    const option = options.get(id);
    if (option === undefined) return [];
    const extra = option.price.amount === 0 ? "" : ` +${price(option.price.amount)}`;
    return [html`${nameOf(option)}${extra}${!option.orderable && ` ${say("sold_out.aside")}`}`];
  });
  const more = ids.length > namedOptions ? `, ${say("more", { count: ids.length - namedOptions })}` : "";
  return html`<p class="small">
    <strong>${nameOf(choice)}</strong>${explanation !== "" && html` <span class="soft">(${explanation})</span>`}:
    ${join(first, ", ")}${more}
  </p>`;
}

function nameOf({ name, name_language: language }: NamedText): Markup {
  return named(name, language);
}
