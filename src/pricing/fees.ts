/** Computes the fees of a menu for an order: which are due, the amount of each, and its tax. */
import { parsePercentage, shareOf } from "../kernel/money.ts";
import type { Fee, FulfillmentType } from "../menus/document/menu-document.ts";
import type { OrderableMenu, OrderableSet, OrderableVariation } from "../menus/read/orderable-menu.ts";
import { applicableRates, computeTaxes, type RateTax } from "./taxes.ts";

export interface FeeLine {
  readonly ordered: OrderableVariation;
  /** Minor units after discounts. */
  readonly paid: number;
}

export interface DueFee {
  readonly fee: Fee;
  readonly amount: number;
  readonly taxes: readonly RateTax[];
}

/** Every fee that is due. A fee for a product set needs a line of that set, and a percentage is taken of those lines only. */
export function dueFees(menu: OrderableMenu, lines: readonly FeeLine[], fulfillmentType: FulfillmentType): DueFee[] {
  return menu.fees.flatMap((fee) => {
    if (fee.fulfillmentTypes !== undefined && !fee.fulfillmentTypes.includes(fulfillmentType)) return [];
    const set = fee.eligibleProductSetId === undefined ? undefined : menu.productSets.get(fee.eligibleProductSetId);
    const eligible = set === undefined ? lines : lines.filter(({ ordered }) => belongsTo(set, ordered));
    if (eligible.length === 0) return [];
    const amount = amountOf(
      fee,
      eligible.reduce((sum, { paid }) => sum + paid, 0),
    );
    return [{ fee, amount, taxes: taxesOf(fee, amount, menu, fulfillmentType) }];
  });
}

/** Whether a variation is in a product set: by its item, or by any category around it. */
export function belongsTo(set: OrderableSet, { item, categories }: OrderableVariation): boolean {
  if (set.everything || set.items.has(item.externalId)) return true;
  return categories.some((category) => set.categories.has(category.externalId));
}

function amountOf({ calculation }: Fee, base: number): number {
  const { amount, percentage, minimum, maximum } = calculation;
  const plain = amount?.amountMinor ?? shareOf(base, parsePercentage(percentage ?? 0) ?? 0);
  return Math.min(Math.max(plain, minimum?.amountMinor ?? 0), maximum?.amountMinor ?? Infinity);
}

/** A fee is taxed only when it names a tax category; flat taxes are for things sold, not for fees. */
function taxesOf(fee: Fee, amount: number, menu: OrderableMenu, fulfillmentType: FulfillmentType): RateTax[] {
  if (fee.taxCategoryId === undefined) return [];
  const rates = applicableRates(menu.taxRates, fee.taxCategoryId, fulfillmentType);
  return computeTaxes(rates, { inclusive: 0, exclusive: amount, units: 0 });
}
