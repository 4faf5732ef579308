/**
 * The reasons against pricing a basket in another currency than the menu's. Prices can be stated in several currencies;
 * fixed fees and flat taxes are amounts in the menu's own, and nothing converts them.
 */
import { maxAmountMinor } from "../kernel/money.ts";
import type { OrderingMoment } from "../menus/read/orderable-menu.ts";
import { dueFees } from "./fees.ts";
import type { ComposedLine } from "./price-line.ts";
import type { RefusalReason } from "./priced-basket.ts";
import { applicableRates } from "./taxes.ts";

/** One reason for each fee and flat tax that is due and has no amount in the currency; none in the menu's own. */
export function amountsInOtherCurrency(moment: OrderingMoment, lines: readonly ComposedLine[]): RefusalReason[] {
  const { menu, fulfillmentType, currency = menu.currency } = moment;
  if (currency === menu.currency) return [];
  const against = new Map<string, string>();
  for (const { ordered } of lines) {
    for (const rate of applicableRates(menu.taxRates, ordered.item.taxCategoryId, fulfillmentType)) {
      if (rate.flatAmount !== undefined) against.set(rate.externalId, rate.name);
    }
  }
  // Whether a fee is due does not depend on the amounts.
  const due = dueFees(
    menu,
    lines.map(({ ordered }) => ({ ordered, paid: maxAmountMinor })),
    fulfillmentType,
  );
  for (const { fee } of due) {
    const { amount, minimum, maximum } = fee.calculation;
    if ((amount ?? minimum ?? maximum) !== undefined) against.set(fee.externalId, fee.name);
  }
  return [...against].map(([externalId, name]) => {
    const message = `${name} has no amount in ${currency}.`;
    return { code: "not_available_now", message, path: "/currency", menu_entity_id: externalId };
  });
}
