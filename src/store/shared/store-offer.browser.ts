/** The diner's interface for the page: its answers, and the price of a choice before the server is asked. */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";
import { locale } from "./say.browser.ts";

export interface Price {
  readonly amount: number;
  readonly bulk_tiers: readonly { readonly min_quantity: number; readonly unit_price: number }[];
}

export interface Reason {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly available_from?: number | null;
}

export interface Choice {
  readonly group_id: string;
  readonly name: string;
  readonly name_language?: string;
  readonly explanation: string;
  readonly min_selections: number;
  readonly max_selections: number | null;
  readonly min_unique_selections: number;
  readonly max_unique_selections: number | null;
  readonly free_selection_count: number;
  readonly option_ids: readonly string[];
  readonly defaults: readonly { readonly menu_entity_id: string; readonly quantity: number }[];
}

export interface Orderable {
  readonly menu_entity_id: string;
  readonly name: string;
  readonly name_language?: string;
  readonly price: Price;
  readonly orderable: boolean;
  readonly reasons: readonly Reason[];
  readonly modifier_groups: readonly Choice[];
}

export interface Option extends Orderable {
  readonly max_quantity: number | null;
}

export interface Dish {
  readonly menu_entity_id: string;
  readonly name: string;
  readonly name_language?: string;
  readonly description: string | null;
  readonly description_language?: string;
  readonly photo_url: string | null;
  readonly allergens: readonly string[];
  readonly orderable: boolean;
  readonly variations: readonly Orderable[];
}

export interface Menu {
  readonly dishes: ReadonlyMap<string, Dish>;
  /** By the id of a variation. */
  readonly dishOf: ReadonlyMap<string, Dish>;
  readonly options: ReadonlyMap<string, Option>;
}

export interface Chosen {
  readonly menu_entity_id: string;
  readonly quantity: number;
  readonly modifiers: readonly Chosen[];
}

/** A line of the basket; `menu_entity_id` is that of the variation. */
export interface Line extends Chosen {
  readonly notes?: string;
}

const store = document.getElementById("store");
export const locationId = store?.dataset["location"] ?? "";
export const currency = store?.dataset["currency"] ?? "EUR";
/** Unix seconds as text: what the menu is shown for; empty is as soon as possible. */
export const shownFor = store?.dataset["at"] ?? "";
const timeZone = store?.dataset["zone"] ?? "UTC";
export const base = `/store/v1/locations/${locationId}`;

/** The digits of a minor unit after the point: the browser only knows what people usually write. */
const digits = Number(store?.dataset["digits"] ?? 2);
const usual = new Intl.NumberFormat(locale, { style: "currency", currency });
const all = { minimumFractionDigits: digits, maximumFractionDigits: digits };
const exact = new Intl.NumberFormat(locale, { style: "currency", currency, ...all });

/** An amount in minor units as text, as the pages of the service write it. */
export function money(amount: number): string {
  const one = 10 ** digits;
  const isShort = (usual.resolvedOptions().maximumFractionDigits ?? 2) < digits && amount % one === 0;
  return (isShort ? usual : exact).format(amount / one);
}

/** "18:30", or with its day. */
export function time(seconds: number, withDay = false): string {
  const day: Intl.DateTimeFormatOptions = withDay ? { weekday: "long", day: "numeric", month: "long" } : {};
  const shown = { hour: "numeric", minute: "2-digit", timeZone, ...day } as const;
  const text = new Intl.DateTimeFormat(locale, shown).format(seconds * 1000);
  // As the pages say it: "1er décembre".
  return locale.startsWith("fr") ? text.replace(/(^|\D)1(?= \p{L})/u, (_all, before: string) => `${before}1er`) : text;
}

/** "18:30", on another day than that of the page with its day. */
export function moment(seconds: number): string {
  const day = new Intl.DateTimeFormat("en", { dateStyle: "short", timeZone });
  const isToday = day.format(seconds * 1000) === day.format(Number(store?.dataset["now"] ?? 0) * 1000);
  return time(seconds, !isToday);
}

/** The answers have the language of the page, whatever the browser prefers. */
export const inLanguage = { "accept-language": locale } as const;

const menus = new Map<string, Promise<Menu>>();

/** The menu for a time (Unix seconds as text; empty is now). Asked for once per time. */
export function loadMenu(at = ""): Promise<Menu> {
  const known = menus.get(at);
  if (known !== undefined) return known;
  const loading = fetchMenu(at);
  menus.set(at, loading);
  loading.catch(() => menus.delete(at));
  return loading;
}

/** What is sold out has changed since the menu was loaded. */
export function forgetMenus(): void {
  menus.clear();
}

async function fetchMenu(at: string): Promise<Menu> {
  const answer = await fetchWithin(`${base}/menu${at === "" ? "" : `?at=${at}`}`, { headers: inLanguage });
  if (!answer.ok) throw new Error("the menu could not be loaded");
  const { categories, options } = (await answer.json()) as {
    readonly categories: readonly { readonly items: readonly Dish[] }[];
    readonly options: readonly Option[];
  };
  const dishes = categories.flatMap(({ items }) => items);
  return {
    dishes: new Map(dishes.map((dish) => [dish.menu_entity_id, dish])),
    dishOf: new Map(dishes.flatMap((dish) => dish.variations.map((each) => [each.menu_entity_id, dish] as const))),
    options: new Map(options.map((option) => [option.menu_entity_id, option])),
  };
}

/** What a line costs before discounts and taxes: as the server prices it, so that the button says the truth. */
export function lineCost(menu: Menu, { menu_entity_id: id, quantity, modifiers }: Chosen): number {
  const variation = menu.dishOf.get(id)?.variations.find((each) => each.menu_entity_id === id);
  if (variation === undefined) return 0;
  return (
    quantity * priceAt(variation.price, quantity) + choicesCost(menu, variation.modifier_groups, modifiers, quantity)
  );
}

function choicesCost(menu: Menu, groups: readonly Choice[], chosen: readonly Chosen[], times: number): number {
  let cost = 0;
  for (const group of groups) {
    let free = group.free_selection_count;
    const priced = chosen
      .filter(({ menu_entity_id: id }) => group.option_ids.includes(id))
      .map((each) => ({ each, unit: priceAt(menu.options.get(each.menu_entity_id)?.price, each.quantity * times) }));
    priced.sort((a, b) => a.unit - b.unit);
    for (const { each, unit } of priced) {
      const isFree = Math.min(free, each.quantity);
      free -= isFree;
      const below = menu.options.get(each.menu_entity_id)?.modifier_groups ?? [];
      cost += times * (each.quantity - isFree) * unit;
      cost += choicesCost(menu, below, each.modifiers, times * each.quantity);
    }
  }
  return cost;
}

function priceAt(price: Price | undefined, quantity: number): number {
  let best = { min_quantity: 0, unit_price: price?.amount ?? 0 };
  for (const tier of price?.bulk_tiers ?? []) {
    if (tier.min_quantity <= quantity && tier.min_quantity > best.min_quantity) best = tier;
  }
  return best.unit_price;
}
