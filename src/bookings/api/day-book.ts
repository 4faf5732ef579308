/** The book of one service day: the parties of each service, and the figures of the whole day (rules/bookings 12.6). Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { instantOf, wallAt, wallTime } from "../../kernel/wall-time.ts";
import type { Booking } from "../book/booking.ts";
import { addDays, minutesOf, serviceDayEnd, servicesOn } from "../venue/service-days.ts";
import type { Venue } from "../venue/venue.ts";

/** Parties that come or came, and their guests. */
export interface Attendance {
  readonly parties: number;
  readonly covers: number;
}

export interface ServiceOfDay extends Attendance {
  readonly service_id: string;
  readonly name: string;
}

/** When a service day begins and ends; without a venue of ours the day is the calendar's. */
export function spanOfDay(
  date: string,
  timeZone: string,
  venue: Venue | null,
): { readonly from: Instant; readonly until: Instant } {
  if (venue !== null) return { from: serviceDayEnd(venue, addDays(date, -1)), until: serviceDayEnd(venue, date) };
  const midnight = (day: string): Instant => instantOf(timeZone, wallTime(day), "earlier");
  return { from: midnight(date), until: midnight(addDays(date, 1)) };
}

const notComing = new Set<Booking["status"]>(["cancelled_by_guest", "cancelled_by_venue", "declined", "no_show"]);

/** How many come, of these bookings. */
export function attendanceOf(bookings: readonly Pick<Booking, "status" | "party_size">[]): Attendance {
  const coming = bookings.filter(({ status }) => !notComing.has(status));
  return { parties: coming.length, covers: coming.reduce((sum, { party_size }) => sum + party_size, 0) };
}

/**
 * Each service of the date with its parties: those that begin after it opens and before the next one opens. Parties before
 * the first service are the first's.
 */
export function servicesOfDay(
  venue: Venue,
  date: string,
  bookings: readonly Pick<Booking, "status" | "party_size" | "starts_at">[],
): readonly ServiceOfDay[] {
  const midnight = wallTime(date);
  const services = servicesOn(venue, date).toSorted((a, b) => minutesOf(a).opens - minutesOf(b).opens);
  const serviceOf = Map.groupBy(bookings, ({ starts_at }) => {
    const minutes = (wallAt(venue.timeZone, starts_at) - midnight) / 60_000;
    return services.findLast((service) => minutesOf(service).opens <= minutes) ?? services[0];
  });
  return services.map((service) => ({
    service_id: service.serviceId,
    name: service.name,
    ...attendanceOf(serviceOf.get(service) ?? []),
  }));
}
