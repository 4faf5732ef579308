/** The movements of money of a location by day: money that came in, money owed back, and money paid back. Pure. */
import { localDate } from "../../kernel/wall-time.ts";
import type { LedgerEntry } from "../../payments/payment/ledger.sql.ts";

/** Minor units; what a movement did not touch is null. */
export interface LedgerAmounts {
  readonly paidIn: number | null;
  /** Owed to diners and guests from then on; below 0 when a refund was paid. */
  readonly owed: number | null;
  readonly paidBack: number | null;
}

export interface LedgerLine extends LedgerAmounts {
  readonly entry: LedgerEntry;
}

export interface LedgerTotal extends LedgerAmounts {
  readonly currency: string;
}

export interface LedgerDay {
  /** "YYYY-MM-DD" by the clock of the location. */
  readonly day: string;
  readonly lines: readonly LedgerLine[];
  /** One for each currency. */
  readonly totals: readonly LedgerTotal[];
}

/** What a movement did: on the accounts of the processor and of what is owed, debits less credits. */
export function amountsOf({ kind, amount }: Pick<LedgerEntry, "kind" | "amount">): LedgerAmounts {
  switch (kind) {
    case "charge":
      return { paidIn: amount, owed: null, paidBack: null };
    case "refund_requested":
    case "adjustment":
      return { paidIn: null, owed: amount, paidBack: null };
    case "refund_settled":
      return { paidIn: null, owed: -amount, paidBack: amount };
    case "refund_failed":
      return { paidIn: null, owed: amount, paidBack: -amount };
  }
}

/** The movements by day, in their order. */
export function ledgerDays(entries: readonly LedgerEntry[], timeZone: string): readonly LedgerDay[] {
  const lines = entries.map((entry) => ({ entry, ...amountsOf(entry) }));
  const days = Map.groupBy(lines, ({ entry }) => localDate(timeZone, entry.at));
  return [...days].map(([day, own]) => ({ day, lines: own, totals: totalsOf(own) }));
}

/** Sums by currency; amounts of different currencies are never added up. */
export function totalsOf(lines: readonly LedgerLine[]): readonly LedgerTotal[] {
  return [...Map.groupBy(lines, ({ entry }) => entry.currency)].map(([currency, own]) => {
    const sum = (name: keyof LedgerAmounts): number => own.reduce((all, line) => all + (line[name] ?? 0), 0);
    return { currency, paidIn: sum("paidIn"), owed: sum("owed"), paidBack: sum("paidBack") };
  });
}
