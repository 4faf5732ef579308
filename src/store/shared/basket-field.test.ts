import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatBasket, mostBasketCharacters, parseBasket } from "./basket-field.ts";

const name = fc.string({ minLength: 1, maxLength: 20, unit: "binary" }).filter((text) => !text.includes("\0"));
const quantity = fc.integer({ min: 1, max: 999 });
const plain = { noNullPrototype: true } as const;
const modifier = fc.record({ menu_entity_id: name, quantity, modifiers: fc.constant([]) }, plain);
const nested = fc.record({ menu_entity_id: name, quantity, modifiers: fc.array(modifier, { maxLength: 2 }) }, plain);
const line = fc.record(
  { menu_entity_id: name, quantity, modifiers: fc.array(nested, { maxLength: 2 }), notes: name },
  { ...plain, requiredKeys: ["menu_entity_id", "quantity", "modifiers"] },
);

test("a basket is read as it was written", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (items) => {
      const field = formatBasket(items);
      if (field !== undefined) assert.deepEqual(parseBasket(field), items);
    }),
  );
});

test("whatever is sent is read as a basket within its bounds, and never throws", () => {
  const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue().map(text)), (field) => {
      for (const each of parseBasket(field)) assert.ok(each.quantity >= 1 && each.quantity <= 999);
    }),
  );
  const deep = Array.from({ length: 12 }).reduce<unknown>((below) => [["x", 1, below]], undefined);
  assert.deepEqual(
    parseBasket(
      text([
        ["a", 1],
        ["b", 0],
        ["c", 1.5],
        ["", 1],
        ["d", 1, deep],
        ["a\0", 1],
      ]),
    ),
    [{ menu_entity_id: "a", quantity: 1, modifiers: [] }],
  );
  assert.deepEqual(parseBasket("A".repeat(mostBasketCharacters + 1)), []);
  assert.equal(
    formatBasket(Array.from({ length: 150 }, () => ({ menu_entity_id: "x".repeat(60), quantity: 1 }))),
    undefined,
  );
});
