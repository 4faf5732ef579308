/** The lines of a basket in words: the dish, its size and its options. Pure. */
import type { BasketItem, BasketModifier } from "../../pricing/basket.ts";
import type { NamedText } from "../shared/menu-words.ts";
import type { StoreMenu } from "./store-menu.ts";

export interface BasketLine {
  /** Null where the dish is no longer on the menu. */
  readonly dish: NamedText | null;
  /** The dish, for its form; null as above. */
  readonly dishId: string | null;
  readonly quantity: number;
  /** The size where there are several, the choices, the note. */
  readonly details: readonly NamedText[];
}

/** The lines in the order of the basket. */
export function describeLines(items: readonly BasketItem[], menu: StoreMenu): readonly BasketLine[] {
  const dishes = menu.categories.flatMap((category) => category.items);
  const dishOf = new Map(dishes.flatMap((dish) => dish.variations.map((each) => [each.menu_entity_id, dish] as const)));
  const options = new Map(menu.options.map((option) => [option.menu_entity_id, option]));
  return items.map((item) => {
    const dish = dishOf.get(item.menu_entity_id);
    const size = dish?.variations.find((each) => each.menu_entity_id === item.menu_entity_id);
    return {
      dish: dish === undefined ? null : nameOf(dish),
      dishId: dish?.menu_entity_id ?? null,
      quantity: item.quantity,
      details: [
        ...(dish !== undefined && dish.variations.length > 1 && size !== undefined ? [nameOf(size)] : []),
        ...choicesOf(item.modifiers ?? [], options),
        ...(item.notes === undefined ? [] : [{ name: `“${item.notes}”` }]),
      ],
    };
  });
}

function choicesOf(chosen: readonly BasketModifier[], options: ReadonlyMap<string, NamedText>): readonly NamedText[] {
  return chosen.flatMap(({ menu_entity_id: id, quantity = 1, modifiers = [] }) => {
    const option = nameOf(options.get(id) ?? { name: id });
    const counted = quantity > 1 ? { ...option, name: `${quantity} × ${option.name}` } : option;
    return [counted, ...choicesOf(modifiers, options)];
  });
}

function nameOf({ name, name_language: language }: NamedText): NamedText {
  return language === undefined ? { name } : { name, name_language: language };
}
