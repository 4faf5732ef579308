/**
 * The price of a basket, the one function every order, quote and simulated diner goes through (decisions, section 8).
 *
 * Pure: menu version, basket, fulfilment, moment and stock decide everything. All amounts are whole minor units and at
 * least 0, every amount has its row in the breakdown, and a basket that cannot be ordered gives all reasons at once.
 */
import { maxAmountMinor } from "../kernel/money.ts";
import type { OrderingMoment } from "../menus/orderable-menu.ts";
import type { Basket } from "./basket.ts";
import { dueFees, type DueFee } from "./fees.ts";
import { composeLine, lineName, type ComposedLine } from "./price-line.ts";
import type {
  BreakdownKind,
  BreakdownRow,
  OrderTotals,
  PricedLine,
  PricingResult,
  RefusalReason,
} from "./priced-basket.ts";
import { applicableRates, computeTaxes, type RateTax } from "./taxes.ts";

export interface PricingRequest extends OrderingMoment {
  readonly basket: Basket;
  /** Minor units, settled by the caller (delivery zones); 0 for pickup. */
  readonly deliveryFee?: number;
  /** Minor units for the courier. */
  readonly deliveryTip?: number;
}

interface TaxedLine extends ComposedLine {
  readonly taxes: readonly RateTax[];
}

/** Prices a basket, or gives every reason against it. Tips and the delivery fee are taken as given: integers, at least 0. */
export function priceBasket(request: PricingRequest): PricingResult {
  const reasons: RefusalReason[] = [];
  if (request.basket.items.length === 0) {
    reasons.push({ code: "selection_rule", message: "The basket is empty.", path: "/items" });
  }
  const composed = request.basket.items.flatMap(
    (item, index) => composeLine(item, `/items/${index}`, request, reasons) ?? [],
  );
  request.basket.coupon_codes?.forEach((code, index) => {
    const message = `The coupon ${code} cannot be used: this menu's coupons are not open for redemption.`;
    reasons.push({ code: "coupon_invalid", message, path: `/coupon_codes/${index}` });
  });
  if (composed.reduce((sum, { total }) => sum + total, 0) > maxAmountMinor) {
    reasons.push({
      code: "selection_rule",
      message: "The basket is more than one order can be charged.",
      path: "/items",
    });
  }
  if (reasons.length > 0) return { kind: "refused", reasons };
  const lines = composed.map((line) => ({ ...line, taxes: lineTaxes(line, request) }));
  const fees = dueFees(request.menu, lines, request.fulfillmentType);
  return {
    kind: "priced",
    lines: lines.map(toPricedLine),
    totals: addUp(lines, fees, request),
    breakdown: explain(lines, fees, request),
  };
}

function lineTaxes({ ordered, charges, quantity }: ComposedLine, { menu, fulfillmentType }: PricingRequest): RateTax[] {
  const rates = applicableRates(menu.taxRates, ordered.item.taxCategoryId, fulfillmentType);
  const sumOf = (inclusive: boolean) =>
    charges.reduce((sum, { amount, taxInclusive }) => (taxInclusive === inclusive ? sum + amount : sum), 0);
  return computeTaxes(rates, { inclusive: sumOf(true), exclusive: sumOf(false), units: quantity });
}

function toPricedLine(line: TaxedLine): PricedLine {
  return {
    name: lineName(line.ordered),
    menu_entity_id: line.ordered.variation.externalId,
    item_menu_entity_id: line.ordered.item.externalId,
    quantity: line.quantity,
    base_price: line.basePrice,
    total: line.total,
    tax: addedBy(line.taxes),
    tax_included: includedIn(line.taxes),
    notes: line.notes,
    modifiers: line.modifiers,
  };
}

function addUp(lines: readonly TaxedLine[], fees: readonly DueFee[], request: PricingRequest): OrderTotals {
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const discount = 0;
  const tax = [...lines, ...fees].reduce((sum, { taxes }) => sum + addedBy(taxes), 0);
  const surcharge = fees.reduce((sum, { amount }) => sum + amount, 0);
  const tip = request.basket.tip ?? 0;
  const deliveryFee = request.deliveryFee ?? 0;
  const deliveryTip = request.deliveryTip ?? 0;
  return {
    currency: request.menu.currency,
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

function explain(lines: readonly TaxedLine[], fees: readonly DueFee[], request: PricingRequest): BreakdownRow[] {
  const rows: BreakdownRow[] = [];
  for (const { path, charges, taxes } of lines) {
    for (const { kind, menuEntityId, label, amount } of charges) {
      rows.push({ kind, path, menu_entity_id: menuEntityId, label, amount });
    }
    rows.push(...taxRows("tax", path, taxes));
  }
  for (const { fee, amount, taxes } of fees) {
    rows.push({ kind: "fee", path: null, menu_entity_id: fee.externalId, label: fee.name, amount });
    rows.push(...taxRows("fee_tax", null, taxes));
  }
  const single = (kind: BreakdownKind, label: string, amount: number | undefined) => {
    if (amount !== undefined && amount > 0) rows.push({ kind, path: null, menu_entity_id: null, label, amount });
  };
  single("tip", "Tip", request.basket.tip);
  single("delivery_fee", "Delivery", request.deliveryFee);
  single("delivery_tip", "Tip for the courier", request.deliveryTip);
  return rows;
}

function taxRows(added: "tax" | "fee_tax", path: string | null, taxes: readonly RateTax[]): BreakdownRow[] {
  return taxes.flatMap(({ rate, ...amounts }) => {
    const row = { path, menu_entity_id: rate.externalId, label: rate.name };
    return [
      ...(amounts.added > 0 ? [{ ...row, kind: added, amount: amounts.added }] : []),
      ...(amounts.included > 0 ? [{ ...row, kind: "tax_included" as const, amount: amounts.included }] : []),
    ];
  });
}

function addedBy(taxes: readonly RateTax[]): number {
  return taxes.reduce((sum, { added }) => sum + added, 0);
}

function includedIn(taxes: readonly RateTax[]): number {
  return taxes.reduce((sum, { included }) => sum + included, 0);
}
