import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dishesOf, type StockRow } from "./dishes.ts";

const row = (kind: StockRow["kind"], id: string, name: string, changed: Partial<StockRow> = {}): StockRow => ({
  id,
  externalId: id,
  kind,
  full_name: name,
  dish_external_id: null,
  stockStatus: "in_stock",
  restock_at: null,
  ...changed,
});
const out = { stockStatus: "out_of_stock" } as const;

const menu = (one: Partial<StockRow> = {}, soup: Partial<StockRow> = {}): StockRow[] => [
  row("item", "tea", "Tea"),
  row("item", "soup", "Soup of the day", soup),
  row("modifier_option", "bread", "Bread"),
  row("variation", "tea-s", "Tea (Small)", { dish_external_id: "tea" }),
  row("variation", "tea-l", "Tea (Large)", { dish_external_id: "tea", ...out }),
  row("variation", "soup-one", "Soup of the day", { dish_external_id: "soup", ...one }),
];
const names = (rows: readonly StockRow[], text = ""): string[] => dishesOf(rows, text, "en-GB").map(({ name }) => name);

describe("the dishes of the drawer Sold out", () => {
  test("without a text: what is sold out first, then the dishes, then the options", () => {
    assert.deepEqual(names(menu()), ["Tea (Large)", "Soup of the day", "Tea", "Tea (Small)", "Bread"]);
  });

  test("a text finds a variation by the name of its dish, in any case", () => {
    assert.deepEqual(names(menu(), " TEA "), ["Tea (Large)", "Tea", "Tea (Small)"]);
    assert.deepEqual(names(menu(), "pie"), []);
  });

  test("a dish with one variation is one entry, sold out when either is, and both come back", () => {
    for (const [one, soup, ids] of [
      [{}, {}, []],
      [out, {}, ["soup-one"]],
      [{}, out, ["soup"]],
      [out, out, ["soup", "soup-one"]],
    ] as const) {
      const [found, ...others] = dishesOf(menu(one, soup), "soup", "en-GB");
      assert.deepEqual([found?.id, found?.name, found?.outIds], ["soup", "Soup of the day", ids]);
      assert.equal(others.length, 0);
    }
  });

  test("has a time only when all of it comes back by itself", () => {
    const timeOf = (one: number | null, soup: number | null) =>
      dishesOf(menu({ ...out, restock_at: one }, { ...out, restock_at: soup }), "soup", "en-GB")[0]?.restockAt;
    assert.deepEqual([timeOf(10, 20), timeOf(10, null), timeOf(null, null)], [20, null, null]);
  });
});
