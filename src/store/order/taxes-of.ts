/** The taxes of an order by rate, from its breakdown. Pure. */
import type { BreakdownRow } from "../../pricing/priced-basket.ts";

export interface TaxOfRate {
  /** The name that the menu gives the rate. */
  readonly rate: string;
  /** Inside the prices; else added to them. */
  readonly isIncluded: boolean;
  /** Minor units. */
  readonly amount: number;
}

/** One row for each rate and way of counting it, largest amount first. */
export function taxesOf(
  rows: readonly Pick<BreakdownRow, "kind" | "menu_entity_id" | "label" | "amount">[],
): TaxOfRate[] {
  const found = new Map<string, TaxOfRate>();
  for (const { kind, menu_entity_id: id, label, amount } of rows) {
    if (kind !== "tax" && kind !== "fee_tax" && kind !== "tax_included") continue;
    const isIncluded = kind === "tax_included";
    const key = JSON.stringify([isIncluded, id, label]);
    found.set(key, { rate: label, isIncluded, amount: (found.get(key)?.amount ?? 0) + amount });
  }
  return [...found.values()].toSorted((a, b) => b.amount - a.amount || (a.rate < b.rate ? -1 : 1));
}
