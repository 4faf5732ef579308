/** Fields that a guest types are judged by their length before they are read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reader } from "../../pages/reader.ts";
import { readContact } from "./contact-form.ts";

const reader: Reader = { language: "en", locale: "en-US" };
const guest = { first: "Ada", last: "Byron", phone: "", email: "" };

function mistakesOf(typed: Partial<typeof guest & { notes: string }>): string[] {
  const sent = new URLSearchParams({ ...guest, ...typed });
  return Object.keys(readContact(sent, "none", "FR", reader).mistakes);
}

test("texts as long as they may be are taken, one character more is a mistake of that field", () => {
  const email = (length: number): string => `${"a".repeat(length - "@example.org".length)}@example.org`;
  assert.deepEqual(mistakesOf({ first: "a".repeat(200), last: "b".repeat(200), email: email(254) }), []);
  assert.deepEqual(mistakesOf({ first: "a".repeat(201) }), ["first"]);
  assert.deepEqual(mistakesOf({ first: "\u200b", last: "\u3164 \u00ad" }), ["first", "last"]);
  assert.deepEqual(mistakesOf({ last: "b".repeat(201) }), ["last"]);
  assert.deepEqual(mistakesOf({ email: email(255) }), ["email"]);
  assert.deepEqual(mistakesOf({ email: email(60_000) }), ["email"]);
  assert.deepEqual(mistakesOf({ phone: "1".repeat(51) }), ["phone"]);
  assert.deepEqual(mistakesOf({ notes: "n".repeat(2_001) }), ["notes"]);
});
