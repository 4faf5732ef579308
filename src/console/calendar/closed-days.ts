/**
 * The days on which a location is closed (rules/console 1.11): by exceptions of the opening hours, by single dates of the
 * bookings, by blackouts of the whole location. Pure.
 */
import type { Blackout } from "../../bookings/venue/blackouts.ts";
import type { BookingConfiguration, ServiceException } from "../../bookings/venue/configuration.ts";
import { dateAfter } from "../../kernel/day-span.ts";
import type { Availability, AvailabilityException } from "../../kernel/wall-time.ts";

/** What says when a location is closed. */
export interface Closings {
  /** Null: always open. */
  readonly hours: Availability | null;
  readonly configuration: Pick<BookingConfiguration, "services" | "exceptions"> | null;
  readonly blackouts: readonly Blackout[];
}

/** Days in a row that are closed for the same; both dates are included. */
export interface ClosedDays {
  readonly from: string;
  readonly to: string;
  /** No orders. */
  readonly orders: boolean;
  /** No bookings; true too where bookings are not set up here. */
  readonly bookings: boolean;
  /** Whether a single date closes one of the days, so that it can be opened again; else a blackout does. */
  readonly canRestore: boolean;
}

/** How far ahead days are closed and shown. */
export const daysAhead = 1_000;
/** How many days are closed at once. */
export const mostDays = 92;

/** The closed days from today on. A day of the week that is always closed is no closed day by itself. */
export function listClosedDays({ hours, configuration, blackouts }: Closings, today: string): ClosedDays[] {
  const ofOrders = new Map((hours?.exceptions ?? []).map((one) => [one.date, isClosed(one)]));
  const ofBookings = new Map((configuration?.exceptions ?? []).map((one) => [one.date, hasNone(one)]));
  const whole = blackouts.filter(({ start_time: time, area_id: area }) => time === null && area === null);
  const found: ClosedDays[] = [];
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const date = dateAfter(today, ahead);
    const isBlocked = whole.some(({ start_date: from, end_date: to }) => from <= date && date <= to);
    const canRestore = ofOrders.get(date) === true || ofBookings.get(date) === true;
    if (!isBlocked && !canRestore) continue;
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    const hasHours = hours === null || hours.windows.some(({ dayOfWeek }) => dayOfWeek === weekday);
    const hasService = configuration?.services.some(({ days }) => days.includes(weekday)) ?? false;
    const orders = ofOrders.get(date) ?? !hasHours;
    const bookings = isBlocked || (ofBookings.get(date) ?? !hasService);
    const last = found.at(-1);
    const isNext = last !== undefined && dateAfter(last.to, 1) === date;
    if (isNext && last.orders === orders && last.bookings === bookings && last.canRestore === canRestore)
      found[found.length - 1] = { ...last, to: date };
    else found.push({ from: date, to: date, orders, bookings, canRestore });
  }
  return found;
}

function isClosed(exception: AvailabilityException): boolean {
  return "closed" in exception || exception.windows.length === 0;
}

function hasNone({ closed, services }: ServiceException): boolean {
  return closed || services.length === 0;
}

/** The dates from one to another, both included. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = dateAfter(date, 1)) dates.push(date);
  return dates;
}

const wholeWeek = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: "00:00", endTime: "00:00" }));

/** The opening hours with no orders on the dates. */
export function closeHours(hours: Availability | null, dates: readonly string[]): Availability {
  const kept = (hours?.exceptions ?? []).filter(({ date }) => !dates.includes(date));
  const closed = dates.map((date) => ({ date, closed: true as const }));
  return { windows: hours?.windows ?? wholeWeek, exceptions: [...kept, ...closed].toSorted(byDate) };
}

/** The opening hours without the exceptions that close the dates; a week that is open throughout is "always" again. */
export function restoreHours(hours: Availability | null, dates: readonly string[]): Availability | null {
  if (hours === null) return null;
  const exceptions = (hours.exceptions ?? []).filter((one) => !dates.includes(one.date) || !isClosed(one));
  const isWhole = JSON.stringify(hours.windows) === JSON.stringify(wholeWeek);
  return isWhole && exceptions.length === 0 ? null : { windows: hours.windows, exceptions };
}

/** The single dates of the bookings with the dates closed; what else a date had is gone. */
export function closeBookings(exceptions: readonly ServiceException[], dates: readonly string[]): ServiceException[] {
  const kept = exceptions.filter(({ date }) => !dates.includes(date));
  return [...kept, ...dates.map((date) => ({ date, closed: true, services: [] }))].toSorted(byDate);
}

/** The single dates of the bookings without those that close the dates. */
export function restoreBookings(exceptions: readonly ServiceException[], dates: readonly string[]): ServiceException[] {
  return exceptions.filter((one) => !dates.includes(one.date) || !hasNone(one));
}

function byDate(one: { readonly date: string }, other: { readonly date: string }): number {
  return one.date < other.date ? -1 : 1;
}
