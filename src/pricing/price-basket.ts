/**
 * The price of a basket: one function for every order, quote and simulated diner (rules/ordering 8.1).
 *
 * Pure: menu version, basket, fulfilment, moment and stock decide everything. All amounts are whole minor units and at
 * least 0, every amount has its row in the breakdown, and a basket that cannot be ordered gives all reasons at once.
 */
import { refuseFor } from "../kernel/refusal.ts";
import { maxAmountMinor } from "../kernel/money.ts";
import type { OrderingMoment } from "../menus/read/orderable-menu.ts";
import type { Basket } from "./basket.ts";
import { explainBasket } from "./breakdown.ts";
import { dueFees, type DueFee } from "./fees.ts";
import type { LineBalance } from "./line-balance.ts";
import { amountsInOtherCurrency } from "./other-currency.ts";
import { composeLine, lineName, type ComposedLine } from "./price-line.ts";
import type { OrderTotals, PricedLine, PricingResult, RefusalReason, UsedCoupon } from "./priced-basket.ts";
import { applyPromotions, recogniseCoupons, type GivenCoupon } from "./promotions.ts";
import { addedBy, applicableRates, computeTaxes, includedIn, type RateTax } from "./taxes.ts";

export interface PricingRequest extends OrderingMoment {
  readonly basket: Basket;
  /** Minor units, settled by the caller (delivery zones); 0 for pickup. */
  readonly deliveryFee?: number;
  /** Minor units for the courier. */
  readonly deliveryTip?: number;
}

interface TaxedLine extends ComposedLine {
  readonly balance: LineBalance;
  /** After discounts. */
  readonly paid: number;
  readonly taxes: readonly RateTax[];
}

/** Prices a basket, or gives every reason against it. Tips and the delivery fee are taken as given: integers, at least 0. */
export function priceBasket(asked: PricingRequest): PricingResult {
  const reasons: RefusalReason[] = [];
  const request = asked.basket.currency === undefined ? asked : { ...asked, currency: asked.basket.currency };
  const composed = composeLines(request, reasons);
  const given = recogniseCoupons(request, request.basket.coupon_codes ?? [], reasons);
  reasons.push(...amountsInOtherCurrency(request, composed));
  if (reasons.length > 0) return refuseFor("basket_refused", reasons);
  const { balances, applied } = applyPromotions(request, composed, given, reasons);
  if (reasons.length > 0) return refuseFor("basket_refused", reasons);
  const lines = balances.map((balance) => {
    return { ...balance.line, balance, paid: balance.left, taxes: lineTaxes(balance, request) };
  });
  const fees = dueFees(request.menu, lines, request.fulfillmentType);
  const totals = addUp(lines, fees, request);
  if (totals.total > maxAmountMinor) return refuseFor("basket_refused", [tooMuch]);
  return {
    lines: lines.map(toPricedLine),
    totals,
    breakdown: explainBasket(lines, applied, fees, request),
    coupons: applied.flatMap(({ given: coupon }) => (coupon === undefined ? [] : [usedCoupon(coupon)])),
  };
}

/** The whole order, with its taxes, fees and tips. */
const tooMuch: RefusalReason = {
  code: "selection_rule",
  message: "The basket is more than one order can be charged.",
  path: "",
};

function composeLines(request: PricingRequest, reasons: RefusalReason[]): ComposedLine[] {
  if (request.basket.items.length === 0) {
    reasons.push({ code: "selection_rule", message: "The basket is empty.", path: "/items" });
  }
  const composed = request.basket.items.flatMap(
    (item, index) => composeLine(item, `/items/${index}`, request, reasons) ?? [],
  );
  if (composed.reduce((sum, { total }) => sum + total, 0) > maxAmountMinor) {
    reasons.push({ ...tooMuch, path: "/items" });
  }
  return composed;
}

function lineTaxes({ line, inclusive, exclusive }: LineBalance, { menu, fulfillmentType }: PricingRequest): RateTax[] {
  const rates = applicableRates(menu.taxRates, line.ordered.item.taxCategoryId, fulfillmentType);
  return computeTaxes(rates, { inclusive, exclusive, units: line.quantity });
}

function toPricedLine(line: TaxedLine): PricedLine {
  return {
    name: lineName(line.ordered),
    menu_entity_id: line.ordered.variation.externalId,
    item_menu_entity_id: line.ordered.item.externalId,
    quantity: line.quantity,
    base_price: line.basePrice,
    total: line.total,
    discount: line.balance.discount,
    tax: addedBy(line.taxes),
    tax_included: includedIn(line.taxes),
    notes: line.notes,
    modifiers: line.modifiers,
  };
}

function addUp(lines: readonly TaxedLine[], fees: readonly DueFee[], request: PricingRequest): OrderTotals {
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const discount = lines.reduce((sum, { balance }) => sum + balance.discount, 0);
  const tax = [...lines, ...fees].reduce((sum, { taxes }) => sum + addedBy(taxes), 0);
  const surcharge = fees.reduce((sum, { amount }) => sum + amount, 0);
  const tip = request.basket.tip ?? 0;
  const deliveryFee = request.deliveryFee ?? 0;
  const deliveryTip = request.deliveryTip ?? 0;
  return {
    currency: request.currency ?? request.menu.currency,
    subtotal,
    discount,
    tax,
    tax_included: lines.reduce((sum, { taxes }) => sum + includedIn(taxes), 0),
    surcharge,
    tip,
    delivery_fee: deliveryFee,
    delivery_tip: deliveryTip,
    total: subtotal - discount + tax + surcharge + tip + deliveryFee + deliveryTip,
  };
}

function usedCoupon({ coupon, index }: GivenCoupon): UsedCoupon {
  const { externalId, code, maxRedemptions = null, maxPerCustomer = null } = coupon;
  return { externalId, code, maxRedemptions, maxPerCustomer, path: `/coupon_codes/${index}` };
}
