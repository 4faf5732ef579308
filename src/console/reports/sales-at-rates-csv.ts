/** What was sold at each rate of tax, day by day, as CSV (RFC 4180, UTF-8). Pure. */
import { amountOf, lineOf } from "./report-csv.ts";
import type { RatesDay, RatesRow } from "./sales-at-rates.ts";

const head = ["day", "currency", "rate", "net", "tax", "gross"];

/** The whole file. Amounts are in the currency's unit, with a point; gross is net and tax. */
export function salesAtRatesToCsv(rows: readonly RatesDay[]): string {
  const lines = rows.map(({ day, currency, rates, net, taxes }) => [
    day,
    currency,
    ratesInFile(rates),
    ...[net, taxes, net + taxes].map((minor) => amountOf(minor, currency)),
  ]);
  return [head, ...lines].map(lineOf).join("");
}

/** Rates in files: their names, with a plus between them where they are taken together. */
export function ratesInFile(rates: RatesRow["rates"]): string {
  if (rates === null) return "not known";
  return rates.length === 0 ? "no tax" : rates.join(" + ");
}
