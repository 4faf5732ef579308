/** The page of the movements of money, and the same as a file (rules/console 2.4). */
import { listBookingCodes } from "../../bookings/aftercare/list-booking-codes.query.ts";
import type { Id } from "../../kernel/id.ts";
import { daySpan } from "../../kernel/day-span.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { listOrderNumbers } from "../../orders/staff/list-order-numbers.query.ts";
import { ofPeople, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { listLedgerBetween } from "../../payments/money/list-ledger.query.ts";
import type { LedgerEntry } from "../../payments/payment/ledger.sql.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { csvName } from "./file-name.ts";
import { ledgerHead, ledgerLines, type LedgerNames } from "./ledger-csv.ts";
import { moneyPage, type Mistake } from "./money-page.ts";
import { lastWeek, parseSpan, type ReportDates } from "./report-span.ts";

/** More lines than these are for the file alone. */
const shownLines = 500;
/** More than these are asked for in parts. */
const fileLines = 50_000;

/** The movements of money of a location. */
export function moneyPages(deps: AccountDeps): PageRoute[] {
  const page = locationPage(deps, "money");
  return ofPeople([page.read((visitor) => show(deps, visitor)), page.read((visitor) => send(deps, visitor), "csv")]);
}

/** The dates that are asked for; the last seven days where they are missing or wrong. */
function datesOf({ call, location }: LocationVisit): { readonly dates: ReportDates; readonly isWrong: boolean } {
  const usual = lastWeek(localDate(location.timezone ?? "UTC", location.now));
  const dates = parseSpan(call.query.get("from") ?? usual.from, call.query.get("to") ?? usual.to);
  return isRefusal(dates) ? { dates: usual, isWrong: true } : { dates, isWrong: false };
}

/** Movements of one day, or of some of its beginning. */
interface LedgerPart {
  readonly entries: readonly LedgerEntry[];
  readonly names: LedgerNames;
}

/**
 * Makes something of the movements of the dates, day by day: what is made of a year at once would hold up the orders of
 * others. Ends with the movement after `limit`, which is a part of what is made.
 */
function readDays<Made>(
  { database }: AccountDeps,
  { location }: LocationVisit,
  { from, to, limit }: ReportDates & { readonly limit: number },
  make: (part: LedgerPart) => Made,
): Promise<{ readonly count: number; readonly made: readonly Made[] }> {
  const { bounds } = daySpan(location.timezone ?? "UTC", from, to);
  return database.snapshot(async (db) => {
    const made: Made[] = [];
    let count = 0;
    for (const [index, begin] of bounds.slice(0, -1).entries()) {
      if (count > limit) break;
      const day = { from: begin, until: bounds[index + 1] ?? begin, limit: limit + 1 - count };
      const entries = await listLedgerBetween(db, location.id, day);
      if (entries.length === 0) continue;
      made.push(make({ entries, names: await readNames(db, location.id, entries) }));
      count += entries.length;
    }
    return { count, made };
  });
}

async function readNames(db: Db, locationId: Id<"str">, entries: readonly LedgerEntry[]): Promise<LedgerNames> {
  const orders = [...new Set(entries.flatMap(({ order_id: id }) => (id === null ? [] : [id])))];
  const bookings = [...new Set(entries.flatMap(({ booking_id: id }) => (id === null ? [] : [id])))];
  return { numbers: await listOrderNumbers(db, locationId, orders), codes: await listBookingCodes(db, bookings) };
}

async function show(deps: AccountDeps, visitor: LocationVisit, mistake?: Mistake): Promise<PageAnswer> {
  const { dates, isWrong } = datesOf(visitor);
  const { count, made } = await readDays(deps, visitor, { ...dates, limit: shownLines }, (part) => part);
  return moneyPage(visitor, {
    dates,
    entries: made.flatMap(({ entries }) => entries).slice(0, shownLines),
    isCut: count > shownLines,
    names: {
      numbers: new Map(made.flatMap(({ names }) => [...names.numbers])),
      codes: new Map(made.flatMap(({ names }) => [...names.codes])),
    },
    today: localDate(visitor.location.timezone ?? "UTC", visitor.location.now),
    mistake: mistake ?? (isWrong ? "dates" : undefined),
  });
}

async function send(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { dates, isWrong } = datesOf(visitor);
  if (isWrong) return show(deps, visitor);
  const timeZone = visitor.location.timezone ?? "UTC";
  const { count, made } = await readDays(deps, visitor, { ...dates, limit: fileLines }, ({ entries, names }) =>
    ledgerLines(entries, names, timeZone),
  );
  if (count > fileLines) return show(deps, visitor, "many");
  return {
    kind: "file",
    contentType: "text/csv; charset=utf-8",
    fileName: csvName(visitor.location, "money", dates),
    body: [ledgerHead, ...made].join(""),
  };
}
