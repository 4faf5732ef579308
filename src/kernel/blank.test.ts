import assert from "node:assert/strict";
import { test } from "node:test";
import { isBlank, visibleOrEmpty } from "./blank.ts";

const nothing = [
  "",
  "  \n",
  "\u200b",
  "\u2060\u00ad",
  "\u3164",
  "\u115f\uffa0",
  "\u202e",
  "\ufeff",
  "\u2800",
  "\u200d\ufe0f",
];
const something = ["a", "\u200bا", "王", "👨‍👩‍👧", "🇫🇷", "ใจ", ".", "-", "\u0301e"];

test("a text is blank of which nobody sees anything", () => {
  for (const text of nothing) assert.equal(isBlank(text), true, JSON.stringify(text));
  for (const text of something) assert.equal(isBlank(text), false, JSON.stringify(text));
});

test("what is typed has no white space at its ends, and is empty where it is blank", () => {
  assert.equal(visibleOrEmpty("  Ada \n"), "Ada");
  assert.equal(visibleOrEmpty(" \u200b\u3164 "), "");
  assert.equal(visibleOrEmpty("👨‍👩‍👧 "), "👨‍👩‍👧");
});
