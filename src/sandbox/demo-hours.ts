/**
 * The opening hours of the demonstration: long, and chosen at its start so that the places are open then and for some
 * hours more (rules/operating 9.3). Pure.
 */
import { isDeepStrictEqual } from "node:util";
import type { Instant } from "../kernel/clock.ts";
import { isOpenAt, localTimeOf, openUntil, type Availability } from "../kernel/wall-time.ts";

const hourMs = 3_600_000;
/** A demonstration that closes sooner has other hours at its next start. */
const leastLeftMs = 2 * hourMs;

/** The hours of one day, every day, from and until a local hour; they are right from `at` on, until the next of them is. */
const choices = [
  { at: 1, startTime: "17:00", endTime: "13:00" },
  { at: 7, startTime: "07:00", endTime: "03:00" },
  { at: 21, startTime: "11:00", endTime: "07:00" },
] as const;
type Choice = (typeof choices)[number];

/** The hours of a demonstration that starts now. */
export function hoursAt(now: Instant, timeZone: string): Availability {
  const hour = Number(localTimeOf(timeZone, now).slice(11, 13));
  return everyDay(choices.findLast(({ at }) => at <= hour) ?? choices[2]);
}

/** Whether the hours are the demonstration's own still, and leave nobody who starts it now the time to order. */
export function areOver(hours: Availability | null, timeZone: string, now: Instant): boolean {
  if (hours === null || !choices.some((choice) => isDeepStrictEqual(hours, everyDay(choice)))) return false;
  if (!isOpenAt(hours, timeZone, now)) return true;
  const until = openUntil(hours, timeZone, now);
  return until !== null && until < now + leastLeftMs;
}

function everyDay({ startTime, endTime }: Choice): Availability {
  return { windows: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime, endTime })) };
}
