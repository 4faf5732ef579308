/** Tax categories, tax rates, fees, and the product sets that fees and discounts point at. */
import type { Fee, FeeCalculation, ProductSet, TaxCategory, TaxRate } from "./menu-document.ts";
import type { DocumentNode } from "./menu-issues.ts";
import {
  entity,
  fault,
  list,
  maxObjects,
  object,
  optional,
  required,
  type MenuReading,
  type Parse,
} from "./menu-reader.ts";
import { externalId, fulfillmentTypes, literalTrue, money, name, percentage, reference } from "./menu-scalars.ts";
import { nameTranslations } from "./parse-translations.ts";

/** How many objects of one commercial kind a menu may have; each is looked at for every basket, but coupons. */
export const maxCommercial = 1_000;
export const maxCoupons = 10_000;

export function exactlyOne<T extends object>(...names: (keyof T & string)[]) {
  return (value: T, node: DocumentNode, reading: MenuReading): void => {
    const given = names.filter((candidate) => value[candidate] !== undefined);
    if (given.length !== 1) fault(reading, node, [], "exactly_one", `must have exactly one of ${names.join(", ")}`);
  };
}

const taxCategory: Parse<TaxCategory> = entity<TaxCategory>("tax_category", {
  externalId: required(externalId),
  name: required(name),
});

const taxRate: Parse<TaxRate> = entity<TaxRate>(
  "tax_rate",
  {
    externalId: required(externalId),
    name: required(name),
    translations: optional(nameTranslations),
    taxCategoryId: optional(reference("tax_category")),
    percentage: optional(percentage),
    flatAmount: optional(money),
    compoundOnTaxRateIds: optional(list(reference("tax_rate"), 100)),
    fulfillmentTypes: optional(fulfillmentTypes),
  },
  (rate, node, reading) => {
    exactlyOne<TaxRate>("percentage", "flatAmount")(rate, node, reading);
    if (rate.flatAmount !== undefined && rate.compoundOnTaxRateIds !== undefined) {
      fault(reading, node, ["compoundOnTaxRateIds"], "range", "a flat amount compounds on nothing");
    }
    reading.compounds.set(rate.externalId, { on: rate.compoundOnTaxRateIds ?? [], node });
  },
);

const feeCalculation: Parse<FeeCalculation> = object<FeeCalculation>(
  {
    amount: optional(money),
    percentage: optional(percentage),
    minimum: optional(money),
    maximum: optional(money),
  },
  (calculation, node, reading) => {
    exactlyOne<FeeCalculation>("amount", "percentage")(calculation, node, reading);
    const { minimum, maximum } = calculation;
    if (minimum !== undefined && maximum !== undefined && minimum.amountMinor > maximum.amountMinor) {
      fault(reading, node, ["minimum"], "range", "minimum is above maximum");
    }
  },
);

const fee: Parse<Fee> = entity<Fee>("fee", {
  externalId: required(externalId),
  name: required(name),
  translations: optional(nameTranslations),
  calculation: required(feeCalculation),
  fulfillmentTypes: optional(fulfillmentTypes),
  taxCategoryId: optional(reference("tax_category")),
  eligibleProductSetId: optional(reference("product_set")),
});

const productSet: Parse<ProductSet> = entity<ProductSet>(
  "product_set",
  {
    externalId: required(externalId),
    allProducts: optional(literalTrue),
    itemIdsAny: optional(list(reference("item"), maxObjects)),
    categoryIdsAny: optional(list(reference("category"), maxObjects)),
  },
  exactlyOne<ProductSet>("allProducts", "itemIdsAny", "categoryIdsAny"),
);

export const taxCategories: Parse<readonly TaxCategory[]> = list(taxCategory, maxCommercial);
export const taxRates: Parse<readonly TaxRate[]> = list(taxRate, maxCommercial);
export const fees: Parse<readonly Fee[]> = list(fee, maxCommercial);
export const productSets: Parse<readonly ProductSet[]> = list(productSet, maxCommercial);
