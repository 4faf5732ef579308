import assert from "node:assert/strict";
import { test } from "node:test";
import { typedTip } from "./typed-tip.ts";

const sums = { discount: 0, tax: 0, tax_included: 0, surcharge: 0, delivery_fee: 0, total: 0 };

test("who comes back from the payment finds the tip that they chose, also the one of a delivery (rules/ordering 14.3)", () => {
  const typed = (tip: number, delivery_tip: number, currency = "USD") =>
    typedTip({ ...sums, currency, subtotal: 2_000, tip, delivery_tip }, [5, 10, 15]);
  assert.deepEqual(typed(0, 0), {});
  assert.deepEqual(typed(200, 0), { tip: "10" });
  assert.deepEqual(typed(0, 200), { tip: "10" });
  assert.deepEqual(typed(250, 0), { tip: "own", tip_amount: "2.50" });
  assert.deepEqual(typed(0, 250), { tip: "own", tip_amount: "2.50" });
  assert.deepEqual(typed(0, 250, "JPY"), { tip: "own", tip_amount: "250" });
});
