/** A booking as an entry of a calendar; the description has the restaurant's own wall time in words. Pure. */
import type { Booking } from "../../bookings/book/booking.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { calendarFile, type CalendarEntry } from "../../mail/calendar-file.ts";

export interface CalendarLocation {
  readonly name: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly coordinate: { readonly latitude: number; readonly longitude: number } | null;
}

export interface CalendarWords {
  /** When, in the restaurant's wall time. */
  readonly when: string;
  readonly pageUrl: string;
  /** The experience that is booked, as the reader calls it. */
  readonly experience: string | null;
  /** When the file was made. */
  readonly now: Instant;
  readonly reader: Reader;
}

const statuses: Readonly<Partial<Record<Booking["status"], CalendarEntry["status"]>>> = {
  pending: "TENTATIVE",
  cancelled_by_guest: "CANCELLED",
  cancelled_by_venue: "CANCELLED",
  declined: "CANCELLED",
};

/** The text of the file. */
export function bookingCalendarFile(booking: Booking, here: CalendarLocation, words: CalendarWords): string {
  return calendarFile(bookingEntry(booking, here, words));
}

/** The booking as an entry. */
export function bookingEntry(
  booking: Booking,
  here: CalendarLocation,
  { when, experience, pageUrl, now, reader }: CalendarWords,
): CalendarEntry {
  const say = speak(reader.language, "visit", reader.locale);
  const people = speak(reader.language, "booking", reader.locale)("people", { count: booking.party_size });
  const description = [
    `${people}, ${when}`,
    ...(experience === null ? [] : [experience]),
    say("calendar.code", { code: booking.confirmation_code }),
    ...(here.phone === null ? [] : [say("calendar.phone", { phone: here.phone })]),
    say("calendar.manage", { link: pageUrl }),
  ].join("\n");
  return {
    uid: `${booking.id}@maple`,
    madeAt: now,
    changedAt: booking.updated_at,
    sequence: booking.version - 1,
    status: statuses[booking.status] ?? "CONFIRMED",
    startsAt: booking.starts_at,
    endsAt: booking.ends_at,
    summary: say("calendar.title", { name: here.name }),
    description,
    location: here.address === null ? null : `${here.name}, ${here.address}`,
    coordinate: here.coordinate,
    url: pageUrl,
  };
}
