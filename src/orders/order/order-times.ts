/**
 * When an order can be ready, and the capacity of an interval (rules/ordering 7.1 to 7.4). Pure: the orders already due
 * in an interval are a parameter. All instants are of the location's clock.
 */
import type { Instant } from "../../kernel/clock.ts";
import { isOpenAt, nextOpening, wallAt } from "../../kernel/wall-time.ts";
import type { LocationSettings, OrderCapacity } from "../../locations/location/location.ts";

const minuteMs = 60_000;
/** How far ahead the next possible time is looked for. */
export const searchDays = 14;
/** A time that is offered is a round one. */
const roundMs = 5 * minuteMs;
const quarterMs = 15 * minuteMs;

/** What the times of a location are made from. */
export type OrderingClock = Pick<
  LocationSettings,
  | "now"
  | "timezone"
  | "opening_hours"
  | "ordering_paused_until"
  | "preparation_minutes"
  | "busy_delay_minutes"
  | "order_capacity"
>;

/** From the moment the kitchen may begin until an order is ready, in milliseconds. */
function readyMs(location: OrderingClock): number {
  return (location.preparation_minutes + location.busy_delay_minutes) * minuteMs;
}

/** The earliest time for which an order can be ready, hours and capacity aside. */
export function earliestReady(location: OrderingClock): Instant {
  return Math.max(location.now, location.ordering_paused_until ?? location.now) + readyMs(location);
}

/** When an order is to be ready: the time it is scheduled for, else as soon as the kitchen can. */
export function dueAt(location: OrderingClock, scheduledFor: Instant | null): Instant {
  return scheduledFor ?? location.now + readyMs(location);
}

export interface Interval {
  readonly from: Instant;
  /** Exclusive. */
  readonly until: Instant;
}

/** The interval of the day that a time lies in: intervals begin at midnight of the location's own clocks. */
export function intervalOf(
  { timezone }: Pick<OrderingClock, "timezone">,
  capacity: OrderCapacity,
  at: Instant,
): Interval {
  const length = capacity.interval_minutes * minuteMs;
  const from = at - (wallAt(timezone ?? "UTC", at) % length);
  return { from, until: from + length };
}

/** Where the search for the next possible time begins and ends, in whole intervals. */
export function searchWindow(location: OrderingClock, after: Instant): Interval {
  const capacity = location.order_capacity;
  const from = capacity === null ? after : intervalOf(location, capacity, after).from;
  return { from, until: from + searchDays * 24 * 60 * minuteMs };
}

/** The first time, not before the one asked for, for which an order can be placed; null when there is none within two weeks. */
export function nextPossibleTime(
  location: OrderingClock,
  after: Instant,
  dueIn: (from: Instant) => number,
): Instant | null {
  const { opening_hours: hours, timezone, order_capacity: capacity } = location;
  const { until } = searchWindow(location, after);
  let at = roundUp(after);
  while (at < until) {
    if (hours !== null && timezone !== null) {
      const opens = isOpenAt(hours, timezone, at) ? at : nextOpening(hours, timezone, at);
      if (opens === null) return null;
      at = opens;
    }
    if (capacity === null) break;
    const interval = intervalOf(location, capacity, at);
    if (dueIn(interval.from) < capacity.max_orders) break;
    at = interval.until;
  }
  return at < until ? at : null;
}

/** Times to choose from, a quarter of an hour apart, from `after` on; at most so many. */
export function possibleTimes(
  location: OrderingClock,
  after: Instant,
  dueIn: (from: Instant) => number,
  most: number,
): Instant[] {
  const times: Instant[] = [];
  let at = nextPossibleTime(location, after, dueIn);
  while (at !== null && times.length < most) {
    times.push(at);
    const quarter = Math.floor(at / quarterMs) * quarterMs + quarterMs;
    at = nextPossibleTime(location, quarter, dueIn);
  }
  return times;
}

function roundUp(at: Instant): Instant {
  return Math.ceil(at / roundMs) * roundMs;
}

/** A time as a diner reads it: "18:30", "tomorrow at 11:00", "Monday 23 November at 11:00". */
export function inWords({ timezone, now }: Pick<OrderingClock, "timezone" | "now">, at: Instant): string {
  const zone = timezone ?? "UTC";
  const day = (instant: Instant): number => Math.floor(wallAt(zone, instant) / (24 * 60 * minuteMs));
  const wall = new Date(wallAt(zone, at));
  const time = wall.toISOString().slice(11, 16);
  const ahead = day(at) - day(now);
  if (ahead === 0) return time;
  if (ahead === 1) return `tomorrow at ${time}`;
  return `${weekdays[wall.getUTCDay()]} ${wall.getUTCDate()} ${months[wall.getUTCMonth()]} at ${time}`;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
