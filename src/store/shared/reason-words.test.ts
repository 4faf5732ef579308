import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages } from "../../kernel/language.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import { readerOf } from "../../pages/reader.ts";
import { reasonWords } from "./reason-words.ts";

test("below the minimum of a delivery, every language says the minimum and what is missing (rules/languages 1.6)", () => {
  const reason = {
    code: "below_minimum",
    message: "For programs.",
    path: "/items",
    minimum_order: { amount: 1500, currency: "EUR" },
    missing: { amount: 250, currency: "EUR" },
  };
  for (const language of guestLanguages) {
    const reader = readerOf(language, "FR");
    const said = reasonWords(reason, reader);
    for (const amount of [1500, 250]) assert.ok(said.includes(formatMoney(amount, "EUR", reader.locale)), said);
  }
});

test("a minimum without amounts is said without them", () => {
  const reason = { code: "below_minimum", message: "For programs.", path: "/items" };
  assert.equal(
    reasonWords(reason, readerOf("de", "DE")),
    "Der Mindestbetrag für die Lieferung fehlt noch. Fügen Sie ein Gericht hinzu oder wählen Sie Abholen.",
  );
});
