import assert from "node:assert/strict";
import { test } from "node:test";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import { parseConfiguration } from "../../bookings/venue/parse-configuration.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { readerOf } from "../../pages/reader.ts";
import { venueWords } from "./venue-words.ts";

const parsed = parseConfiguration({
  ...smallConfiguration,
  areas: smallConfiguration.areas.map((area) =>
    area.areaId === "room"
      ? { ...area, translations: { de: { name: "Gastraum" }, "pt-BR": { name: "Salão", description: "Dentro" } } }
      : { ...area, description: "Outside" },
  ),
  cancellation: { ...smallConfiguration.cancellation, translations: { de: { policyText: "Kostenlos" } } },
});
assert.ok(!isRefusal(parsed), JSON.stringify(parsed));
const wordsIn = (language: "de" | "fr" | "en" | "pt", placeLanguage: "de" | "en" | null = null) =>
  venueWords(
    { location: { language: placeLanguage, address: { country: "FR" } }, state: { venue: { configuration: parsed } } },
    readerOf(language, "FR"),
  );

test("an area is called as its guest reads it, else as the restaurant wrote it (rules/languages 2.4)", () => {
  assert.deepEqual(wordsIn("de").area("room", "Dining room"), { text: "Gastraum" });
  assert.deepEqual(wordsIn("pt").area("room", "Dining room"), { text: "Salão" });
  assert.deepEqual(wordsIn("en", "en").area("room", "Dining room"), { text: "Dining room" });
  assert.deepEqual(wordsIn("de").area("gone", "Old room"), { text: "Old room", language: "fr" });
  assert.equal(wordsIn("de").area(null, null), null);
});

test("a text without translation names its language, where that is another than the page's", () => {
  assert.deepEqual(wordsIn("fr").area("terrace", "Terrace"), { text: "Terrace" });
  assert.deepEqual(wordsIn("de").area("terrace", "Terrace"), { text: "Terrace", language: "fr" });
  // The restaurant's language has a translation of its own: nobody knows in which one the texts themselves are.
  assert.deepEqual(wordsIn("fr", "de").area("room", "Dining room"), { text: "Dining room" });
});

test("description and rules of cancelling follow the reader too", () => {
  const [shown, open] = parsed.areas;
  assert.ok(shown !== undefined && open !== undefined);
  assert.equal(wordsIn("de").description(shown), null);
  assert.deepEqual(wordsIn("pt").description(shown), { text: "Dentro" });
  assert.deepEqual(wordsIn("en", "en").description(open), { text: "Outside" });
  assert.deepEqual(wordsIn("de").policy, { text: "Kostenlos" });
  assert.equal(wordsIn("fr").policy?.text, smallConfiguration.cancellation.policyText);
});
