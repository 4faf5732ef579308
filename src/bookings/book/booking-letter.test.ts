import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages } from "../../kernel/language.ts";
import type { Id } from "../../kernel/id.ts";
import { letterHtml } from "../../mail/letter-html.ts";
import { letterText } from "../../mail/letter-text.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { shortLetter } from "../../messaging/text/templates.ts";
import type { WordsLanguage } from "../../words/speak.ts";
import type { Booking } from "./booking.ts";
import { bookingLetter } from "./booking-letter.ts";

const at = Date.UTC(2026, 11, 6, 18, 30);
const booking = {
  id: "bkg_1" as Id<"bkg">,
  starts_at: at,
  ends_at: at + 5_400_000,
  updated_at: at,
  version: 2,
  time_zone: "Europe/Paris",
  party_size: 4,
  area_name: "7",
  confirmation_code: "77777777",
  cancellation: null,
  guest_first_name: "Ada",
  guest_last_name: "</script>",
} as Booking;

const kinds = [
  "booking_confirmed",
  "booking_requested",
  "booking_declined",
  "booking_reminder",
  "booking_changed",
  "booking_cancelled",
] as const;

function letters(language: WordsLanguage, locale: string) {
  const venue = { name: "9", address: null, phone: null, email: null };
  const terms: LetterTerms = { language, locale, timeZone: "Europe/Paris", venue, isUnsubscribable: true };
  return kinds.map((kind) =>
    bookingLetter(kind, { booking, areaName: "7", experienceName: null, link: "http://3" }, terms),
  );
}

test("each kind of news of a booking is said in every language, with the day in words (rules/messages-and-privacy 1.10)", () => {
  for (const language of guestLanguages) {
    const made = letters(language, `${language}-FR`);
    assert.equal(new Set(made.map(({ subject }) => subject)).size, kinds.length, language);
    for (const letter of made) {
      const day = new Intl.DateTimeFormat(`${language}-FR`, { weekday: "long", timeZone: "Europe/Paris" }).format(at);
      assert.ok(letter.facts[0]?.value.includes(day) === true, language);
      assert.ok(letter.subject.length <= 78, letter.subject);
      assert.ok(shortLetter("Chez Nous", letter).segments <= 3);
    }
  }
});

test("every word of a letter about a booking comes from the words", () => {
  const day = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "Europe/Paris" });
  for (const letter of letters("en-XA", "en")) {
    const dates = day.formatToParts(at).map(({ value }) => value);
    const said = dates
      .filter((part) => /[a-z]{2}/i.test(part))
      .reduce(
        (text, part) => text.replaceAll(part, ""),
        letterText(letter, { stop: "http://1", unsubscribe: "http://2" }),
      )
      .replaceAll(/http:\S+|\b[AP]M\b/g, "");
    assert.doesNotMatch(said, /[a-z]{2}/i, said);
  }
});

test("mail programs read the booking beside the words; nothing of a booking that was not made (rules/messages-and-privacy 1.16)", () => {
  const links = { stop: "http://1", unsubscribe: "http://2" };
  const read = letters("fr", "fr-FR").map((letter) => {
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(letterHtml(letter, links)) ?? [];
    return data === undefined ? undefined : JSON.parse(data);
  });
  assert.deepEqual(
    read.map((data) => data?.reservationStatus.split("Reservation")[1]),
    ["Confirmed", "Pending", undefined, "Confirmed", "Confirmed", "Confirmed"],
  );
  const { reservationFor, underName, startTime, ...rest } = read[0];
  assert.deepEqual(
    [reservationFor, underName.name, startTime, rest.partySize, rest.reservationNumber, rest.url],
    [
      { "@type": "FoodEstablishment", name: "9" },
      "Ada </script>",
      "2026-12-06T19:30:00+01:00",
      4,
      "77777777",
      "http://3",
    ],
  );
});

test("the letter and its entry of a calendar name the experience that is booked (rules/messages-and-privacy 1.16)", () => {
  const venue = { name: "9", address: null, phone: null, email: null };
  const terms: LetterTerms = {
    language: "de",
    locale: "de-DE",
    timeZone: "Europe/Paris",
    venue,
    isUnsubscribable: true,
  };
  const said = (experienceName: string | null) =>
    bookingLetter("booking_confirmed", { booking, areaName: null, experienceName, link: null }, terms);
  const letter = said("Degustationsmenü");
  assert.ok(letter.facts.some(({ label, value }) => label === "Menü" && value === "Degustationsmenü"));
  assert.match(letter.calendar?.text ?? "", /DESCRIPTION:4 Personen\\nDegustationsmenü\\n77777777/);
  assert.match(said(null).calendar?.text ?? "", /DESCRIPTION:4 Personen\\n77777777/);
});
