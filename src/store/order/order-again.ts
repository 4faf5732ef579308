/** The same dishes as those of an order, to be ordered again. Pure. */
import { formatBasket } from "../shared/basket-field.ts";
import type { StoreOrder } from "./store-order.ts";

interface Chosen {
  readonly menu_entity_id: string;
  readonly quantity: number;
  readonly modifiers: readonly Chosen[];
}

/** The lines of the order as those of a basket. */
export function linesOf({ line_items: lines }: Pick<StoreOrder, "line_items">) {
  return lines.map(({ menu_entity_id, quantity, modifiers, notes }) => ({
    menu_entity_id,
    quantity,
    modifiers: modifiers.map(chosenOf),
    ...(notes === null ? {} : { notes }),
  }));
}

function chosenOf({ menu_entity_id, quantity, modifiers }: Chosen): Chosen {
  return { menu_entity_id, quantity, modifiers: modifiers.map(chosenOf) };
}

/** The menu with the dishes in the address, as a browser may keep nothing; without them where they have no room there. */
export function againHref(order: Pick<StoreOrder, "location" | "line_items">): string {
  const basket = formatBasket(linesOf(order));
  return `/store/${order.location.id}${basket === undefined ? "" : `?b=${basket}`}`;
}
