/** Whether prices of a menu have their tax inside. Pure. */
import type { MenuDocument, MenuItem, MenuVariation } from "../../menus/document/menu-document.ts";
import { dishesOf } from "../menu/dish-parts.ts";
import { changing, put } from "./write-parts.ts";

/**
 * Whether a price that is typed anew for a dish has its tax inside, since nobody types that: as the other sizes of the
 * dish, else as most prices of dishes with the same tax, else as most prices of the menu.
 */
export function hasTaxInside(
  document: MenuDocument,
  dish: Pick<MenuItem, "variations" | "taxCategoryId">,
): boolean | undefined {
  const dishes = dishesOf(document);
  const alike = dishes.filter(({ taxCategoryId }) => taxCategoryId === dish.taxCategoryId);
  return isMostInside(dish.variations) ?? isMostInside(sizesOf(alike)) ?? isMostInside(sizesOf(dishes));
}

/** Whether most prices of the sizes have their tax inside; undefined where no size has a price. */
export function isMostInside(sizes: readonly MenuVariation[]): boolean | undefined {
  const prices = sizes.flatMap(({ price }) => (price === undefined ? [] : [price]));
  if (prices.length === 0) return undefined;
  return 2 * prices.filter(({ taxInclusive }) => taxInclusive === true).length > prices.length;
}

/** Whether some prices of the dishes have their tax inside, and others not. */
export function isTaxMixed(dishes: readonly MenuItem[]): boolean {
  const found = sizesOf(dishes).flatMap(({ price }) => (price === undefined ? [] : [price.taxInclusive === true]));
  return new Set(found).size > 1;
}

/** Says of every price of a dish's sizes that its tax is inside, or is not. */
export function setTaxInside({ variations }: MenuItem, isInside: boolean): void {
  for (const { price } of variations)
    for (const one of price === undefined ? [] : [price, ...(price.currencyPrices ?? [])])
      if ((one.taxInclusive ?? false) !== isInside) put(changing(one), "taxInclusive", isInside ? true : undefined);
}

function sizesOf(dishes: readonly MenuItem[]): readonly MenuVariation[] {
  return dishes.flatMap(({ variations }) => variations);
}
