/** The first figures of a manager's day: today, the last seven days, and present problems. */
import { listComingStarts } from "../../bookings/aftercare/list-coming-starts.query.ts";
import { countUnkeptTimes } from "../../bookings/aftercare/unkept-times.query.ts";
import { findBookingSetup, type BookingSetup } from "../../bookings/setup/read-setup.query.ts";
import { isOpenAt, localDate } from "../../kernel/wall-time.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { listMessages } from "../../messaging/message/read-messages.query.ts";
import { getOrderableMenu } from "../../menus/read/get-orderable-menu.query.ts";
import { isBoardWatched } from "../../orders/staff/read-board-watch.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { readLine } from "../../waitlist/line/read-waitlist.query.ts";
import { lastWeek, type ReportDates } from "../reports/report-span.ts";
import { readReport } from "../reports/read-report.query.ts";
import { reportColumns, type ReportName } from "../reports/reports.ts";
import { listClosedDays, type ClosedDays } from "../calendar/closed-days.ts";
import { countConcerned } from "../calendar/concerned-bookings.ts";

/** The sums of a report's columns over some days, by the column's name; of money, those of each currency are added apart. */
export type Figures = ReadonlyMap<string, number>;

export interface Today {
  readonly date: string;
  readonly week: ReportDates;
  /** Of today. */
  readonly orders: Figures;
  readonly covers: Figures;
  readonly waits: Figures;
  /** Of the seven days that end today. */
  readonly weekOrders: Figures;
  readonly weekNoShows: Figures;
  readonly weekWaits: Figures;
  readonly queue: { readonly isOpen: boolean; readonly parties: number };
  readonly bookingsEnabled: boolean;
  readonly hasConfiguration: boolean;
  /** Coming bookings on days that are closed. */
  readonly concerned: number;
  /** The closed days that begin today, or are under way. */
  readonly closedToday: ClosedDays | undefined;
  /** Coming bookings that stand at another time than their guests were promised. */
  readonly unkept: number;
  /** Staff decide the orders that come in now, and no board shows them. */
  readonly isUnattended: boolean;
  /** A menu is live, so that there is something to order. */
  readonly hasMenu: boolean;
  /** Of the newest messages, those that did not arrive. */
  readonly failedMessages: number;
}

const newestMessages = 100;

/** Reads the page of today as of one moment. */
export async function readToday(db: Db, location: LocationSettings): Promise<Today> {
  const timeZone = location.timezone ?? "UTC";
  const date = localDate(timeZone, location.now);
  const [day, week] = [{ from: date, to: date }, lastWeek(date)];
  const setup = await findBookingSetup(db, location.id);
  const line = await readLine(db, location.id);
  const starts = setup === undefined ? [] : await listComingStarts(db, location.id, location.now);
  const messages = await listMessages(db, { locationId: location.id, before: undefined, limit: newestMessages });
  return {
    date,
    week,
    orders: await figures(db, location, "orders", day),
    covers: await figures(db, location, "covers", day),
    waits: await figures(db, location, "waits", day),
    weekOrders: await figures(db, location, "orders", week),
    weekNoShows: await figures(db, location, "no_shows", week),
    weekWaits: await figures(db, location, "waits", week),
    queue: { isOpen: line.open, parties: line.entries.length },
    bookingsEnabled: location.bookings_enabled,
    hasConfiguration: setup !== undefined && setup.configuration !== null,
    concerned: setup === undefined ? 0 : countConcerned(starts, setup, timeZone),
    closedToday: setup === undefined ? undefined : closedOn(date, location, setup),
    unkept: await countUnkeptTimes(db, location.id),
    isUnattended: needsBoard(location) && !(await isBoardWatched(db, location.id)),
    hasMenu: (await getOrderableMenu(db, location.id)) !== undefined,
    failedMessages: messages.filter(({ status }) => status === "failed" || status === "undelivered").length,
  };
}

function closedOn(date: string, location: LocationSettings, setup: BookingSetup): ClosedDays | undefined {
  const [next] = listClosedDays({ ...setup, hours: location.opening_hours }, date);
  return next?.from === date ? next : undefined;
}

/** Whether orders may come in now that staff decide. */
function needsBoard(location: LocationSettings): boolean {
  const { now, opening_hours: hours, timezone, ordering_paused_until: paused } = location;
  const isStaffed = location.order_routing === "manual" && location.connected_app_id === null;
  const isOpen = hours === null || timezone === null || isOpenAt(hours, timezone, now);
  return isStaffed && location.status === "active" && isOpen && (paused === null || paused <= now);
}

async function figures(db: Db, location: LocationSettings, name: ReportName, dates: ReportDates): Promise<Figures> {
  const { totals } = await readReport(db, location, name, dates);
  const columns = reportColumns[name].filter(({ kind }) => kind === "count");
  return new Map(
    columns.map(({ name: column }) => {
      const at = reportColumns[name].findIndex((one) => one.name === column);
      return [column, totals.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)];
    }),
  );
}
