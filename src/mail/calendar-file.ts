/**
 * An entry of a calendar as a file (RFC 5545), and as a link that fills in Google's form. Times are in UTC: every
 * calendar shows them in its owner's zone, and no calendar can misread them. An entry keeps its UID, and its sequence
 * grows with every change, so a second import updates the entry. Pure.
 */
import type { Instant } from "../kernel/clock.ts";

export interface CalendarEntry {
  readonly uid: string;
  /** When the file was made. */
  readonly madeAt: Instant;
  readonly changedAt: Instant;
  readonly sequence: number;
  readonly status: "TENTATIVE" | "CONFIRMED" | "CANCELLED";
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly summary: string;
  readonly description: string;
  readonly location: string | null;
  readonly coordinate: { readonly latitude: number; readonly longitude: number } | null;
  /** The guest's page; empty where there is none. */
  readonly url: string;
}

/** The text of the file, lines ended by CR LF and folded at 75 octets. */
export function calendarFile(entry: CalendarEntry): string {
  const { location, coordinate } = entry;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Maple//Bookings//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${entry.uid}`,
    `DTSTAMP:${utc(entry.madeAt)}`,
    `LAST-MODIFIED:${utc(entry.changedAt)}`,
    `SEQUENCE:${entry.sequence}`,
    `STATUS:${entry.status}`,
    `DTSTART:${utc(entry.startsAt)}`,
    `DTEND:${utc(entry.endsAt)}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    ...(location === null ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(coordinate === null ? [] : [`GEO:${coordinate.latitude};${coordinate.longitude}`]),
    ...(entry.url === "" ? [] : [`URL:${entry.url}`]),
    "TRANSP:OPAQUE",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** Where Google's calendar is filled in with the entry; the key to the guest's page is not told (rules/messages-and-privacy 4.8). */
export function googleCalendarLink({
  summary,
  startsAt,
  endsAt,
  location,
}: Pick<CalendarEntry, "summary" | "startsAt" | "endsAt" | "location">): string {
  const asked = new URLSearchParams({
    action: "TEMPLATE",
    text: summary,
    dates: `${utc(startsAt)}/${utc(endsAt)}`,
    ...(location === null ? {} : { location }),
  });
  return `https://calendar.google.com/calendar/render?${asked.toString()}`;
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
