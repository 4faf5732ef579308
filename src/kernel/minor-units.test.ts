import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { minorDigits, moneyFormat } from "./minor-units.ts";

describe("minor units are those of ISO 4217, whatever the runtime usually writes (rules/http 9.2)", () => {
  for (const [currency, digits] of [
    ["EUR", 2],
    ["HUF", 2],
    ["IDR", 2],
    ["COP", 2],
    ["PKR", 2],
    ["LBP", 2],
    ["IRR", 2],
    ["TWD", 2],
    ["MGA", 2],
    ["JPY", 0],
    ["KRW", 0],
    ["VND", 0],
    ["ISK", 0],
    ["UGX", 0],
    ["KWD", 3],
    ["BHD", 3],
    ["IQD", 3],
    ["CLF", 4],
    ["constructor", 2],
  ] as const)
    test(`${currency}: ${digits}`, () => assert.equal(minorDigits(currency), digits));

  for (const [currency, amount, text] of [
    ["EUR", 1250, "€12.50"],
    ["HUF", 250_000, "HUF 2,500"],
    ["HUF", 250_050, "HUF 2,500.50"],
    ["IDR", 9_000_000, "IDR 90,000"],
    ["JPY", 1250, "¥1,250"],
    ["KWD", 1250, "KWD 1.250"],
    ["IQD", 1_250_000, "IQD 1,250"],
  ] as const)
    test(`${amount} ${currency} is ${text}`, () => {
      assert.equal(moneyFormat("en", currency)(amount).replaceAll(/\s/g, " "), text);
    });
});
