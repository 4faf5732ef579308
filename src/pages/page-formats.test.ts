import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages } from "../kernel/language.ts";
import {
  colonOf,
  formatClock,
  formatDate,
  formatDates,
  formatDay,
  formatDayTime,
  formatInFull,
  formatTime,
  formatWeekday,
} from "./page-formats.ts";
import { readerOf } from "./reader.ts";

const dayMs = 86_400_000;
const first = Date.UTC(2027, 0, 1, 12);
const days = Array.from({ length: 731 }, (_, day) => first + day * dayMs);
const countries = [null, "FR", "US", "CH", "PT", "BR", "MX", "BE"] as const;

test("two years of days in every locale: weekday and month in letters, never in figures alone (rules/languages 1.4)", () => {
  for (const language of guestLanguages) {
    for (const country of countries) {
      const { locale } = readerOf(language, country);
      const months = Array.from({ length: 12 }, (_, month) =>
        new Intl.DateTimeFormat(locale, { month: "long", day: "numeric", timeZone: "UTC" }).format(
          Date.UTC(2027, month, 9),
        ),
      ).map((text) =>
        text
          .replaceAll(/[^\p{L} ]/gu, " ")
          .split(" ")
          .filter((word) => word.length > 2),
      );
      const seen = new Set<string>();
      for (const at of days) {
        const date = new Date(at);
        for (const text of [
          formatDay(at, "UTC", locale),
          formatDate(date.toISOString().slice(0, 10), locale, "short"),
        ]) {
          assert.match(text, /\p{L}{2,}/u, `${locale} ${text}`);
          assert.doesNotMatch(text, /\d\s*[/.-]\s*\d/, `${locale} ${text}`);
          assert.ok(
            (months[date.getUTCMonth()] ?? []).some((word) => text.includes(word)),
            `${locale} ${text}`,
          );
          assert.ok(new RegExp(`(?<!\\d)${date.getUTCDate()}(?!\\d)`).test(text), `${locale} ${text}`);
        }
        if (at < first + 300 * dayMs) seen.add(formatDay(at, "UTC", locale));
      }
      assert.equal(seen.size, 300, `${locale}: each day of 300 has its own text`);
      assert.match(formatDay(first + 301 * dayMs, "UTC", locale, first), /2027/, locale);
    }
  }
});

test("the first of a month is the first in French: 1er, of the pages and of the short day too", () => {
  const at = Date.UTC(2026, 11, 1, 12);
  assert.equal(formatDay(at, "UTC", "fr-FR"), "mardi 1er décembre");
  assert.equal(formatDate("2028-12-01", "fr-CH", "long", "2026-12-01"), "vendredi, 1er décembre 2028");
  assert.equal(formatDate("2026-12-01", "fr", "short"), "mar. 1er décembre");
  assert.equal(formatDay(at + 10 * dayMs, "UTC", "fr-FR"), "vendredi 11 décembre");
  assert.equal(formatInFull(at, "UTC", "fr-FR"), "mardi 1er décembre 2026 à 12:00");
  assert.equal(formatDay(at, "UTC", "es-ES"), "martes, 1 de diciembre");
});

test("the days of the week and clocks are those of the reader", () => {
  assert.deepEqual([formatWeekday(0, "fr"), formatWeekday(6, "de-US")], ["dimanche", "Samstag"]);
  assert.deepEqual(
    [formatClock("18:30", "de"), formatClock("18:30", "en-US").replace("\u202f", " ")],
    ["18:30", "6:30 PM"],
  );
});

test("days from one to another have their year", () => {
  const shown = (...dates: Parameters<typeof formatDates>): string => formatDates(...dates).replaceAll(/\s/gu, " ");
  assert.equal(shown("2026-11-02", "2026-11-28", "de-DE"), "2.–28. November 2026");
  assert.equal(shown("2025-12-01", "2026-01-31", "fr-FR"), "1er décembre 2025 – 31 janvier 2026");
  assert.equal(shown("2026-11-01", "2026-11-28", "fr-FR"), "1er–28 novembre 2026");
  assert.equal(shown("2026-01-01", "2026-01-01", "en-GB"), "1 January 2026");
});

test("French has a space before a colon, and no line begins with the colon", () => {
  assert.deepEqual(
    guestLanguages.map((language) => `Code${colonOf(language)}7`),
    guestLanguages.map((language) => (language === "fr" ? "Code\u00A0: 7" : "Code: 7")),
  );
});

test("a time that the clock shows twice says which of the two is meant (rules/languages 1.3)", () => {
  const [summer, winter] = [Date.UTC(2027, 10, 7, 5, 30), Date.UTC(2027, 10, 7, 6, 30)];
  assert.equal(formatTime(summer, "America/New_York", "en-US"), "1:30 AM GMT-4");
  assert.equal(formatTime(winter, "America/New_York", "en-US"), "1:30 AM GMT-5");
  assert.equal(formatTime(winter + 3_600_000, "America/New_York", "en-US"), "2:30 AM");
  assert.equal(
    formatDayTime(Date.UTC(2026, 9, 25, 0, 30), "Europe/Paris", "de-FR"),
    "Sonntag, 25. Oktober, 02:30 GMT+2",
  );
  const receipt = formatInFull(Date.UTC(2026, 9, 25, 0, 30), "Europe/Paris", "de-FR");
  assert.equal(receipt, "Sonntag, 25. Oktober 2026 um 02:30 GMT+2");
});
