/**
 * What was sold at each rate of tax: net and taxes, which add up to those of the report of sales (rules/console 2.7). What is
 * missing of them are sales of before the rates were kept. Pure.
 */
import type { SoldAtRates } from "../../orders/staff/daily-sales.sql.ts";
import { reportColumns, type ReportRow } from "./reports.ts";

export interface RatesRow {
  readonly currency: string;
  /** The rates that are taken together; empty: no tax is taken; null: the sales do not say. */
  readonly rates: readonly string[] | null;
  /** Minor units, as are the taxes; both together are the gross amount. Tips are in neither. */
  readonly net: number;
  readonly taxes: number;
}

export interface RatesDay extends RatesRow {
  readonly day: string;
}

/** A row for each day and rate at which something was sold, in the order of the days. */
export function ratesByDay(
  days: readonly string[],
  sold: readonly SoldAtRates[],
  sales: readonly ReportRow[],
): readonly RatesDay[] {
  const found = Map.groupBy(sold, ({ day_number: number, currency }) => `${days[number - 1]} ${currency}`);
  return sales.flatMap((row) => {
    const { day, currency } = row;
    if (currency === null) return [];
    const own: RatesDay[] = (found.get(`${day} ${currency}`) ?? []).map(({ rates, net, taxes }) => {
      return { day, currency, rates, net, taxes };
    });
    const net = amountOf(row, "net") - sumOf(own, "net");
    const taxes = amountOf(row, "taxes") - sumOf(own, "taxes");
    return net === 0 && taxes === 0 ? own : [...own, { day, currency, rates: null, net, taxes }];
  });
}

/** The same of all days, for each currency the largest first. */
export function ratesOfAll(rows: readonly RatesRow[]): readonly RatesRow[] {
  const groups = Map.groupBy(rows, ({ currency, rates }) => JSON.stringify([currency, rates]));
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      return first === undefined ? [] : [{ ...first, net: sumOf(own, "net"), taxes: sumOf(own, "taxes") }];
    })
    .filter(({ net, taxes }) => net !== 0 || taxes !== 0)
    .toSorted((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : b.net - a.net));
}

export function sumOf(rows: readonly RatesRow[], name: "net" | "taxes"): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

function amountOf({ values }: ReportRow, name: "net" | "taxes"): number {
  return values[reportColumns.sales.findIndex((column) => column.name === name)] ?? 0;
}
