import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages, localeOf, type GuestLanguage } from "../../kernel/language.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { answerLetter, requestLetter } from "./group-letters.ts";
import type { GroupRequest } from "./group-request.ts";

const group = {
  status: "declined",
  party_size: 22,
  on_date: "2026-09-23",
  from_time: "18:00",
  until_time: "20:30",
  words: null,
  guest_first_name: "Ada",
  guest_last_name: "Byron",
  guest_phone: "+33142600143",
  guest_email: "ada@example.org",
} as GroupRequest;

function termsOf(language: GuestLanguage, country: string): LetterTerms {
  const venue = { name: "Chez Nous", address: null, phone: null, email: null };
  return { language, locale: localeOf(language, country), timeZone: "Europe/Paris", venue, isUnsubscribable: false };
}

const valuesOf = (letter: ReturnType<typeof requestLetter>): readonly string[] =>
  letter.facts.map(({ value }) => value);

test("a group is written of in the day, the hours and the numbers of the country (rules/languages 1.4)", () => {
  assert.deepEqual(valuesOf(requestLetter(group, "http://stand", termsOf("en", "GB"))), [
    "Ada Byron, +33 1 42 60 01 43, ada@example.org",
    "Wednesday, 23 September 2026",
    "18:00–20:30",
    "22",
  ]);
  const american = valuesOf(answerLetter(group, null, termsOf("en", "US")));
  assert.deepEqual(american, ["Wednesday, September 23, 2026", "6:00 PM–8:30 PM"]);
});

test("the subject of a request tells size and day within 50 characters, in every language", () => {
  for (const language of guestLanguages) {
    const { subject } = requestLetter(group, "http://stand", termsOf(language, "IE"));
    assert.ok(subject.length <= 50 && subject.includes("22") && subject.includes("23"), subject);
  }
});
