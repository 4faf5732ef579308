import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages } from "../../kernel/language.ts";
import type { Id } from "../../kernel/id.ts";
import { letterText } from "../../mail/letter-text.ts";
import { shortLetter } from "../../messaging/text/templates.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import type { WordsLanguage } from "../../words/speak.ts";
import type { Order } from "../order/order.ts";
import { orderLetter } from "./order-letter.ts";
import type { OrderNews } from "./order-news.ts";

const at = Date.UTC(2026, 11, 6, 18, 30);
const totals = { currency: "EUR", subtotal: 1250, discount: 0, tax: 0, tax_included: 0, surcharge: 0, tip: 0 };
const line = { id: "oli_1" as Id<"oli">, name: "7", quantity: 2 };
const order: Order = {
  id: "ord_1" as Id<"ord">,
  location_id: "str_1" as Id<"str">,
  created_at: at,
  updated_at: at,
  written_at: at,
  sequence: 1,
  event_sequence: 1,
  status: "ACCEPTED",
  passed: [],
  payment_status: "paid",
  fulfillment_type: "pickup",
  display_number: "17",
  confirmation_code: "77777777",
  language: "en",
  customer: { name: "8", phone: "+33611111111", email: "8@example.org" },
  line_items: [],
  totals: { ...totals, delivery_fee: 0, delivery_tip: 0, total: 1250 },
  delivery_address: null,
  scheduled_for: null,
  due_at: null,
  notes: null,
  external_id: null,
  estimated_ready_at: at,
  handed_over_at: at,
  decision_deadline: at,
  payment_deadline: null,
  denial: { reason: "CAPACITY", out_of_stock: [] },
  cancellation: { actor: "store", reason: "STORE_CLOSED" },
  validation: null,
  simulated_payment: false,
  payment_provider: "test",
  payment_link_token: null,
  timer_kind: null,
  timer_at: null,
  item_changes: [
    {
      id: "och_1" as Id<"och">,
      status: "offered",
      lines: [line],
      reason: null,
      offered_at: at,
      answer_by: at,
      answered_at: null,
      answered_by: null,
      total: 1000,
      refund: 250,
    },
  ],
  refunded: 0,
  receiver: "app",
  updated_by: "service",
  acted_by: null,
};

const kinds = [
  "order_received",
  "order_accepted",
  "order_delayed",
  "order_changed",
  "order_ready",
  "order_out_for_delivery",
  "order_denied",
  "order_cancelled",
  "order_unpaid",
  "order_refunded",
] as const;

const venue = { name: "9", address: null, phone: null, email: null };
const links = { stop: "http://1", unsubscribe: "http://2" };

function letters(language: WordsLanguage, fulfillment: Order["fulfillment_type"]) {
  const terms: LetterTerms = { language, locale: "de-DE", timeZone: "Europe/Paris", venue, isUnsubscribable: true };
  return kinds.flatMap((kind) =>
    (kind === "order_changed" ? (["offer", "taken_off"] as const) : ([null] as const)).map((about) => {
      const news: OrderNews = { kind, occasion: "1", sendWithinSeconds: 1, about, isOwn: false, settles: false };
      const parts = { order: { ...order, fulfillment_type: fulfillment }, menu: null, link: "http://3", wentBack: 250 };
      return orderLetter(news, parts, terms);
    }),
  );
}

test("each kind says its news first in every language, in a text of three parts at most (rules/messages-and-privacy 1.11)", () => {
  for (const language of guestLanguages) {
    for (const letter of [...letters(language, "pickup"), ...letters(language, "delivery")]) {
      assert.ok(letter.subject.length > 0 && letter.subject.length <= 78, letter.subject);
      assert.ok(letter.text.every((sentence) => sentence.length > 0));
      assert.ok(shortLetter("Chez Nous", letter).segments <= 3, letter.subject);
    }
    const subjects = new Set(letters(language, "pickup").map(({ subject }) => subject));
    assert.equal(subjects.size, kinds.length + 1, language);
  }
});

test("every word of a letter comes from the words: nothing is left in plain letters in a language that has none", () => {
  for (const letter of [...letters("en-XA", "pickup"), ...letters("en-XA", "delivery")]) {
    const said = letterText(letter, links).replaceAll(/http:\S+/g, "");
    assert.doesNotMatch(said, /[a-z]{2}/i, said);
  }
});
