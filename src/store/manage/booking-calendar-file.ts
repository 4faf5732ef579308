/**
 * A booking as a calendar file (RFC 5545). Times are written in UTC, which every calendar shows in its owner's zone and none
 * can misread; the description has the restaurant's own wall time in words. The same booking keeps its UID, and SEQUENCE
 * grows with its version, so importing it again after a change or a cancellation updates the entry. Pure.
 */
import type { Booking } from "../../bookings/book/booking.ts";
import type { Instant } from "../../kernel/clock.ts";

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
  /** When the file was made. */
  readonly now: Instant;
}

const statuses: Readonly<Partial<Record<Booking["status"], string>>> = {
  pending: "TENTATIVE",
  cancelled_by_guest: "CANCELLED",
  cancelled_by_venue: "CANCELLED",
  declined: "CANCELLED",
};

/** The text of the file, lines ended by CR LF and folded at 75 octets. */
export function calendarFile(booking: Booking, here: CalendarLocation, { when, pageUrl, now }: CalendarWords): string {
  const guests = booking.party_size === 1 ? "1 guest" : `${booking.party_size} guests`;
  const description = [
    `${guests}, ${when}`,
    ...(booking.experience_name === null ? [] : [booking.experience_name]),
    `Confirmation code ${booking.confirmation_code}`,
    ...(here.phone === null ? [] : [`Restaurant: ${here.phone}`]),
    `Change or cancel: ${pageUrl}`,
  ].join("\n");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Maple//Bookings//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${booking.id}@maple`,
    `DTSTAMP:${utc(now)}`,
    `LAST-MODIFIED:${utc(booking.updated_at)}`,
    `SEQUENCE:${booking.version - 1}`,
    `STATUS:${statuses[booking.status] ?? "CONFIRMED"}`,
    `DTSTART:${utc(booking.starts_at)}`,
    `DTEND:${utc(booking.ends_at)}`,
    `SUMMARY:${escapeText(`Table at ${here.name}`)}`,
    `DESCRIPTION:${escapeText(description)}`,
    ...(here.address === null ? [] : [`LOCATION:${escapeText(`${here.name}, ${here.address}`)}`]),
    ...(here.coordinate === null ? [] : [`GEO:${here.coordinate.latitude};${here.coordinate.longitude}`]),
    `URL:${pageUrl}`,
    "TRANSP:OPAQUE",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function utc(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n?|\n/g, "\\n")
    .replaceAll(/\p{Cc}/gu, "");
}

/** Breaks a line so that none has more than 75 octets, and no character is broken. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      parts.push(part);
      part = "";
      // The space that begins a continued line counts.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
