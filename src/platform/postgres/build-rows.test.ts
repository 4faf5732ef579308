import assert from "node:assert/strict";
import { test } from "node:test";
import { createRowBuilder } from "./build-rows.cache.ts";

const buildRows = createRowBuilder();
const columns = (...names: readonly string[]): readonly { readonly name: string }[] => names.map((name) => ({ name }));

test("each row is an object with the names of the columns", () => {
  const rows = buildRows(columns("id", "placed_at", "items"), [
    ["ord_1", 1, [{ price: 2 }]],
    ["ord_2", null, []],
  ]);
  assert.deepEqual(rows, [
    { id: "ord_1", placed_at: 1, items: [{ price: 2 }] },
    { id: "ord_2", placed_at: null, items: [] },
  ]);
  assert.equal(Object.getPrototypeOf(rows[0]), Object.prototype);
});

test("no name of a column is code, and lists of columns are kept apart", () => {
  const odd = ['a"]: 1, ["b', "?column?", "${x}", "`", "\\", "new\nline", "naïve\u2028"];
  const [row] = buildRows(columns(...odd), [odd.map((_, at) => at)]);
  assert.deepEqual(row, Object.fromEntries(odd.map((name, at) => [name, at])));
  assert.deepEqual(buildRows(columns("a,b"), [[1]]), [{ "a,b": 1 }]);
  assert.deepEqual(buildRows(columns("a", "b"), [[1, 2]]), [{ a: 1, b: 2 }]);
});

test("of two columns with one name the last counts; no column and no row are answers too", () => {
  assert.deepEqual(buildRows(columns("n", "n"), [[1, 2]]), [{ n: 2 }]);
  assert.deepEqual(buildRows([], [[], []]), [{}, {}]);
  assert.deepEqual(buildRows(columns("n"), []), []);
});
