/**
 * The sales one by one as CSV (RFC 4180, UTF-8): an order when it is accepted, and what is taken out or cancelled later as a
 * line below 0 of its own day. Each total of the report of sales is the sum of its column. Pure.
 */
import { toIso } from "../../kernel/clock.ts";
import { localDate } from "../../kernel/wall-time.ts";
import type { OrderSales } from "../../orders/staff/order-sales.sql.ts";
import type { RateTotal } from "./read-report.query.ts";
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

/** The first line of the file: after the columns that every file has, one for each rate of tax of the days. */
export function orderSalesHead(rates: readonly Rate[]): string {
  return lineOf([...head, ...columnsOf(rates)]);
}

/** A line for each sale, below `orderSalesHead` of the same rates. Amounts are in the currency's unit, with a point. */
export function orderSalesLines(orders: readonly OrderSales[], rates: readonly Rate[], timeZone: string): string {
  const columns = columnsOf(rates);
  const lines = orders.map((order) => {
    const amount = (minor: number): string => amountOf(minor, order.currency);
    const taxes = new Map(order.rates.map((tax) => [columnOf(tax), tax.amount]));
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
      ...columns.map((column) => amount(taxes.get(column) ?? 0)),
    ];
  });
  return lines.map(lineOf).join("");
}

/** Each rate once, whatever its currency. */
function columnsOf(rates: readonly Rate[]): readonly string[] {
  return [...new Set(rates.map(columnOf))];
}

function columnOf({ rate, is_included: isIncluded }: Rate): string {
  return `${isIncluded ? "tax in prices" : "tax added"}: ${rate}`;
}
