/** A basket (rules/ordering 5.10), in the snake_case words of order bodies on the wire. */

/** One chosen option; `quantity` (default 1) is for one unit of what it hangs on. */
export interface BasketModifier {
  readonly menu_entity_id: string;
  readonly quantity?: number;
  readonly modifiers?: readonly BasketModifier[];
}

/** One line; `menu_entity_id` is the externalId of a variation. */
export interface BasketItem {
  readonly menu_entity_id: string;
  readonly quantity: number;
  readonly modifiers?: readonly BasketModifier[];
  readonly notes?: string;
}

export interface Basket {
  readonly items: readonly BasketItem[];
  /** Minor units. */
  readonly tip?: number;
  readonly coupon_codes?: readonly string[];
  /** ISO 4217; absent is the menu's currency. Another needs a price in it for everything ordered. */
  readonly currency?: string;
}
