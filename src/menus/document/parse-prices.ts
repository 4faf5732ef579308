/** Prices of variations and options: the amount, per-currency prices, and lower unit prices from a quantity on. */
import type { BulkTier, CurrencyPrice, Price } from "./menu-document.ts";
import { fault, list, object, optional, required, type MenuReading, type Parse } from "./menu-reader.ts";
import type { DocumentNode } from "./menu-issues.ts";
import { anyMoney, boolean, integer, money } from "./menu-scalars.ts";

const currencyPrice: Parse<CurrencyPrice> = object<CurrencyPrice>({
  amount: required(anyMoney),
  taxInclusive: optional(boolean),
});

const bulkTier: Parse<BulkTier> = object<BulkTier>({
  minQuantity: required(integer(1, 1_000_000)),
  unitPrice: required(money),
});

export const price: Parse<Price> = object<Price>(
  {
    amount: required(money),
    taxInclusive: optional(boolean),
    currencyPrices: optional(list(currencyPrice, 200)),
    bulkTiers: optional(list(bulkTier, 100)),
  },
  (parsed, node, reading) => {
    const currencies = (parsed.currencyPrices ?? []).map(({ amount }) => amount.currency);
    const taken = new Set([parsed.amount.currency]);
    noRepeats(currencies, taken, ["currencyPrices", "amount", "currency"], node, reading);
    const quantities = (parsed.bulkTiers ?? []).map(({ minQuantity }) => minQuantity);
    noRepeats(quantities, new Set(), ["bulkTiers", "minQuantity"], node, reading);
  },
);

function noRepeats<T>(
  values: readonly T[],
  seen: Set<T>,
  [listName, ...rest]: readonly [string, ...string[]],
  node: DocumentNode,
  reading: MenuReading,
): void {
  values.forEach((value, index) => {
    if (seen.has(value)) {
      fault(reading, node, [listName, index, ...rest], "duplicate_value", `${String(value)} has a price already`);
    }
    seen.add(value);
  });
}
