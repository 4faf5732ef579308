import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fromStripeAmount, toStripeAmount } from "./stripe-amount.ts";

describe("amounts as Stripe counts them", () => {
  for (const [currency, ours, stripes] of [
    ["EUR", 1250, 1250],
    ["HUF", 250_000, 250_000],
    ["IDR", 9_000_000, 9_000_000],
    ["JPY", 1250, 1250],
    ["ISK", 1250, 125_000],
    ["UGX", 1250, 125_000],
    ["MGA", 125_000, 1250],
    ["KWD", 1250, 1250],
  ] as const)
    test(`${ours} ${currency} are ${stripes}, and back`, () => {
      assert.deepEqual(toStripeAmount(ours, currency), { unit_amount: stripes, currency: currency.toLowerCase() });
      assert.deepEqual(fromStripeAmount(stripes, currency.toLowerCase()), { amount: ours, currency });
    });

  for (const [currency, amount] of [
    ["MGA", 125_050],
    ["KWD", 1255],
  ] as const)
    test(`${amount} ${currency} cannot be taken`, () => assert.equal(toStripeAmount(amount, currency), undefined));
});
