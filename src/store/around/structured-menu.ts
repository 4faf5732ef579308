/** A menu with its dishes in the form for search engines (schema.org). Pure. */
import { minorDigits } from "../../kernel/minor-units.ts";
import type { MenuCategory, MenuItem } from "../../menus/document/menu-document.ts";
import type { OrderableMenu } from "../../menus/read/orderable-menu.ts";
import type { MenuWords } from "../shared/menu-words.ts";

/** A page of guests stays small: more dishes are not listed. */
const mostDishes = 100;

/** The sections with their dishes, in the order of the menu. */
export function structuredMenu(menu: OrderableMenu, words: MenuWords, url: string): object {
  const sections = new Map<string, { readonly category: MenuCategory; readonly items: Map<string, MenuItem> }>();
  let dishes = 0;
  for (const { item, categories } of menu.variations.values()) {
    const category = categories.at(-1);
    if (category === undefined) continue;
    const section = sections.get(category.externalId) ?? { category, items: new Map<string, MenuItem>() };
    sections.set(category.externalId, section);
    if (section.items.has(item.externalId) || dishes === mostDishes) continue;
    section.items.set(item.externalId, item);
    dishes += 1;
  }
  const shown = [...sections.values()].filter(({ items }) => items.size > 0);
  return {
    "@type": "Menu",
    url,
    hasMenuSection: shown.map(({ category, items }) => ({
      "@type": "MenuSection",
      name: words.named(category).name,
      hasMenuItem: [...items.values()].map((item) => structuredDish(item, menu.currency, words)),
    })),
  };
}

function structuredDish(item: MenuItem, currency: string, words: MenuWords): object {
  const { description } = words.described(item);
  const least = Math.min(...item.variations.map(({ price }) => price.amount.amountMinor));
  const digits = minorDigits(currency);
  return {
    "@type": "MenuItem",
    name: words.named(item).name,
    ...(description === null ? {} : { description }),
    offers: { "@type": "Offer", price: (least / 10 ** digits).toFixed(digits), priceCurrency: currency },
  };
}
