/**
 * The menu for a diner at a moment: all dishes, whether each can be ordered, and if not, why. Pure and linear in the size
 * of the menu: an option that many groups offer is named there and written once.
 */
import { toUnixSeconds } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { MenuCategory, MenuItem, Price, SelectionRules } from "../../menus/document/menu-document.ts";
import type {
  OfferedGroup,
  OrderableMenu,
  OrderableOption,
  OrderableVariation,
  OrderingMoment,
} from "../../menus/read/orderable-menu.ts";
import { Orderability, type WhyNot } from "../../menus/read/why-not-orderable.ts";
import type { Reader } from "../../pages/reader.ts";
import type { MenuWords } from "../shared/menu-words.ts";
import { reasonWords } from "../shared/reason-words.ts";
import { choiceWords } from "../shared/choice-words.ts";
import { namedPhotoPath, photoPath } from "../photos/photo-address.ts";

export interface MenuFacts {
  readonly moment: OrderingMoment;
  readonly locationId: Id<"str">;
  readonly versionId: Id<"mnv">;
  /** The names of photos of the location's own people, by the externalId of the item; they win over those of the menu. */
  readonly photos: ReadonlyMap<string, string>;
  readonly words: MenuWords;
}

export type StoreMenu = ReturnType<typeof toStoreMenu>;
export type StoreCategory = StoreMenu["categories"][number];
export type StoreItem = StoreCategory["items"][number];
export type StoreVariation = StoreItem["variations"][number];
export type StoreChoice = StoreVariation["modifier_groups"][number];
export type StoreOption = StoreMenu["options"][number];

/** The whole view. */
export function toStoreMenu({ moment, locationId, versionId, photos, words }: MenuFacts, reader: Reader) {
  const orderability = new Orderability(moment);
  const view = { orderability, reader, words, sayRules: choiceSayer(reader) };
  const photo = (url: string | undefined): string | null => (url === undefined ? null : photoPath(locationId, url));
  const photoOfItem = ({ externalId, imageUrl }: MenuItem): string | null => {
    const own = photos.get(externalId);
    return own === undefined ? photo(imageUrl) : namedPhotoPath(locationId, own);
  };
  return {
    object: "store_menu" as const,
    location_id: locationId,
    version_id: versionId,
    language: reader.language,
    currency: moment.menu.currency,
    at: toUnixSeconds(moment.at),
    categories: [...categoriesOf(moment.menu).values()].map(({ category, parent, items }) => ({
      menu_entity_id: category.externalId,
      parent_id: parent,
      ...words.named(category),
      ...words.described(category),
      photo_url: photo(category.imageUrl),
      items: [...items.values()].map((variations) => toItem(variations, view, photoOfItem)),
    })),
    options: [...moment.menu.options.values()].map((orderable) => toOption(orderable, view)),
  };
}

interface View {
  readonly orderability: Orderability;
  readonly reader: Reader;
  readonly words: MenuWords;
  readonly sayRules: (rules: SelectionRules) => string;
}

/** Most groups of a menu have one of a few rules; what they are in words is said once for a view. */
function choiceSayer(reader: Reader): (rules: SelectionRules) => string {
  const said = new Map<string, string>();
  return (rules) => {
    const { minSelections, maxSelections, minUniqueSelections, maxUniqueSelections, freeSelectionCount } = rules;
    const key = [minSelections, maxSelections, minUniqueSelections, maxUniqueSelections, freeSelectionCount].join();
    const words = said.get(key) ?? choiceWords(rules, reader);
    said.set(key, words);
    return words;
  };
}

interface CategoryContent {
  readonly category: MenuCategory;
  readonly parent: string | null;
  readonly items: Map<string, OrderableVariation[]>;
}

/** In the order of the document; a category above comes before those below it. */
function categoriesOf(menu: OrderableMenu): ReadonlyMap<string, CategoryContent> {
  const found = new Map<string, CategoryContent>();
  for (const orderable of menu.variations.values()) {
    orderable.categories.forEach((category, depth) => {
      if (found.has(category.externalId)) return;
      const parent = orderable.categories[depth - 1]?.externalId ?? null;
      found.set(category.externalId, { category, parent, items: new Map() });
    });
    const items = found.get(orderable.categories.at(-1)?.externalId ?? "")?.items;
    const { externalId } = orderable.item;
    if (items !== undefined) items.set(externalId, [...(items.get(externalId) ?? []), orderable]);
  }
  return found;
}

function toItem(variations: readonly OrderableVariation[], view: View, photo: (item: MenuItem) => string | null) {
  const [first] = variations;
  if (first === undefined) throw new Error("an item has no variation");
  const { item } = first;
  const shown = variations.map((orderable) => toVariation(orderable, view));
  return {
    menu_entity_id: item.externalId,
    ...view.words.named(item),
    ...view.words.described(item),
    photo_url: photo(item),
    dietary_labels: item.dietaryLabels ?? [],
    allergens: item.allergens ?? [],
    orderable: shown.some((variation) => variation.orderable),
    variations: shown,
  };
}

function toVariation(orderable: OrderableVariation, view: View) {
  const { orderability, reader, words } = view;
  const { variation, groups } = orderable;
  const reasons = orderability.ofVariation(orderable);
  return {
    menu_entity_id: variation.externalId,
    ...words.named(variation),
    price: toPrice(variation.price),
    calories: variation.calorieCount ?? null,
    orderable: reasons.length === 0,
    reasons: reasons.map((reason) => toReason(reason, reader)),
    modifier_groups: groups.map((group) => toChoice(group, view)),
  };
}

function toOption(orderable: OrderableOption, view: View) {
  const { orderability, reader, words } = view;
  const { option, groups } = orderable;
  const reasons = orderability.ofOption(orderable);
  return {
    menu_entity_id: option.externalId,
    ...words.named(option),
    price: toPrice(option.price),
    max_quantity: option.maxQuantity ?? null,
    orderable: reasons.length === 0,
    reasons: reasons.map((reason) => toReason(reason, reader)),
    modifier_groups: groups.map((group) => toChoice(group, view)),
  };
}

function toChoice(group: OfferedGroup, { words, sayRules }: View) {
  const { groupId, rules, options } = group;
  return {
    group_id: groupId,
    ...words.named(group),
    explanation: sayRules(rules),
    min_selections: rules.minSelections ?? 0,
    max_selections: rules.maxSelections ?? null,
    min_unique_selections: rules.minUniqueSelections ?? 0,
    max_unique_selections: rules.maxUniqueSelections ?? null,
    free_selection_count: rules.freeSelectionCount ?? 0,
    option_ids: options.map(({ option }) => option.externalId),
    defaults: (rules.optionDefaults ?? []).map(({ optionId, defaultQuantity }) => ({
      menu_entity_id: optionId,
      quantity: defaultQuantity,
    })),
  };
}

/** In the menu's currency; a thing without a price costs nothing. */
function toPrice(price: Price | undefined) {
  return {
    amount: price?.amount.amountMinor ?? 0,
    tax_inclusive: price?.taxInclusive ?? false,
    bulk_tiers: (price?.bulkTiers ?? []).map(({ minQuantity, unitPrice }) => ({
      min_quantity: minQuantity,
      unit_price: unitPrice.amountMinor,
    })),
  };
}

function toReason({ code, message, externalId, availableFrom }: WhyNot, reader: Reader) {
  const opens = availableFrom === undefined || availableFrom === null ? null : toUnixSeconds(availableFrom);
  const said = reasonWords({ code, message }, reader);
  return { code, message: said, menu_entity_id: externalId, available_from: opens };
}
