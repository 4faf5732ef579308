import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Booking } from "../../bookings/book/booking.ts";
import type { Id } from "../../kernel/id.ts";
import { isolate } from "../../words/isolate.ts";
import { bookingCalendarFile } from "./booking-calendar-file.ts";

const id = "bkg_01k0w3h8r6w2f9k4x1p7z5b0da" as Id<"bkg">;
const booking: Booking = {
  id,
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke" as Id<"str">,
  kept_by: "provider",
  app_id: null,
  created_at: 0,
  updated_at: Date.UTC(2026, 2, 1, 12),
  version: 3,
  repairs_since: 0,
  event_sequence: 3,
  status: "confirmed",
  source: "online",
  confirmation_code: "7KQ4MXRT",
  starts_at: Date.UTC(2026, 2, 6, 18, 30),
  ends_at: Date.UTC(2026, 2, 6, 20),
  local_start: "2026-03-06T19:30:00+01:00",
  time_zone: "Europe/Paris",
  party_size: 2,
  area_id: null,
  area_name: null,
  unit_ids: [],
  experience_id: null,
  experience_name: null,
  guest_first_name: "Ada",
  guest_last_name: null,
  guest_phone: null,
  guest_email: null,
  language: null,
  notes: null,
  venue_notes: null,
  changeable_until: 0,
  cancellable_until: 0,
  seated_at: null,
  completed_at: null,
  cancellation: null,
  waitlist_entry_id: null,
  updated_by: "guest",
  acted_by: null,
  late_until: null,
  undo_point: null,
  payment: null,
  payment_due_at: null,
  decline_reason: null,
};
const here = { name: "Bistro Maple", address: "1 Rue X, Paris", phone: null, coordinate: null };
const words = {
  when: "Friday, 6 March, 19:30",
  experience: null,
  pageUrl: "https://maple.example/booking/abc",
  now: booking.updated_at,
  reader: { language: "en", locale: "en" },
} as const;

/** The lines of a file as a reader sees them: unfolded. */
const linesOf = (file: string): string[] => file.replaceAll("\r\n ", "").split("\r\n").slice(0, -1);
const read = (text: string): string =>
  text.replaceAll(/\\(n|[\\;,])/g, (_all, sign: string) => (sign === "n" ? "\n" : sign));

describe("the calendar file", () => {
  test("names the instant in UTC, the same entry every time, and a sequence that grows with the booking (rules/bookings 14.7)", () => {
    const lines = linesOf(bookingCalendarFile(booking, here, words));
    for (const line of [
      "DTSTART:20260306T183000Z",
      "DTEND:20260306T200000Z",
      `UID:${id}@maple`,
      "SEQUENCE:2",
      "STATUS:CONFIRMED",
    ])
      assert.ok(lines.includes(line), line);
    assert.deepEqual([lines[0], lines.at(-1)], ["BEGIN:VCALENDAR", "END:VCALENDAR"]);
    const cancelled = bookingCalendarFile({ ...booking, status: "cancelled_by_guest", version: 4 }, here, words);
    assert.ok(linesOf(cancelled).includes("STATUS:CANCELLED"));
    assert.ok(linesOf(cancelled).includes("SEQUENCE:3"));
  });

  test("says which experience is booked in the words of its reader, not in those that were kept", () => {
    const booked = { ...booking, experience_id: "tasting", experience_name: "Tasting menu" };
    const file = linesOf(bookingCalendarFile(booked, here, { ...words, experience: "Menu dégustation" })).join("\n");
    assert.ok(file.includes("Menu dégustation") && !file.includes("Tasting menu"), file);
  });

  test("any name and address come back as they were; no line is longer than 75 octets or begins a new property", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 200 }).map((each) => each.replaceAll(/\p{Cc}/gu, "\n"));
    fc.assert(
      fc.property(text, text, (name, address) => {
        const file = bookingCalendarFile(booking, { ...here, name, address }, words);
        for (const line of file.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75, line);
        assert.equal(/[\r\n]/.test(file.replaceAll("\r\n", "")), false);
        const lines = linesOf(file);
        assert.equal(lines.length, linesOf(bookingCalendarFile(booking, here, words)).length);
        const value = (property: string): string =>
          read(lines.find((line) => line.startsWith(`${property}:`))?.slice(property.length + 1) ?? "");
        assert.equal(value("LOCATION"), `${name}, ${address}`);
        assert.equal(value("SUMMARY"), `Table at ${isolate(name)}`);
      }),
      { numRuns: 300 },
    );
  });
});
