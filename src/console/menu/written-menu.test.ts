import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readWritten, writeOut } from "./written-menu.ts";

const read = (text: string, currency = "EUR") => readWritten(text, currency, "Dishes");

/** Sections with names and prices in minor units. */
function saidBy(text: string, currency = "EUR"): readonly unknown[] {
  const menu = read(text, currency);
  assert.ok("categories" in menu, JSON.stringify(menu));
  return menu.categories.map(({ name, items }) => [
    name,
    ...items.map((dish) => [dish.name, dish.variations[0].price.amount.amountMinor]),
  ]);
}

describe("a typed menu", () => {
  test("has a dish on each line with a price, and a section on each without", () => {
    assert.deepEqual(saidBy("Starters\nTomato soup 6.50\r\n\n  Green salad   5\nMains\nSteak 250g 21,90 €"), [
      ["Starters", ["Tomato soup", 650], ["Green salad", 500]],
      ["Mains", ["Steak 250g", 2190]],
    ]);
  });

  for (const [line, name, minor] of [
    ["Soup ..... 6.50", "Soup", 650],
    ["Soup: 6,5€", "Soup", 650],
    ["Soup – € 6.50", "Soup", 650],
    ["Soup EUR 6.50", "Soup", 650],
    ["Soup 6.50 EUR", "Soup", 650],
    ["7 Up 3", "7 Up", 300],
    ["طاولة 4", "طاولة", 400],
    ["ต้มยำกุ้ง 12.00", "ต้มยำกุ้ง", 1200],
  ] as const)
    test(line, () => assert.deepEqual(saidBy(line), [["Dishes", [name, minor]]]));

  test("counts in the digits of its currency", () => {
    assert.deepEqual(saidBy("Ramen 1200", "JPY"), [["Dishes", ["Ramen", 1200]]]);
    assert.deepEqual(saidBy("Tea 1.250", "KWD"), [["Dishes", ["Tea", 1250]]]);
    assert.deepEqual(saidBy("Gulyás 2500", "HUF"), [["Dishes", ["Gulyás", 250_000]]]);
    assert.deepEqual(read("Ramen 12.50", "JPY"), { kind: "price", line: 1, text: "12.50" });
  });

  test("says in which line something is wrong", () => {
    assert.deepEqual(read(" \n\u200b\n"), { kind: "none" });
    assert.deepEqual(read("Mains\nSteak 1.234,50"), { kind: "price", line: 2, text: "1.234,50" });
    assert.deepEqual(read("Mains\nSteak 6.5O"), { kind: "price", line: 2, text: "6.5O" });
    assert.deepEqual(read("Soup 5\n\nTiramisu"), { kind: "section", line: 3, text: "Tiramisu" });
    assert.deepEqual(read("Soup 5\nTiramisu\nMains\nSteak 20"), { kind: "section", line: 2, text: "Tiramisu" });
    assert.deepEqual(read(`${"x".repeat(256)} 5`), { kind: "name", line: 1, text: "x".repeat(80) });
  });

  test("gives two dishes of one name ids of their own, the same each time", () => {
    const menu = read("Soup 5\nSoup 6\nsóup 7\n🍕 8");
    assert.ok("categories" in menu);
    assert.deepEqual(
      menu.categories[0]?.items.map(({ externalId }) => externalId),
      ["soup", "soup-2", "soup-3", "dish"],
    );
  });

  test("comes back as its text, with what the service adds; and not where the document says more", () => {
    const text = "Starters\nTomato soup 6.50\n\nMains\nSteak 21.00";
    const menu = read(text);
    assert.ok("categories" in menu);
    const [section] = menu.categories;
    const published = {
      object: "menu",
      versionId: "mnv_1",
      ...menu,
      categories: [{ id: "ctg_1", ...section }, ...menu.categories.slice(1)],
    };
    assert.deepEqual(writeOut(published), { text, currency: "EUR" });
    assert.equal(writeOut({ ...menu, taxRates: [{ externalId: "vat" }] }), undefined);
    assert.equal(writeOut({ ...menu, categories: [{ ...section, externalId: "other" }] }), undefined);
    assert.equal(writeOut({}), undefined);
  });

  test("any text is a menu or a mistake, and a menu comes back", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "é", " ", "\n", "5", ".", ",", "€", "…", "\u200b", "-") }),
        (text) => {
          const menu = read(text);
          if (!("categories" in menu)) return;
          const out = writeOut(menu);
          if (out !== undefined) assert.deepEqual(read(out.text), menu);
        },
      ),
    );
  });
});
