/** The local dates of a stay: writers lock them, and versions are counted by them. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { localDate } from "../../kernel/wall-time.ts";

export interface Span {
  readonly from: Instant;
  /** Exclusive; the buffer after a stay is part of it. */
  readonly until: Instant;
}

const halfDayMs = 12 * 3_600_000;

/** Every local date that the spans touch, ascending; two spans that overlap always have one in common. */
export function daysOf(timeZone: string, spans: readonly Span[]): readonly string[] {
  const days = new Set<string>();
  for (const { from, until } of spans) {
    // No local date is shorter than half a day, so none is stepped over.
    for (let at = from; at < until; at += halfDayMs) days.add(localDate(timeZone, at));
    days.add(localDate(timeZone, Math.max(from, until - 1)));
  }
  return [...days].toSorted();
}
