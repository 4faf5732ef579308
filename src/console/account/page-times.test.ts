import assert from "node:assert/strict";
import { test } from "node:test";
import { pageLocale, pageTimes, zoneOf } from "./page-times.ts";

const at = Date.UTC(2026, 6, 1, 22, 30);

test("a moment is told in the zone of the reader, and names it", () => {
  assert.match(pageTimes("en", "Europe/Paris").moment(at), /^Jul 2, 2026, 12:30.AM GMT\+2$/);
  assert.match(pageTimes("de", "UTC").moment(at), /^1\. Juli 2026,? 22:30 UTC$/);
  assert.equal(pageTimes("en", "Europe/Paris").day(at), "Jul 2, 2026");
});

for (const [zones, wanted] of [
  [[], "UTC"],
  [["Europe/Paris"], "Europe/Paris"],
  [["Europe/Paris", "Europe/Paris"], "Europe/Paris"],
  [["Europe/Paris", "Europe/Berlin"], "UTC"],
  [["Europe/Paris", null], "UTC"],
  [[null], "UTC"],
] as const) {
  test(`places in ${zones.join(", ") || "no zone"}: ${wanted}`, () =>
    assert.equal(zoneOf(zones.map((timezone) => ({ timezone }))), wanted));
}

for (const [language, countries, day] of [
  ["en", ["PT"], "2 Jul 2026"],
  ["en", ["US"], "Jul 2, 2026"],
  ["en", ["US", "PT"], "Jul 2, 2026"],
  ["fr", ["PT"], "2 juil. 2026"],
  ["pt", ["PT"], "02/07/2026"],
] as const) {
  test(`a day in ${language} for somebody who works in ${countries.join(" and ")}: ${day}`, () => {
    const locale = pageLocale(
      language,
      countries.map((country) => ({ country })),
    );
    assert.equal(pageTimes(locale, "Europe/Paris").day(at), day);
  });
}
