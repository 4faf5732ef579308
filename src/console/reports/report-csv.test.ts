import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { amountOf, lineOf } from "./report-csv.ts";
import { rowsOf, totalsOf } from "./reports.ts";

/** A reader of RFC 4180 as its grammar says, for one line. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let rest = line.slice(0, -2);
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(,|$)/.exec(rest);
    const plain = /^([^",\r\n]*)(,|$)/.exec(rest);
    const found = quoted ?? plain;
    assert.ok(found !== null, `not a line of RFC 4180: ${JSON.stringify(line)}`);
    cells.push((found[1] ?? "").replaceAll('""', '"'));
    rest = rest.slice(found[0].length);
    if (found[2] === "") return cells;
  }
}

describe("a line of the file (rules/console 2.2)", () => {
  test("any text comes back, and no cell begins as a formula does", () => {
    const text = fc.string({ unit: fc.constantFrom("=", "+", "-", "@", '"', ",", "\r", "\n", "a", "é") });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        const read = cellsOf(lineOf(cells));
        assert.deepEqual(
          read,
          cells.map((cell) => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell)),
        );
        for (const cell of read) assert.doesNotMatch(cell, /^[=+\-@]/);
      }),
    );
  });

  test("an amount below 0 stays a number, which a spreadsheet adds up", () => {
    assert.equal(lineOf([amountOf(-1250, "EUR"), amountOf(-1250, "JPY"), "-1+1", "-"]), "-12.50,-1250,'-1+1,'-\r\n");
  });

  for (const [minor, currency, text] of [
    [1250, "EUR", "12.50"],
    [5, "USD", "0.05"],
    [1250, "JPY", "1250"],
    [1250, "KWD", "1.250"],
    [250_050, "HUF", "2500.50"],
  ] as const) {
    test(`${minor} of ${currency} is ${text}`, () => assert.equal(amountOf(minor, currency), text));
  }
});

test("currencies have rows and totals of their own (rules/console 2.3)", () => {
  const rows = rowsOf(
    "payments",
    ["2026-03-01", "2026-03-02"],
    [
      { day_number: 1, currency: "EUR", values: { charged: 500, charges: 1 } },
      { day_number: 2, currency: "USD", values: { charged: 700, charges: 2 } },
    ],
  );
  assert.deepEqual(
    rows.map(({ day, currency, values }) => [day, currency, ...values]),
    [
      ["2026-03-01", "EUR", 500, 1, 0],
      ["2026-03-01", "USD", 0, 0, 0],
      ["2026-03-02", "EUR", 0, 0, 0],
      ["2026-03-02", "USD", 700, 2, 0],
    ],
  );
  assert.deepEqual(totalsOf("payments", rows), [
    { currency: "EUR", values: [500, 1, 0] },
    { currency: "USD", values: [700, 2, 0] },
  ]);
});
