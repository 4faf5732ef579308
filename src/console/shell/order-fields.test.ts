/** The order of things in a form: numbers that are typed, and things that come and go meanwhile. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { speak } from "../../words/speak.ts";
import { readForm, type PlainField } from "./form-fields.ts";
import { inOrder, orderField, orderValue, retellOrders } from "./order-fields.ts";

const say = speak("en", "office");
const words = { label: "Order", hint: "Number 1 comes first." };
const things = ["a", "b", "c", "d"].map((id) => [id, id.toUpperCase()] as const);

function readWith(numbers: Readonly<Record<string, string>>) {
  const [field] = orderField("things", words, things, orderValue("things", ["a", "b", "c", "d"]));
  const typed = Object.entries(numbers).map(([id, number]) => [`order_things.${id}`, number]);
  return readForm([field as PlainField], new URLSearchParams(typed), say);
}

describe("an order that is typed", () => {
  for (const [name, numbers, order] of [
    ["nothing is changed", {}, "abcd"],
    ["the last comes first", { d: "1" }, "dabc"],
    ["the first comes third", { a: "3" }, "bcad"],
    ["two change sides", { a: "2", b: "1" }, "bacd"],
    ["all have new numbers", { a: "4", b: "3", c: "2", d: "1" }, "dcba"],
    ["a number is larger than the list", { b: "99" }, "acdb"],
    ["two want the same number", { c: "1", d: "1" }, "cdab"],
  ] as const)
    test(name, () => {
      const { values, mistakes } = readWith(numbers);
      assert.deepEqual([values["order_things"], mistakes.size], [order.split(""), 0]);
    });

  test("what is no number is a mistake", () => {
    for (const number of ["0", "-1", "x", "1.5", ""]) assert.equal(readWith({ a: number }).mistakes.size, 1, number);
  });
});

describe("an order that meets another save", () => {
  const retold = (mine: readonly string[], there: readonly string[] | null) =>
    retellOrders({ order_things: mine }, { order_things: there })["order_things"];
  test("keeps what is still there, and puts what came behind what it follows", () => {
    assert.deepEqual(retold(["c", "b", "a"], ["a", "b", "x"]), ["b", "x", "a"]);
    assert.deepEqual(retold(["b", "a"], ["x", "a", "b"]), ["x", "b", "a"]);
    assert.equal(retold(["b", "a"], null), null);
  });

  test("orders the things that are there", () => {
    const ordered = inOrder("things", { order_things: ["c", "gone", "a"] }, ["a", "b", "c"], (one) => one);
    assert.deepEqual(ordered, ["c", "a", "b"]);
    assert.deepEqual(
      inOrder("things", {}, ["a", "b"], (one) => one),
      ["a", "b"],
    );
  });

  test("is no field where there is nothing to order", () => {
    assert.deepEqual(orderField("things", words, things.slice(0, 1), {}), []);
    assert.deepEqual(orderValue("things", ["a"]), {});
  });
});
