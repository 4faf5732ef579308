import assert from "node:assert/strict";
import { test } from "node:test";
import { readerOf } from "../../pages/reader.ts";
import { joinClosedPage } from "./wait-join-page.ts";

test("times of a closed waitlist stand under today, tonight and the night after, each with its date (rules/languages 1.8)", () => {
  const times = ["2026-11-22T12:30+01:00", "2026-11-22T19:00+01:00", "2026-11-23T00:30+01:00"].map(Date.parse);
  const { main } = joinClosedPage({
    venue: { name: "Bistro" },
    phone: null,
    ways: {
      today: { date: "2026-11-22", href: "/book/here", times, timeZone: "Europe/Paris" },
      alertHref: null,
      bookHref: null,
      menuHref: null,
    },
    reader: readerOf("en", "FR"),
  });
  const lines = main.text
    .replaceAll(/<[^>]*>/g, "\n")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  assert.deepEqual(lines.slice(2), [
    "Free tables for two",
    "Today: Sunday, 22 November",
    "12:30",
    "Tonight: Sunday, 22 November",
    "19:00",
    "Tonight after midnight: Monday, 23 November",
    "00:30",
  ]);
});
