/**
 * The time of an order, chosen in steps: a day, an hour of a long day, a quarter of an hour. An earlier choice stays as
 * far as it is still offered. Pure; the times come from orders and are of the location's own clock.
 */
import { localDate, localTimeOf } from "../../kernel/wall-time.ts";

/** More times of a day than this are first asked for by the hour. */
const mostAtOnce = 24;
/** So many days are offered. */
const mostDays = 7;
/** A week of quarters of an hour. */
export const mostTimes = 672;

export interface TimeAsked {
  readonly day: string;
  readonly hour: string;
  readonly when: string;
}

/** A step that is offered; `at` is its first time in Unix seconds. */
export interface TimeStep {
  readonly value: string;
  readonly at: number;
}

export interface ChosenTime {
  /** Unix seconds; null is as soon as possible. */
  readonly at: number | null;
  readonly day: string;
  readonly hour: string;
  readonly days: readonly TimeStep[];
  /** Of a long day; else empty. */
  readonly hours: readonly TimeStep[];
  /** Of the hour, or of the whole day. */
  readonly times: readonly number[];
}

/** As soon as possible, as a day. */
export const soon = "soon";

/** The time as a form names it. */
export function timeField({ at }: Pick<ChosenTime, "at">): string {
  return at === null ? soon : String(at);
}

/** Finds the time that is meant; `times` are Unix seconds, ascending. */
export function chooseTime(times: readonly number[], zone: string, asked: TimeAsked, isOpenNow: boolean): ChosenTime {
  const byDay = Map.groupBy(times, (at) => localDate(zone, at * 1_000));
  const days = daysOf(times, zone);
  const day = dayOf(asked, byDay, zone);
  const nothing = { day: soon, hour: "", days, hours: [], times: [] };
  if (day === undefined && (isOpenNow || days.length === 0)) return { ...nothing, at: null };
  const shownDay = day ?? days[0]?.value ?? "";
  const ofDay = byDay.get(shownDay) ?? [];
  const hourOf = (at: number): string => localTimeOf(zone, at * 1_000).slice(11, 13);
  const byHour = Map.groupBy(ofDay, hourOf);
  const isLong = ofDay.length > mostAtOnce;
  const wanted = ofDay.find((at) => String(at) === asked.when);
  const askedHour = byHour.has(asked.hour) ? asked.hour : undefined;
  const hour = (isLong ? askedHour : undefined) ?? hourOf(wanted ?? ofDay[0] ?? 0);
  const shown = isLong ? (byHour.get(hour) ?? []) : ofDay;
  const at = shown.find((each) => each === wanted) ?? shown[0] ?? null;
  return {
    at,
    day: shownDay,
    hour: isLong ? hour : "",
    days,
    hours: isLong ? [...byHour].map(([value, [first = 0]]) => ({ value, at: first })) : [],
    times: shown,
  };
}

/** The days that have a time, by the clock of the zone; the first seven. */
export function daysOf(times: readonly number[], zone: string): readonly TimeStep[] {
  const byDay = Map.groupBy(times, (at) => localDate(zone, at * 1_000));
  return [...byDay].slice(0, mostDays).map(([value, [at = 0]]) => ({ value, at }));
}

/** The day that was chosen, else that of the time; undefined where neither is offered. */
function dayOf({ day, when }: TimeAsked, byDay: ReadonlyMap<string, unknown>, zone: string): string | undefined {
  if (day === soon) return undefined;
  if (byDay.has(day)) return day;
  const ofTime = /^\d{1,12}$/.test(when) ? localDate(zone, Number(when) * 1_000) : "";
  return byDay.has(ofTime) ? ofTime : undefined;
}
