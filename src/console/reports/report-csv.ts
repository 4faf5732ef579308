/** A report as CSV (RFC 4180, UTF-8). A text that a spreadsheet would read as a formula begins with an apostrophe. Pure. */
import { minorDigits } from "../../kernel/minor-units.ts";
import { isOfMoney, reportColumns } from "./reports.ts";
import type { Report } from "./read-report.query.ts";

/** The whole file. Amounts are in the currency's unit, with a point. */
export function reportToCsv({ name, rows }: Report): string {
  const columns = reportColumns[name];
  const head = ["day", ...(isOfMoney(name) ? ["currency"] : []), ...columns.map((column) => column.name)];
  const lines = rows.map(({ day, currency, values }) => [
    day,
    ...(isOfMoney(name) ? [currency ?? ""] : []),
    ...values.map((value, index) => cellOf(value, columns[index]?.kind === "money" ? currency : null)),
  ]);
  return [head, ...lines].map(lineOf).join("");
}

/** One line with its end. */
export function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

/** A number stays one, also below 0: with an apostrophe a spreadsheet would leave it out of its sums. */
function quoted(cell: string): string {
  const safe = /^[=+\-@]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellOf(value: number | null, currency: string | null): string {
  if (value === null) return "";
  return currency === null ? String(value) : amountOf(value, currency);
}

/** An amount in minor units as a decimal, "12.50". */
export function amountOf(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  return (minor / 10 ** digits).toFixed(digits);
}
