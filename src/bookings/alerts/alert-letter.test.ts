import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages } from "../../kernel/language.ts";
import type { Hold } from "../book/hold.ts";
import { offerLetter } from "./alert-letter.ts";

const at = Date.UTC(2026, 8, 23, 17, 30);

test("the subject of an offer tells day and time within 50 characters, in every language", () => {
  const hold = { starts_at: at, expires_at: at - 3_600_000, party_size: 2, area_name: "Terrace" } as Hold;
  const venue = { name: "Chez Nous", address: null, phone: null, email: null };
  for (const language of guestLanguages) {
    const terms = { language, locale: language, timeZone: "Europe/Paris", venue, isUnsubscribable: true };
    const { subject } = offerLetter(hold, null, terms);
    assert.ok(subject.length <= 50 && subject.includes("23") && /19:30|7:30/.test(subject), subject);
  }
});
