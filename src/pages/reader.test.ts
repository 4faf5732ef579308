import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseReader, inLanguage, programReader, readerOf, type ReadAbout, type ReaderWishes } from "./reader.ts";

const silent: ReaderWishes = { asked: null, remembered: undefined, accepted: undefined };

test("a guest reads what they chose, else what is stored, else what their browser says, else what the place speaks (rules/languages 1.1)", () => {
  const place = { language: "nl", country: "FR" };
  const all: ReaderWishes = { asked: "it", remembered: "pt", accepted: "es, en" };
  const cases: readonly (readonly [Partial<ReaderWishes>, ReadAbout, string])[] = [
    [all, { location: place, stored: "de" }, "it"],
    [{ ...all, asked: "ja" }, { location: place, stored: "de" }, "pt"],
    [{ ...all, asked: null, remembered: "xx" }, { location: place, stored: "de" }, "de"],
    [{ accepted: "es, en" }, { location: place, stored: null }, "es"],
    [{ accepted: "ja" }, { location: place }, "nl"],
    [{}, { location: { language: null, country: "fr" } }, "fr"],
    [{}, { location: { language: null, country: null } }, "en"],
    [{}, {}, "en"],
  ];
  for (const [wishes, about, language] of cases)
    assert.equal(chooseReader({ ...silent, ...wishes }, about).language, language, JSON.stringify([wishes, about]));
});

test("figures and clocks are those of the language in the country of the place (rules/languages 1.3)", () => {
  assert.equal(readerOf("de", "us").locale, "de-US");
  assert.equal(readerOf("de", null).locale, "de");
  assert.equal(readerOf("de", "Germany").locale, "de");
  // Intl takes the Portuguese of Brazil for one of a country that does not speak it; our words are Portugal's.
  for (const [country, locale] of [
    ["FR", "pt-PT"],
    [null, "pt-PT"],
    ["BR", "pt-BR"],
    ["PT", "pt-PT"],
    ["CH", "pt-CH"],
  ] as const)
    assert.equal(readerOf("pt", country).locale, locale);
});

test("programs are answered in the language and country of their header, else in English (rules/languages 1.5)", () => {
  const accepts = ["ja", "de-US", "fr-FR"];
  assert.deepEqual(programReader("ja, fr-FR;q=0.2, de-us;q=0.8"), { language: "de", locale: "de-US", accepts });
  assert.deepEqual(programReader("fr"), { language: "fr", locale: "fr", accepts: ["fr"] });
  assert.deepEqual(programReader(undefined), { language: "en", locale: "en", accepts: [] });
});

test("nobody chooses a language for tests where none is tested", () => {
  for (const asked of ["en-XA", "ar-XB"]) {
    assert.equal(chooseReader({ ...silent, asked }).language, "en");
    assert.equal(chooseReader({ ...silent, asked, pseudo: true }).language, asked);
  }
});

test("the switch keeps the rest of an address", () => {
  assert.equal(inLanguage("/book/str_1?party=2&lang=de", "fr"), "/book/str_1?party=2&lang=fr");
  assert.equal(inLanguage("/order/x", "nl"), "/order/x?lang=nl");
});
