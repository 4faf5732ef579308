/** The answer of pricing: the order's lines and totals (rules/ordering 2.2, 8.2), or every reason against the basket. */
import type { ReasonedRefusal } from "../kernel/refusal.ts";

export interface PricedModifier {
  readonly name: string;
  readonly menu_entity_id: string;
  /** For one unit of what it hangs on. */
  readonly quantity: number;
  /** Minor units for one, also where some are free. */
  readonly price: number;
  /** How many of `quantity` cost nothing. */
  readonly free_quantity: number;
  readonly modifiers: readonly PricedModifier[];
}

/** Amounts are minor units; `total` is before discounts and without tax that is added on top. */
export interface PricedLine {
  readonly name: string;
  readonly menu_entity_id: string;
  readonly item_menu_entity_id: string;
  readonly quantity: number;
  readonly base_price: number;
  readonly total: number;
  /** What promotions take off `total`. */
  readonly discount: number;
  /** Tax added on top of `total - discount`. */
  readonly tax: number;
  /** Tax already inside `total - discount`. */
  readonly tax_included: number;
  readonly notes: string | null;
  readonly modifiers: readonly PricedModifier[];
}

/** `total = subtotal - discount + tax + surcharge + tip + delivery_fee + delivery_tip`; `tax_included` is not added. */
export interface OrderTotals {
  readonly currency: string;
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly tax_included: number;
  readonly surcharge: number;
  readonly tip: number;
  readonly delivery_fee: number;
  readonly delivery_tip: number;
  readonly total: number;
}

export type BreakdownKind =
  | "price"
  | "option"
  | "discount"
  | "tax"
  | "tax_included"
  | "fee"
  | "fee_tax"
  | "tip"
  | "delivery_fee"
  | "delivery_tip";

/** Why an amount is what it is. The rows of a kind add up to the total of that kind. */
export interface BreakdownRow {
  readonly kind: BreakdownKind;
  /** JSON Pointer of the basket line it belongs to; null for the whole order. */
  readonly path: string | null;
  /** externalId of the variation, option, promotion, tax rate or fee; null for tips and the delivery fee. */
  readonly menu_entity_id: string | null;
  readonly label: string;
  readonly amount: number;
}

export type RefusalReasonCode =
  | "unknown_item"
  | "out_of_stock"
  | "not_available_now"
  | "selection_rule"
  | "coupon_invalid";

/** Why the basket cannot be ordered; `path` is a JSON Pointer into it. */
export interface RefusalReason {
  readonly code: RefusalReasonCode;
  readonly message: string;
  readonly path: string;
  readonly menu_entity_id?: string;
}

/** A coupon that took something off, to be redeemed with the order. */
export interface UsedCoupon {
  readonly externalId: string;
  readonly code: string;
  readonly maxRedemptions: number | null;
  readonly maxPerCustomer: number | null;
  /** JSON Pointer of its code in the basket. */
  readonly path: string;
}

export interface PricedBasket {
  readonly lines: readonly PricedLine[];
  readonly totals: OrderTotals;
  readonly breakdown: readonly BreakdownRow[];
  readonly coupons: readonly UsedCoupon[];
}

export type PricingResult = PricedBasket | ReasonedRefusal<"basket_refused", RefusalReason>;
