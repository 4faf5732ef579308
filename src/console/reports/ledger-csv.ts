/** The movements of money as CSV (RFC 4180, UTF-8), for people who keep the books. Pure. */
import { toIso } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";
import type { LedgerEntry } from "../../payments/payment/ledger.sql.ts";
import { amountOf, lineOf } from "./report-csv.ts";

const head = [
  "day",
  "at",
  "kind",
  "order",
  "order_id",
  "booking_id",
  "debit",
  "credit",
  "amount",
  "currency",
  "processor",
  "payment_id",
  "refund_id",
  "reference",
  "reason",
  "id",
  "booking",
];

/** What people call that of which money moved. */
export interface LedgerNames {
  /** Numbers of orders. */
  readonly numbers: ReadonlyMap<Id<"ord">, string>;
  /** Codes of bookings. */
  readonly codes: ReadonlyMap<Id<"bkg">, string>;
}

/** The first line of the file: the names of its columns. */
export const ledgerHead = lineOf(head);

/** A line for each movement, below `ledgerHead`. Amounts are in the currency's unit, with a point. */
export function ledgerLines(
  entries: readonly LedgerEntry[],
  { numbers, codes }: LedgerNames,
  timeZone: string,
): string {
  const lines = entries.map((entry) => [
    localDate(timeZone, entry.at),
    toIso(entry.at),
    entry.kind,
    (entry.order_id === null ? undefined : numbers.get(entry.order_id)) ?? "",
    entry.order_id ?? "",
    entry.booking_id ?? "",
    entry.debit,
    entry.credit,
    amountOf(entry.amount, entry.currency),
    entry.currency,
    entry.processor,
    entry.payment_id,
    entry.refund_id ?? "",
    entry.reference,
    entry.reason ?? "",
    entry.id,
    (entry.booking_id === null ? undefined : codes.get(entry.booking_id)) ?? "",
  ]);
  return lines.map(lineOf).join("");
}
