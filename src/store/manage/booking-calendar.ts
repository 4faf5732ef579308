/** The calendar file of a booking at its restaurant. Pure. */
import type { Booking } from "../../bookings/book/booking.ts";
import { calendarFile } from "./booking-calendar-file.ts";
import { addressLine } from "../book/booking-guest-wire.ts";
import type { BookingLocation } from "../book/booking-location.query.ts";
import { dayTimeWords, whenOf } from "../book/booking-when.ts";
import { servicesOf } from "../book/guest-venue.ts";
import { languageOf } from "../book/booking-words.ts";

/** The text of the file; `pageUrl` is where the guest manages the booking. */
export function bookingCalendar(
  booking: Booking,
  { location, state }: Pick<BookingLocation, "location" | "state">,
  pageUrl: string,
): string {
  const here = {
    name: location.name ?? "the restaurant",
    address: addressLine(location.address),
    phone: location.phone,
    coordinate: location.coordinate,
  };
  const language = languageOf(location.address.country);
  const when = dayTimeWords(whenOf(servicesOf(state, booking), booking.starts_at, booking.time_zone, language));
  return calendarFile(booking, here, { when, pageUrl, now: state.now });
}
