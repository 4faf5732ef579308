/** The page of reports, and its table as a file. */
import { daySpan } from "../../kernel/day-span.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { listOrderSales, listSalesAtRates, listTaxesByRate } from "../../orders/staff/list-daily-sales.query.ts";
import { ofPeople, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { csvName } from "./file-name.ts";
import { reportToCsv } from "./report-csv.ts";
import { reportPage } from "./report-page.ts";
import { lastWeek, parseSpan, type ReportDates } from "./report-span.ts";
import { readReport, type Report } from "./read-report.query.ts";
import { orderSalesHead, orderSalesLines, rateColumns } from "./order-sales-csv.ts";
import { salesAtRatesToCsv } from "./sales-at-rates-csv.ts";
import { reportNames, type ReportName } from "./reports.ts";

/** More lines than these are asked for in parts. */
const fileLines = 50_000;

/** Reports of a location. */
export function reportPages(deps: AccountDeps): PageRoute[] {
  const page = locationPage(deps, "reports");
  return ofPeople([
    page.read((visitor) => show(deps, visitor)),
    page.read((visitor) => send(deps, visitor), "csv"),
    page.read((visitor) => sendOrders(deps, visitor), "order-sales"),
    page.read((visitor) => sendRates(deps, visitor), "rates"),
  ]);
}

interface Asked {
  readonly name: ReportName;
  readonly dates: ReportDates;
  readonly isWrong: boolean;
}

/** What is asked for; the last seven days where the dates are missing or wrong. */
function askedOf({ call, location }: LocationVisit): Asked {
  const name = reportNames.find((one) => one === call.query.get("report")) ?? "orders";
  const usual = lastWeek(localDate(location.timezone ?? "UTC", location.now));
  const [from, to] = [call.query.get("from"), call.query.get("to")];
  if (from === null && to === null) return { name, dates: usual, isWrong: false };
  const dates = parseSpan(from ?? usual.from, to ?? usual.to);
  return isRefusal(dates) ? { name, dates: usual, isWrong: true } : { name, dates, isWrong: false };
}

function find(deps: AccountDeps, { location }: LocationVisit, { name, dates }: Asked): Promise<Report> {
  return deps.database.snapshot((db) => readReport(db, location, name, dates));
}

async function show(deps: AccountDeps, visitor: LocationVisit, isTooMany = false): Promise<PageAnswer> {
  const asked = askedOf(visitor);
  const today = localDate(visitor.location.timezone ?? "UTC", visitor.location.now);
  return reportPage(visitor, { report: await find(deps, visitor, asked), isWrong: asked.isWrong, isTooMany, today });
}

async function send(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const asked = askedOf(visitor);
  if (asked.isWrong) return show(deps, visitor);
  return {
    kind: "file",
    contentType: "text/csv; charset=utf-8",
    fileName: csvName(visitor.location, asked.name, asked.dates),
    body: reportToCsv(await find(deps, visitor, asked)),
  };
}

/** What was sold at each rate of tax, day by day. */
async function sendRates(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { dates, isWrong } = askedOf(visitor);
  if (isWrong) return show(deps, visitor);
  const { atRates } = await find(deps, visitor, { name: "sales", dates, isWrong });
  return {
    kind: "file",
    contentType: "text/csv; charset=utf-8",
    fileName: csvName(visitor.location, "sales-by-rate", dates),
    body: salesAtRatesToCsv(atRates),
  };
}

/** Every sale of the days as a line; read day by day, so that a long span holds up nobody. */
async function sendOrders(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { location } = visitor;
  const { dates, isWrong } = askedOf(visitor);
  if (isWrong) return show(deps, visitor);
  const timeZone = location.timezone ?? "UTC";
  const { bounds } = daySpan(timeZone, dates.from, dates.to);
  const parts = await deps.database.snapshot(async (db) => {
    const taxes = await listTaxesByRate(db, location.id, bounds);
    const columns = rateColumns(taxes, await listSalesAtRates(db, location.id, bounds));
    const lines = [orderSalesHead(columns)];
    let count = 0;
    for (const [index, begin] of bounds.slice(0, -1).entries()) {
      const orders = await listOrderSales(db, location.id, [begin, bounds[index + 1] ?? begin], fileLines + 1 - count);
      count += orders.length;
      if (count > fileLines) return undefined;
      lines.push(orderSalesLines(orders, columns, timeZone));
    }
    return lines;
  });
  if (parts === undefined) return show(deps, visitor, true);
  return {
    kind: "file",
    contentType: "text/csv; charset=utf-8",
    fileName: csvName(location, "order-sales", dates),
    body: parts.join(""),
  };
}
