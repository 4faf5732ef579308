/** The service day that a stand shows (rules/stand 1.2). Pure. */
import type { Span } from "../../bookings/tables/booking-days.ts";
import { addDays, serviceDayEnd, serviceDayOf } from "../../bookings/venue/service-days.ts";
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import type { Instant } from "../../kernel/clock.ts";
import { instantOf, localDate, wallTime } from "../../kernel/wall-time.ts";

/** The service day that a stand shows; its bookings are those that start within, the night after it among them. */
export interface StandDay extends Span {
  readonly date: string;
  readonly closes: Instant;
  /** When the stand shows the next service day. */
  readonly next: Instant;
}

/** Bookings of the night are taken by telephone also after closing time: the day is shown until five in the morning. */
const nightMinutes = 5 * 60;

/**
 * The service day of a date ("2026-12-04"), else that of now; where nothing is configured days are those of the calendar,
 * and null without a time zone.
 */
export function standDayOf({ location, venue, now }: VenueState, asked?: string): StandDay | null {
  const { timezone } = location;
  if (timezone === null) return null;
  const date = asked ?? (venue === null ? localDate(timezone, now) : serviceDayOf(venue, now));
  const wallOf = (day: string, minutes = 0): Instant => instantOf(timezone, wallTime(day, minutes), "earlier");
  const midnight = wallOf(addDays(date, 1));
  const morning = wallOf(addDays(date, 1), nightMinutes);
  if (venue === null) return { date, from: wallOf(date), until: morning, closes: midnight, next: midnight };
  const closes = serviceDayEnd(venue, date);
  return {
    date,
    from: serviceDayEnd(venue, addDays(date, -1)),
    until: Math.max(closes, morning),
    closes,
    next: Math.max(closes, midnight),
  };
}
