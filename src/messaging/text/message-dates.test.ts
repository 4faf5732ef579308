import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages, type GuestLanguage } from "../../kernel/language.ts";
import { dateInWords } from "./message-dates.ts";
import { isGsm } from "./segments.ts";
import { textFor } from "./templates.ts";

const year = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));

test("a date has its weekday and its month by name, in every language (rules/messages-and-privacy 1.10)", () => {
  const cases: readonly (readonly [GuestLanguage, string, string])[] = [
    ["en", "2026-12-06", "Sunday 6 December"],
    ["fr", "2026-12-01", "mardi 1er décembre"],
    ["de", "2026-03-07", "Samstag, 7. März"],
    ["es", "2026-09-23", "miércoles 23 de septiembre"],
    ["it", "2026-05-11", "lunedì 11 maggio"],
    ["nl", "2026-08-13", "donderdag 13 augustus"],
    ["pt", "2026-03-03", "ter. 3 mar."],
  ];
  for (const [language, date, words] of cases) assert.equal(dateInWords(language, date), words);
});

test("no two dates of a year read alike, and none costs more than plain letters", () => {
  for (const language of guestLanguages) {
    const read = year.map((date) => dateInWords(language, date));
    assert.equal(new Set(read).size, year.length, language);
    for (const text of read) assert.ok(isGsm(text), text);
  }
});

test("the weekday and the month are those of the calendar", () => {
  const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  for (const language of guestLanguages) {
    const weekday = new Intl.DateTimeFormat(language, { timeZone: "UTC", weekday: "long" });
    const month = new Intl.DateTimeFormat(language, { timeZone: "UTC", month: "long" });
    const start = (format: Intl.DateTimeFormat, date: string): string =>
      plain(format.format(new Date(date))).slice(0, 3);
    for (const date of year) {
      const words = plain(dateInWords(language, date)).split(/[ ,]+/);
      assert.equal(words[0]?.slice(0, 3), start(weekday, date), `${language} ${date}`);
      assert.equal(words.at(-1)?.slice(0, 3), start(month, date), `${language} ${date}`);
    }
  }
});

test("no message calls a day today, however late or early it is read", () => {
  for (const language of guestLanguages) {
    for (const kind of ["booking_confirmed", "booking_reminder", "booking_changed"] as const) {
      const booked = { date: "2026-11-23", time: "00:30", partySize: 2, code: "7KQ4MXRT", link: null };
      const text = textFor(language, { kind, ...booked });
      assert.ok(text.includes(dateInWords(language, "2026-11-23")), text);
      assert.doesNotMatch(text, /today|aujourd|heute|\bhoy\b|oggi|vandaag|hoje|23\.11/, text);
    }
  }
});
