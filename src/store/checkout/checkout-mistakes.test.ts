/** What an own tip is read as (rules/ordering 5.11). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tipOf } from "./checkout-mistakes.ts";

const typed = (tipAmount: string, currency = "EUR") => tipOf({ form: { tip: "own", tipAmount }, currency }, 0);

test("an own tip has a comma or a point before the decimals of its currency", () => {
  assert.deepEqual([typed("2.50"), typed("€ 2,5"), typed("2,"), typed("")], [250, 250, 200, 0]);
  assert.deepEqual([typed("1 500", "JPY"), typed("1.250", "KWD")], [1_500, 1_250]);
});

test("a mark of thousands is no decimal mark: such a tip is a mistake, and not a thousandth", () => {
  for (const [text, currency] of [
    ["20.000", "VND"],
    ["5,000", "JPY"],
    ["1.500", "EUR"],
    ["20.000", "IDR"],
    ["2.5", "KRW"],
  ] as const)
    assert.equal(typed(text, currency), undefined, `${text} ${currency}`);
});
