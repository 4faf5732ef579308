/** Reads a report: joins the features' counts by day into rows (rules/console 2). */
import { listDailyBookings } from "../../bookings/aftercare/list-daily-bookings.query.ts";
import { daySpan, type DaySpan } from "../../kernel/day-span.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { DailyOrders } from "../../orders/staff/daily-orders.sql.ts";
import type { DailySales } from "../../orders/staff/daily-sales.sql.ts";
import { listDailySales, listSalesAtRates, listTaxesByRate } from "../../orders/staff/list-daily-sales.query.ts";
import { listDailyOrders } from "../../orders/staff/list-daily-orders.query.ts";
import { listDailyPayments, listDailyRefunds } from "../../payments/money/list-daily-money.query.ts";
import type { DailyPayments, DailyRefunds } from "../../payments/payment/daily-money.sql.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listDailyWaits } from "../../waitlist/aftercare/list-daily-waits.query.ts";
import type { ReportDates } from "./report-span.ts";
import { ratesByDay, type RatesDay } from "./sales-at-rates.ts";
import { rowsOf, shareOf, totalsOf, type Counted, type ReportName, type ReportRow } from "./reports.ts";

export interface Report extends ReportDates {
  readonly name: ReportName;
  readonly timeZone: string;
  readonly rows: readonly ReportRow[];
  readonly totals: readonly Omit<ReportRow, "day">[];
  /** Of the report of sales: the taxes of all the days by rate. */
  readonly taxes: readonly RateTotal[];
  /** Of the report of sales: what was sold at each rate, day by day. */
  readonly atRates: readonly RatesDay[];
}

export interface RateTotal {
  readonly currency: string;
  /** The name that the menu gives the rate. */
  readonly rate: string;
  /** Inside the prices; else added to them. */
  readonly is_included: boolean;
  readonly amount: number;
}

/** The report of a location for some days. */
export async function readReport(
  db: Db,
  location: LocationSettings,
  name: ReportName,
  { from, to }: ReportDates,
): Promise<Report> {
  const timeZone = location.timezone ?? "UTC";
  const span = daySpan(timeZone, from, to);
  const rows = rowsOf(name, span.days, await count(db, location, name, span));
  const taxes = name === "sales" ? await listTaxesByRate(db, location.id, span.bounds) : [];
  const sold = name === "sales" ? await listSalesAtRates(db, location.id, span.bounds) : [];
  const atRates = name === "sales" ? ratesByDay(span.days, sold, rows) : [];
  return { name, from, to, timeZone, rows, totals: totalsOf(name, rows), taxes, atRates };
}

async function count(db: Db, location: LocationSettings, name: ReportName, span: DaySpan): Promise<Counted[]> {
  const { bounds } = span;
  switch (name) {
    case "orders": {
      const sold = await listDailySales(db, location.id, bounds);
      return [
        ...(await listDailyOrders(db, location, bounds)).map(countedOf),
        ...sold.map(({ day_number, currency, total }) => ({ day_number, currency, values: { total } })),
      ];
    }
    case "sales":
      return (await listDailySales(db, location.id, bounds)).map(countedOf);
    case "covers":
    case "no_shows":
      return (await listDailyBookings(db, location.id, bounds)).map(({ day_number, ...values }) => ({
        day_number,
        values: {
          ...values,
          all_covers: values.covers + values.walk_in_covers,
          no_show_share: shareOf(values.no_shows, values.parties + values.no_shows),
        },
      }));
    case "waits":
      return (await listDailyWaits(db, location.id, bounds)).map(
        ({ day_number, parties, within, measured, ...values }) => ({
          day_number,
          values: { ...values, joined: parties, within: shareOf(within, measured) },
        }),
      );
    case "refunds":
      return (await listDailyRefunds(db, location.id, bounds)).map(countedOf);
    case "payments":
      return (await listDailyPayments(db, location.id, bounds)).map(countedOf);
  }
}

function countedOf({
  day_number,
  currency,
  ...values
}: DailyOrders | DailySales | DailyRefunds | DailyPayments): Counted {
  return { day_number, currency, values: { ...values } };
}
