/** Letters, texts, calendars and reminders of bookings in the nights in which clocks change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages } from "../../kernel/language.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { composeMessage } from "../../messaging/text/templates.ts";
import { isEveningBefore } from "../aftercare/remind-guests.job.ts";
import type { Booking } from "./booking.ts";
import { bookingLetter, bookingText } from "./booking-letter.ts";

const minuteMs = 60_000;

/** Two starts that the clock shows as one time, and one after them. */
const nights = [
  ["Europe/Paris", "2026-10-25T00:30:00Z", 60, ["02:30 GMT+2", "02:30 GMT+1"], "2026-10-24T16:00:00Z"],
  ["America/New_York", "2026-11-01T05:30:00Z", 60, ["01:30 GMT-4", "01:30 GMT-5"], "2026-10-31T22:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T14:45:00Z", 30, ["01:45 GMT+11", "01:45 GMT+10:30"], "2026-04-04T07:00:00Z"],
] as const;

const bookingAt = (time_zone: string, starts_at: number) =>
  ({
    id: "bkg_1",
    starts_at,
    ends_at: starts_at + 90 * minuteMs,
    updated_at: starts_at,
    version: 1,
    time_zone,
    party_size: 2,
    confirmation_code: "7KQ4MXRT",
    cancellation: null,
    guest_first_name: "Ada",
    guest_last_name: null,
  }) as Booking;

function termsIn(language: LetterTerms["language"], timeZone: string): LetterTerms {
  const venue = { name: "Bistro", address: null, phone: null, email: null };
  return { language, locale: `${language}-FR`, timeZone, venue, isUnsubscribable: true };
}

function bodyOf(booking: Booking, language: (typeof guestLanguages)[number]): string {
  return composeMessage(
    "Bistro",
    language,
    bookingText("booking_confirmed", booking, language, "https://m.example/g/x"),
  ).body;
}

for (const [zone, first, minutes, shown, evening] of nights) {
  const starts = [Date.parse(first), Date.parse(first) + minutes * minuteMs];

  test(`${zone}: texts and letters say which of two times is meant, and calendars have the instant`, () => {
    for (const [index, at] of starts.entries()) {
      const booking = bookingAt(zone, at);
      const letter = bookingLetter(
        "booking_confirmed",
        { booking, areaName: null, experienceName: null, link: null },
        termsIn("de", zone),
      );
      assert.match(letter.facts[0]?.value ?? "", new RegExp(`, ${shown[index]?.replace("+", "\\+")}$`));
      const utc = new Date(at).toISOString().replaceAll(/[-:]|\.000/g, "");
      assert.ok(letter.calendar?.text.includes(`DTSTART:${utc}\r\n`));
      assert.equal(letter.reservation?.startTime, localTimeOf(zone, at));
      assert.ok(bodyOf(booking, "de").includes(`${shown[index]}`), bodyOf(booking, "de"));
    }
    for (const language of guestLanguages) {
      const [one, other] = starts.map((at) =>
        composeMessage("Bistro", language, bookingText("booking_reminder", bookingAt(zone, at), language, null)),
      );
      assert.notEqual(one?.body, other?.body, language);
      assert.ok(
        (one?.segments ?? 9) <= 2 && (other?.segments ?? 9) <= 2,
        `${language}: the text is of the cheap alphabet`,
      );
    }
  });

  test(`${zone}: a time that the clock shows once has no offset; the evening before is 18:00 there`, () => {
    const later = bookingAt(zone, Date.parse(first) + 12 * 60 * minuteMs);
    assert.doesNotMatch(bodyOf(later, "en"), /GMT/);
    for (const starts_at of [...starts, later.starts_at]) {
      const at = Date.parse(evening);
      assert.equal(isEveningBefore({ starts_at, time_zone: zone, now: at }), true);
      assert.equal(isEveningBefore({ starts_at, time_zone: zone, now: at - 1 }), false);
    }
  });
}

test("in the night in which an hour is left out, times and the evening before are those of the clock", () => {
  const booking = bookingAt("Europe/Paris", Date.parse("2027-03-28T01:30:00Z"));
  assert.ok(bodyOf(booking, "en").includes("Sunday 28 March at 03:30."), bodyOf(booking, "en"));
  const due = { starts_at: booking.starts_at, time_zone: "Europe/Paris" };
  assert.equal(isEveningBefore({ ...due, now: Date.parse("2027-03-27T17:00:00Z") }), true);
  assert.equal(isEveningBefore({ ...due, now: Date.parse("2027-03-27T16:59:00Z") }), false);
});
