/** Money of every currency goes back whole: a refund is asked for in the units in which Stripe counted the charge. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { standInKey, startStripeStandIn, type StripeStandIn } from "../../../test/stand-ins/stripe/stand-in.ts";
import { newId } from "../../kernel/id.ts";
import type { RefundRequest } from "../payment/payment-processor.ts";
import { createStripeProcessor } from "./stripe-processor.client.ts";

let stripe: StripeStandIn;
before(async () => {
  stripe = await startStripeStandIn();
});
after(() => stripe.stop());

/** A charge of so much, and how to give a part of it back. */
async function charged(amount: number, currency: string) {
  const processor = createStripeProcessor({ secretKey: standInKey, webhookSecrets: [], apiUrl: stripe.url });
  const { links } = processor;
  assert.ok(links !== null);
  const paymentId = newId("pay");
  const made = await links.make({
    linkId: newId("pln"),
    paymentId,
    orderId: newId("ord"),
    amount,
    currency,
    description: "Order 1",
    returnUrl: "http://127.0.0.1/back",
    cancelUrl: "http://127.0.0.1/",
    expiresAt: Math.floor(Date.now() / 1000) + 3_600,
  });
  assert.equal(made.kind, "made", JSON.stringify(made));
  const session = made.kind === "made" ? made.reference : "";
  stripe.books.pay(session, "succeeds");
  const chargeRef = stripe.books.session(session).payment_intent ?? "";
  const refundId = newId("rfd");
  const asked: RefundRequest = { paymentId, chargeRef, amount, currency, refundId, key: refundId };
  return {
    refund: (more: Partial<RefundRequest> = {}) => processor.refund({ ...asked, ...more }),
    byHand: () => stripe.books.createRefund({ payment_intent: chargeRef }),
    left: () => (stripe.books.intents.get(chargeRef)?.amount_received ?? 0) - stripe.books.refundedOf(chargeRef),
  };
}

for (const [currency, amount] of [
  ["ISK", 4_990],
  ["UGX", 45_000],
  ["MGA", 2_500_000],
  ["KWD", 1_250],
  ["JPY", 1_250],
] as const) {
  test(`${amount} ${currency} go back whole (rules/ordering 11.1)`, async () => {
    const { refund, left } = await charged(amount, currency);
    assert.equal((await refund()).kind, "settled");
    assert.equal(left(), 0);
  });
}

test("a part of a charge is that part of it", async () => {
  const { refund, left } = await charged(4_990, "ISK");
  assert.equal((await refund({ amount: 990 })).kind, "settled");
  assert.equal(left(), 400_000);
});

test("refunded by hand at Stripe before, it is taken as the refund", async () => {
  const { refund, byHand } = await charged(4_990, "ISK");
  byHand();
  assert.equal((await refund()).kind, "settled");
});

test("what Stripe cannot give back exactly is not given back in another amount", async () => {
  const { refund, left } = await charged(1_250, "KWD");
  const refused = await refund({ amount: 1_255 });
  assert.deepEqual(refused, { kind: "unknown", message: "Stripe cannot give back exactly 1255 of KWD" });
  assert.equal(left(), 1_250);
});
