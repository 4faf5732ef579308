import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "./reports.ts";
import { ratesByDay, ratesOfAll } from "./sales-at-rates.ts";
import { salesAtRatesToCsv } from "./sales-at-rates-csv.ts";

const days = ["2026-01-30", "2026-01-31"];
const sales = rowsOf("sales", days, [
  { day_number: 1, currency: "EUR", values: { total: 1_450, net: 1_200, taxes: 150, tips: 100 } },
  { day_number: 2, currency: "EUR", values: { total: -330, net: -300, taxes: -30, tips: 0 } },
  { day_number: 2, currency: "JPY", values: { total: 500, net: 500, taxes: 0, tips: 0 } },
]);
const at = (day_number: number, currency: string, rates: readonly string[], net: number, taxes: number) => {
  return { day_number, currency, rates, net, taxes };
};
const byDay = ratesByDay(
  days,
  [
    at(1, "EUR", ["VAT 10 %"], 500, 50),
    at(1, "EUR", ["City", "State"], 400, 80),
    at(2, "EUR", ["VAT 10 %"], -300, -30),
    at(2, "JPY", [], 500, 0),
  ],
  sales,
);

test("what the rates do not say of a day has a row of its own, so that net and tax add up (rules/console 2.7)", () => {
  assert.equal(
    salesAtRatesToCsv(byDay),
    [
      "day,currency,rate,net,tax,gross",
      "2026-01-30,EUR,VAT 10 %,5.00,0.50,5.50",
      "2026-01-30,EUR,City + State,4.00,0.80,4.80",
      "2026-01-30,EUR,not known,3.00,0.20,3.20",
      "2026-01-31,EUR,VAT 10 %,-3.00,-0.30,-3.30",
      "2026-01-31,JPY,no tax,500,0,500",
      "",
    ].join("\r\n"),
  );
});

test("all days together: a row for each rate and currency, the largest first", () => {
  assert.deepEqual(
    ratesOfAll(byDay).map(({ currency, rates, net, taxes }) => [currency, rates, net, taxes]),
    [
      ["EUR", ["City", "State"], 400, 80],
      ["EUR", null, 300, 20],
      ["EUR", ["VAT 10 %"], 200, 20],
      ["JPY", [], 500, 0],
    ],
  );
});
