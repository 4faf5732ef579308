/** The page of the movements of money, and the same as a file (rules/console 2.4). */
import { daySpan } from "../../kernel/day-span.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { listOrderNumbers } from "../../orders/staff/list-order-numbers.query.ts";
import { ofPeople, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { listLedgerBetween } from "../../payments/money/list-ledger.query.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { placePage, type PlaceVisit } from "../shell/place-page.query.ts";
import { ledgerToCsv } from "./ledger-csv.ts";
import { moneyPage, type Mistake } from "./money-page.ts";
import { lastWeek, parseSpan, type ReportDates } from "./report-span.ts";

/** More lines than these are for the file alone. */
const shownLines = 500;
/** More than these are asked for in parts. */
const fileLines = 50_000;

/** The movements of money of a location. */
export function moneyPages(deps: AccountDeps): PageRoute[] {
  const page = placePage(deps, "money");
  return ofPeople([page.read((visitor) => show(deps, visitor)), page.read((visitor) => send(deps, visitor), "csv")]);
}

/** The dates that are asked for; the last seven days where they are missing or wrong. */
function datesOf({ call, location }: PlaceVisit): { readonly dates: ReportDates; readonly isWrong: boolean } {
  const usual = lastWeek(localDate(location.timezone ?? "UTC", location.now));
  const dates = parseSpan(call.query.get("from") ?? usual.from, call.query.get("to") ?? usual.to);
  return isRefusal(dates) ? { dates: usual, isWrong: true } : { dates, isWrong: false };
}

function read(deps: AccountDeps, { location }: PlaceVisit, { from, to }: ReportDates, limit: number) {
  const { bounds } = daySpan(location.timezone ?? "UTC", from, to);
  const [begin = 0, end = 0] = [bounds[0], bounds.at(-1)];
  return deps.database.snapshot(async (db) => {
    const entries = await listLedgerBetween(db, location.id, { from: begin, until: end, limit: limit + 1 });
    const orders = [...new Set(entries.flatMap(({ order_id: id }) => (id === null ? [] : [id])))];
    return { entries, numbers: await listOrderNumbers(db, orders) };
  });
}

async function show(deps: AccountDeps, visitor: PlaceVisit, mistake?: Mistake): Promise<PageAnswer> {
  const { dates, isWrong } = datesOf(visitor);
  const { entries, numbers } = await read(deps, visitor, dates, shownLines);
  return moneyPage(visitor, {
    dates,
    entries: entries.slice(0, shownLines),
    isCut: entries.length > shownLines,
    numbers,
    today: localDate(visitor.location.timezone ?? "UTC", visitor.location.now),
    mistake: mistake ?? (isWrong ? "dates" : undefined),
  });
}

async function send(deps: AccountDeps, visitor: PlaceVisit): Promise<PageAnswer> {
  const { dates, isWrong } = datesOf(visitor);
  if (isWrong) return show(deps, visitor);
  const { entries, numbers } = await read(deps, visitor, dates, fileLines);
  if (entries.length > fileLines) return show(deps, visitor, "many");
  return {
    kind: "file",
    contentType: "text/csv; charset=utf-8",
    fileName: `money-${dates.from}-${dates.to}.csv`,
    body: ledgerToCsv(entries, numbers, visitor.location.timezone ?? "UTC"),
  };
}
