import assert from "node:assert/strict";
import { test } from "node:test";
import { createRowShapes, type Column } from "./row-shapes.cache.ts";

const shapes = createRowShapes();
const [text, json, int8, timestamptz, numeric] = [25, 3802, 20, 1184, 1700];
const texts = (...names: readonly string[]): readonly Column[] => names.map((name) => ({ name, dataTypeID: text }));

test("each row is an object with the names of the columns and their values", () => {
  const columns = [
    { name: "id", dataTypeID: text },
    { name: "placed_at", dataTypeID: timestamptz },
    { name: "items", dataTypeID: json },
    { name: "total", dataTypeID: int8 },
    { name: "rate", dataTypeID: numeric },
  ];
  const shape = shapes(columns);
  assert.deepEqual(shape(["ord_1", "2026-01-02 03:04:05+00", '[{"price":2}]', "250", "0.10"]), {
    id: "ord_1",
    placed_at: Date.UTC(2026, 0, 2, 3, 4, 5),
    items: [{ price: 2 }],
    total: 250,
    rate: "0.10",
  });
  const nothing = shape([null, null, null, null, null]);
  assert.deepEqual(nothing, { id: null, placed_at: null, items: null, total: null, rate: null });
  assert.equal(Object.getPrototypeOf(nothing), Object.prototype);
  assert.equal(shapes([...columns]), shape);
});

test("no name of a column is code, and lists of columns are kept apart", () => {
  const odd = ['a"]: 1, ["b', "?column?", "${x}", "`", "\\", "new\nline", "naïve\u2028"];
  const row = shapes(texts(...odd))(odd.map((_, at) => `${at}`));
  assert.deepEqual(row, Object.fromEntries(odd.map((name, at) => [name, `${at}`])));
  assert.deepEqual(shapes(texts("a,b"))(["1"]), { "a,b": "1" });
  assert.deepEqual(shapes(texts("a", "b"))(["1", "2"]), { a: "1", b: "2" });
  assert.deepEqual(shapes([{ name: "a", dataTypeID: int8 }])(["1"]), { a: 1 });
  assert.deepEqual(shapes(texts("a"))(["1"]), { a: "1" });
});

test("of two columns with one name the last counts; a row without columns is an answer too", () => {
  assert.deepEqual(shapes(texts("n", "n"))(["1", "2"]), { n: "2" });
  assert.deepEqual(shapes([])([]), {});
});
