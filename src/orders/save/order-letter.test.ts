import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages } from "../../kernel/language.ts";
import type { Id } from "../../kernel/id.ts";
import { letterText } from "../../mail/letter-text.ts";
import type { Letter } from "../../mail/letter.ts";
import { isGsm, toPlainText } from "../../messaging/text/segments.ts";
import { shortLetter } from "../../messaging/text/templates.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { speak, type WordsLanguage } from "../../words/speak.ts";
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

function letterOf(kind: OrderNews["kind"], about: OrderNews["about"], of: Order, language: WordsLanguage): Letter {
  const terms: LetterTerms = { language, locale: language, timeZone: "Europe/Paris", venue, isUnsubscribable: false };
  const news: OrderNews = { kind, occasion: "1", sendWithinSeconds: 1, about, isOwn: false, settles: false };
  return orderLetter(
    news,
    { order: of, menu: null, link: `https://maple.example/g/${"x".repeat(22)}`, wentBack: 0 },
    terms,
  );
}

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

test("a text of a sold-out dish keeps the sign of its number plain, and so says all (rules/messages-and-privacy 1.11)", () => {
  const offered = {
    ...order,
    item_changes: order.item_changes.map((one) => ({ ...one, lines: [{ ...line, name: "Pizza Margherita" }] })),
  };
  for (const language of guestLanguages) {
    const letter = letterOf("order_changed", "offer", offered, language);
    const { body, segments } = shortLetter("Chez Nous", letter);
    assert.ok(isGsm(body) && segments <= 2, `${segments}: ${body}`);
    assert.ok(!body.includes("..."), body);
  }
});

test("the words of others are cut before ours: a text still says until when to choose, and what goes back (rules/messages-and-privacy 1.11)", () => {
  const dish = "Тёплый салат с печёными овощами и козьим сыром";
  const offered = {
    ...order,
    item_changes: order.item_changes.map((one) => ({
      ...one,
      lines: [line, line, line].map((each) => ({ ...each, name: dish })),
    })),
  };
  const denied = {
    ...order,
    status: "REJECTED" as const,
    denial: { reason: "Our oven broke. ".repeat(30), out_of_stock: [] },
  };
  for (const language of guestLanguages) {
    const say = speak(language, "letters");
    const choose = shortLetter("Chez Nous", letterOf("order_changed", "offer", offered, language));
    assert.ok(choose.segments <= 3 && choose.body.includes("..."), choose.body);
    const money = shortLetter("Chez Nous", letterOf("order_denied", null, denied, language));
    const back = say("money.back", { amount: formatMoney(1250, "EUR", language) });
    assert.ok(money.segments <= 3 && money.body.includes(toPlainText(back)), money.body);
  }
  const { body } = shortLetter("Chez Nous", letterOf("order_changed", "offer", offered, "en"));
  assert.match(body, /Choose by 7:30/);
});

test("who left no address is promised no letter", () => {
  for (const language of guestLanguages) {
    const say = speak(language, "letters");
    const told = letterOf("order_received", null, order, language);
    assert.ok(told.text.includes(say("order_received.text")));
    const byText = { ...order, customer: { ...order.customer, email: null } };
    const texted = letterOf("order_received", null, byText, language);
    assert.ok(!texted.text.includes(say("order_received.text")), texted.text.join(" "));
    assert.ok(texted.text.includes(say("order_received.page")));
    assert.ok(shortLetter("Chez Nous", texted).segments <= 2, shortLetter("Chez Nous", texted).body);
  }
});

test("of an order that became smaller goes back what it cost then, whether or not the rest is back", () => {
  const say = speak("en", "letters");
  for (const refunded of [0, 250]) {
    const letter = letterOf("order_cancelled", null, { ...order, payment_status: "refund_pending", refunded }, "en");
    assert.ok(
      letter.text.includes(say("money.back", { amount: formatMoney(1250, "EUR", "en") })),
      letter.text.join(" "),
    );
  }
});

test("an order that has ended asks for no money", () => {
  const say = speak("en", "letters");
  for (const [status, isOwed] of [
    ["ACCEPTED", true],
    ["READY", true],
    ["REJECTED", false],
    ["STORE_CANCELLED", false],
    ["CUSTOMER_CANCELLED", false],
  ] as const) {
    const letter = letterOf("order_denied", null, { ...order, status, payment_status: "pay_in_store" }, "en");
    const labels = letter.facts.map(({ label }) => label);
    assert.equal(labels.includes(say("fact.pay_there")), isOwed, status);
    assert.equal(labels.includes(say("fact.total")), !isOwed, status);
  }
});

test("every word of a letter comes from the words: nothing is left in plain letters in a language that has none", () => {
  for (const letter of [...letters("en-XA", "pickup"), ...letters("en-XA", "delivery")]) {
    const said = letterText(letter, links).replaceAll(/http:\S+/g, "");
    assert.doesNotMatch(said, /[a-z]{2}/i, said);
  }
});
