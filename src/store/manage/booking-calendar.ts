/** The calendar file of a booking at its restaurant. Pure. */
import type { Booking } from "../../bookings/book/booking.ts";
import { bookingCalendarFile, bookingEntry, type CalendarLocation } from "./booking-calendar-file.ts";
import { googleCalendarLink } from "../../mail/calendar-file.ts";
import { addressLine } from "../book/booking-guest-wire.ts";
import type { BookingLocation } from "../book/booking-location.query.ts";
import { bookingWords } from "../book/booking-shared-page.ts";
import { dayTimeWords, whenOf } from "../book/booking-when.ts";
import { servicesOf } from "../book/guest-venue.ts";
import type { Reader } from "../../pages/reader.ts";
import { venueWords } from "../shared/venue-words.ts";

type BookedLocation = Pick<BookingLocation, "location" | "state">;

/** The text of the file; `pageUrl` is where the guest manages the booking. */
export function bookingCalendar(booking: Booking, booked: BookedLocation, pageUrl: string, reader: Reader): string {
  const { location, state } = booked;
  const when = dayTimeWords(whenOf(servicesOf(state, booking), booking.starts_at, booking.time_zone, reader));
  const experience = experienceOf(booking, booked, reader);
  return bookingCalendarFile(booking, calendarLocation(location, reader), {
    when,
    experience,
    pageUrl,
    now: state.now,
    reader,
  });
}

/** Google's form filled in with the booking; says nothing of the guest's key (rules/messages-and-privacy 4.8). */
export function bookingGoogleLink(booking: Booking, booked: BookedLocation, reader: Reader): string {
  const experience = experienceOf(booking, booked, reader);
  const words = { when: "", experience, pageUrl: "", now: 0, reader };
  return googleCalendarLink(bookingEntry(booking, calendarLocation(booked.location, reader), words));
}

function experienceOf(booking: Booking, booked: BookedLocation, reader: Reader): string | null {
  return venueWords(booked, reader).experience(booking.experience_id, booking.experience_name)?.text ?? null;
}

function calendarLocation(location: BookingLocation["location"], reader: Reader): CalendarLocation {
  return {
    name: location.name ?? bookingWords(reader)("nameless"),
    address: addressLine(location.address),
    phone: location.phone,
    coordinate: location.coordinate,
  };
}
