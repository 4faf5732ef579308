/** The reports: their columns, and their rows made of the features' counts by day (rules/console 2). Pure. */

export const reportNames = ["orders", "sales", "covers", "no_shows", "waits", "refunds", "payments"] as const;
export type ReportName = (typeof reportNames)[number];

export type ColumnKind = "count" | "money" | "minutes" | "percent";

type ColumnName =
  | "placed"
  | "accepted"
  | "denied"
  | "undecided"
  | "unpaid"
  | "cancelled"
  | "total"
  | "net"
  | "taxes"
  | "tips"
  | "online"
  | "in_store"
  | "all_covers"
  | "parties"
  | "covers"
  | "walk_ins"
  | "walk_in_covers"
  | "no_shows"
  | "no_show_covers"
  | "no_show_share"
  | "cancelled_by_guest"
  | "cancelled_by_venue"
  | "joined"
  | "seated"
  | "gone"
  | "quoted"
  | "waited"
  | "within"
  | "amount"
  | "refunds"
  | "owed"
  | "charged"
  | "charges"
  | "returned";

export interface Column {
  readonly name: ColumnName;
  readonly kind: ColumnKind;
}

const counts = (...names: readonly ColumnName[]): Column[] => names.map((name) => ({ name, kind: "count" }));
const money = (name: ColumnName): Column => ({ name, kind: "money" });

/** The columns after the day and, for money, the currency. The first one is what is drawn. */
export const reportColumns: Readonly<Record<ReportName, readonly [Column, ...Column[]]>> = {
  orders: [
    { name: "placed", kind: "count" },
    ...counts("accepted", "denied", "undecided", "unpaid", "cancelled"),
    money("total"),
  ],
  sales: [money("total"), ...(["net", "taxes", "tips", "online", "in_store"] as const).map(money)],
  covers: [{ name: "all_covers", kind: "count" }, ...counts("parties", "covers", "walk_ins", "walk_in_covers")],
  no_shows: [
    { name: "no_shows", kind: "count" },
    ...counts("no_show_covers"),
    { name: "no_show_share", kind: "percent" },
    ...counts("cancelled_by_guest", "cancelled_by_venue"),
  ],
  waits: [
    { name: "joined", kind: "count" },
    ...counts("seated", "gone"),
    { name: "quoted", kind: "minutes" },
    { name: "waited", kind: "minutes" },
    { name: "within", kind: "percent" },
  ],
  refunds: [money("amount"), ...counts("refunds"), money("owed")],
  payments: [money("charged"), ...counts("charges"), money("returned")],
};

/** The column that is drawn. */
export function drawnColumn(name: ReportName): Column {
  return reportColumns[name][0];
}

/** Whether the rows of the report have a currency. */
export function isOfMoney(name: ReportName): boolean {
  return reportColumns[name].some(({ kind }) => kind === "money");
}

/** One day, for money in one currency. Amounts are in minor units; null where there is nothing to say. */
export interface ReportRow {
  readonly day: string;
  readonly currency: string | null;
  readonly values: readonly (number | null)[];
}

/** What a feature counted for a day; several may count for one. */
export interface Counted {
  readonly day_number: number;
  readonly currency?: string;
  readonly values: Readonly<Record<string, number | null>>;
}

/** A row for every day, in every currency that occurs; what nobody counted is 0, and a share of nothing is null. */
export function rowsOf(name: ReportName, days: readonly string[], counted: readonly Counted[]): ReportRow[] {
  const seen = [...new Set(counted.flatMap(({ currency }) => (currency === undefined ? [] : [currency])))].toSorted();
  const currencies = isOfMoney(name) && seen.length > 0 ? seen : [null];
  const key = (day: number, currency: string | null): string => `${day} ${currency ?? ""}`;
  const found = Map.groupBy(counted, (one) => key(one.day_number, one.currency ?? null));
  return days.flatMap((day, index) =>
    currencies.map((currency) => {
      const all = found.get(key(index + 1, currency)) ?? [];
      return {
        day,
        currency,
        values: reportColumns[name].map(({ name: column, kind }) => {
          const value = all.find(({ values }) => column in values)?.values[column];
          return value ?? (kind === "count" || kind === "money" ? 0 : null);
        }),
      };
    }),
  );
}

/** The sum of each column, for each currency; null for what does not add up. */
export function totalsOf(name: ReportName, rows: readonly ReportRow[]): Omit<ReportRow, "day">[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.map((currency) => ({
    currency,
    values: reportColumns[name].map(({ kind }, index) =>
      kind === "count" || kind === "money"
        ? rows.filter((row) => row.currency === currency).reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
        : null,
    ),
  }));
}

/** Whole percent; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100);
}
