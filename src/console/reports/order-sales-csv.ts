/**
 * The sales one by one as CSV (RFC 4180, UTF-8): an order when it is accepted, and what is taken out or cancelled later as a
 * line below 0 of its own day. Each total of the report of sales is the sum of its column. Pure.
 */
import { toIso } from "../../kernel/clock.ts";
import { localDate } from "../../kernel/wall-time.ts";
import type { SoldAtRates } from "../../orders/staff/daily-sales.sql.ts";
import type { OrderSales } from "../../orders/staff/order-sales.sql.ts";
import type { RateTotal } from "./read-report.query.ts";
import { ratesInFile } from "./sales-at-rates-csv.ts";
import { amountOf, lineOf } from "./report-csv.ts";

const head = [
  "day",
  "at",
  "order",
  "order_id",
  "kind",
  "fulfillment",
  "paid",
  "currency",
  "total",
  "net",
  "taxes",
  "tips",
  "discount",
  "fees",
  "delivery_fee",
];

type Rate = Pick<RateTotal, "rate" | "is_included">;

/** The columns of the rates of the days. */
export interface RateColumns {
  readonly taxes: readonly string[];
  readonly nets: readonly string[];
}

/** Each rate once, and the rates that are taken together once, whatever their currency. */
export function rateColumns(taxes: readonly Rate[], atRates: readonly Pick<SoldAtRates, "rates">[]): RateColumns {
  const once = (names: readonly string[]): readonly string[] => [...new Set(names)];
  return { taxes: once(taxes.map(columnOf)), nets: once(atRates.map(netColumnOf).toSorted()) };
}

/** The first line of the file: after the columns that every file has, one for each rate of tax of the days. */
export function orderSalesHead({ taxes, nets }: RateColumns): string {
  return lineOf([...head, ...taxes, ...nets]);
}

/** A line for each sale, below `orderSalesHead` of the same columns. Amounts are in the currency's unit, with a point. */
export function orderSalesLines(orders: readonly OrderSales[], columns: RateColumns, timeZone: string): string {
  const lines = orders.map((order) => {
    const amount = (minor: number): string => amountOf(minor, order.currency);
    const taxes = new Map(order.rates.map((tax) => [columnOf(tax), tax.amount]));
    const nets = new Map(order.by_rates.map((sold) => [netColumnOf(sold), sold.net]));
    return [
      localDate(timeZone, order.at),
      toIso(order.at),
      order.display_number,
      order.order_id,
      order.kind,
      order.fulfillment_type,
      order.is_in_store ? "in_store" : "online",
      order.currency,
      ...[order.total, order.net, order.taxes, order.tips].map(amount),
      ...[order.discount, order.fees, order.delivery_fee].map(amount),
      ...columns.taxes.map((column) => amount(taxes.get(column) ?? 0)),
      ...columns.nets.map((column) => amount(nets.get(column) ?? 0)),
    ];
  });
  return lines.map(lineOf).join("");
}

function columnOf({ rate, is_included: isIncluded }: Rate): string {
  return `${isIncluded ? "tax in prices" : "tax added"}: ${rate}`;
}

function netColumnOf({ rates }: Pick<SoldAtRates, "rates">): string {
  return `net: ${ratesInFile(rates)}`;
}
