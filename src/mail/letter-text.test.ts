import assert from "node:assert/strict";
import { test } from "node:test";
import { letterHtml } from "./letter-html.ts";
import { letterText } from "./letter-text.ts";
import type { Letter } from "./letter.ts";

const letter: Letter = {
  language: "en",
  subject: "We accepted your order 17",
  text: ["It is ready at 19:30.\nRing the bell."],
  facts: [{ label: "Total", value: "€12.50" }],
  action: { label: "See your order", href: "https://maple.example/g/1" },
  venue: { name: "Chez Nous", address: "5 rue X, 75001 Paris", phone: "+33142600143", email: "hi@example.org" },
  calendar: null,
  isUnsubscribable: true,
};
const links = { stop: "https://maple.example/stop", unsubscribe: "https://maple.example/reminders" };

test("the text begins with what the letter is about, as the HTML does, and has its links on lines of their own (rules/messages-and-privacy 1.16)", () => {
  assert.deepEqual(letterText(letter, links).split("\n"), [
    "We accepted your order 17",
    "",
    "It is ready at 19:30.",
    "Ring the bell.",
    "",
    "Total: €12.50",
    "",
    "See your order:",
    "https://maple.example/g/1",
    "",
    "Chez Nous",
    "5 rue X, 75001 Paris",
    "+33 1 42 60 01 43",
    "",
    "--",
    "",
    "No more reminders:",
    "https://maple.example/reminders",
    "",
    "You get this e-mail because this address was given to Chez Nous.",
    "Not you? Stop mail to this address:",
    "https://maple.example/stop",
  ]);
});

test("the HTML keeps the lines that somebody wrote", () => {
  assert.match(letterHtml(letter, links), /white-space:pre-line">It is ready at 19:30\.\nRing the bell\.</);
});
