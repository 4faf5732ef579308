/**
 * The tax of one line or fee, rate by rate, rounded half up per rate (rules/ordering 8.5). Of an exclusive amount, a rate
 * takes its share of the amount plus the taxes that it compounds on, each already rounded: so a receipt can be checked by
 * hand. Of an inclusive amount, a rate takes its exact part: with taxes T_i = a_i x net, gross x a_i / (1 + sum of a). A
 * flat amount is always added, once per unit.
 */
import { divideHalfUp, parsePercentage, shareOf } from "../kernel/money.ts";
import type { FulfillmentType, TaxRate } from "../menus/document/menu-document.ts";

export interface TaxableAmount {
  /** Minor units of prices that have their tax inside. */
  readonly inclusive: number;
  /** Minor units of prices to which tax is added. */
  readonly exclusive: number;
  /** How often a flat amount is due. */
  readonly units: number;
}

export interface RateTax {
  readonly rate: TaxRate;
  readonly added: number;
  readonly included: number;
}

/** The rates that concern a tax category (undefined: only the rates for everything) and way of fulfilment. */
export function applicableRates(
  rates: readonly TaxRate[],
  taxCategoryId: string | undefined,
  fulfillmentType: FulfillmentType,
): TaxRate[] {
  return rates.filter(
    (rate) =>
      (rate.taxCategoryId === undefined || rate.taxCategoryId === taxCategoryId) &&
      (rate.fulfillmentTypes === undefined || rate.fulfillmentTypes.includes(fulfillmentType)),
  );
}

/** Computes each rate; `rates` stand in computing order, and one that is not among them counts as no tax. */
export function computeTaxes(rates: readonly TaxRate[], amount: TaxableAmount): RateTax[] {
  const added = addedTaxes(rates, amount);
  const included = includedTaxes(rates, amount.inclusive);
  return rates.map((rate) => ({
    rate,
    added: added.get(rate.externalId) ?? 0,
    included: included.get(rate.externalId) ?? 0,
  }));
}

function addedTaxes(rates: readonly TaxRate[], { exclusive, units }: TaxableAmount): Map<string, number> {
  const taxes = new Map<string, number>();
  for (const rate of rates) {
    const below = (rate.compoundOnTaxRateIds ?? []).reduce((sum, id) => sum + (taxes.get(id) ?? 0), 0);
    const tax =
      rate.flatAmount === undefined ? shareOf(exclusive + below, ppmOf(rate)) : rate.flatAmount.amountMinor * units;
    taxes.set(rate.externalId, tax);
  }
  return taxes;
}

/** One part of the net amount; taxes compound at most eight deep, so every factor below is a whole number of these. */
const wholePart = 10n ** 48n;

function includedTaxes(rates: readonly TaxRate[], inclusive: number): Map<string, number> {
  if (inclusive === 0) return new Map();
  const factors = new Map<string, bigint>();
  let sum = wholePart;
  for (const rate of rates) {
    const below = (rate.compoundOnTaxRateIds ?? []).reduce((total, id) => total + (factors.get(id) ?? 0n), wholePart);
    const factor = rate.flatAmount === undefined ? (below * BigInt(ppmOf(rate))) / 1_000_000n : 0n;
    factors.set(rate.externalId, factor);
    sum += factor;
  }
  return new Map([...factors].map(([id, factor]) => [id, divideHalfUp(BigInt(inclusive) * factor, sum)]));
}

function ppmOf(rate: TaxRate): number {
  return rate.percentage === undefined ? 0 : (parsePercentage(rate.percentage) ?? 0);
}

/** What the rates add on top. */
export function addedBy(taxes: readonly RateTax[]): number {
  return taxes.reduce((sum, { added }) => sum + added, 0);
}

/** What the rates have inside the price. */
export function includedIn(taxes: readonly RateTax[]): number {
  return taxes.reduce((sum, { included }) => sum + included, 0);
}
