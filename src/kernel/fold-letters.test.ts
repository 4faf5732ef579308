import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { foldLetters } from "./fold-letters.ts";

test("accents, capitals and letters that are typed in two are no difference", () => {
  for (const [written, typed] of [
    ["José Núñez", "jose nunez"],
    ["Müller", "muller"],
    ["STRAẞE", "strasse"],
    ["Łukasz Ørsted", "lukasz orsted"],
    ["İpek Işık", "ipek isik"],
    ["Œuvre", "oeuvre"],
    ["Βασίλης", "βασιλης"],
    ["مُحمد", "محمد"],
    ["Ａ１", "a1"],
  ] as const)
    assert.equal(foldLetters(written), foldLetters(typed), written);
});

test("a text that is compared is compared as itself, however its accents are written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      assert.equal(foldLetters(foldLetters(text)), foldLetters(text));
      assert.equal(foldLetters(text.normalize("NFC")), foldLetters(text.normalize("NFD")));
    }),
  );
});
