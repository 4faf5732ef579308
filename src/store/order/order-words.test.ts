import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../../words/speak.ts";
import { statusWords } from "./order-words.ts";

type Standing = Parameters<typeof statusWords>[0];

const say = speak("en", "tracking");
const ended = (status: Standing["status"], payment_status: Standing["payment_status"], more: Partial<Standing> = {}) =>
  statusWords({ status, payment_status, denial: null, cancellation: null, ...more } as Standing, say);

test("an order that ends says what becomes of the money until the money has gone back", () => {
  assert.equal(
    ended("CUSTOMER_CANCELLED", "refund_pending"),
    "You cancelled this order. What you paid goes back to you.",
  );
  assert.equal(ended("STORE_CANCELLED", "refund_pending"), "We cancelled your order. What you paid goes back to you.");
  assert.equal(ended("REJECTED", "refund_pending"), "We could not take your order. What you paid goes back to you.");
  assert.equal(
    ended("CUSTOMER_CANCELLED", "pending"),
    "You cancelled this order. If your payment still arrives, it goes back to you.",
  );
  // The page says the amount and the day.
  assert.equal(ended("CUSTOMER_CANCELLED", "refunded"), "You cancelled this order.");
  assert.equal(ended("CUSTOMER_CANCELLED", "pay_in_store"), "You cancelled this order.");
});

test("an order whose diner ordered again says so, and that nothing was taken", () => {
  const cancellation = { actor: "customer", reason: "REPLACED" } as const;
  assert.equal(
    ended("CUSTOMER_CANCELLED", "unpaid", { cancellation }),
    "You ordered again in its place. Nothing was taken for this one.",
  );
});
