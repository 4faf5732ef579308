/** The members of a choice without a discriminator differ in their schemas (rules/http 6.15). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { audiences } from "../../src/docs-pages/audience.ts";
import { alike, choicesOf, type Schema } from "./choice-rules.ts";

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

for (const audience of audiences) {
  test(`${audience}: every choice can be told apart`, () => {
    const file = new URL(`../../openapi/${audience}.json`, import.meta.url);
    const document = JSON.parse(readFileSync(file, "utf8")) as Description;
    const { schemas } = document.components;
    const resolve = (reference: string): Schema | undefined => schemas[reference.split("/").at(-1) ?? ""];
    const choices = choicesOf(document);
    assert.ok(choices.length > 3, `${choices.length} choices`);
    const wrong = choices.flatMap(({ at, members, hasDiscriminator }) => {
      const two = hasDiscriminator ? undefined : alike(members, resolve);
      return two === undefined ? [] : [`${at}: ${two.join(" and ")}`];
    });
    assert.deepEqual(wrong, []);
  });
}

const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  required,
  properties,
});
const text = { type: "string" };
const word = (value: string): Schema => ({ type: "string", const: value });

const cases: readonly (readonly [string, readonly Schema[], boolean])[] = [
  ["a text and a number", [text, { type: "integer" }], true],
  ["two numbers", [{ type: "number" }, { type: "integer" }], false],
  ["a word and any text", [word("tomorrow"), text], false],
  ["two words", [word("a"), { type: "string", enum: ["b", "c"] }], true],
  ["two words with one in both", [word("b"), { type: "string", enum: ["b", "c"] }], false],
  ["a reference or null", [{ $ref: "#/Order" }, { type: "null" }], true],
  ["one of several types, and one of them", [{ type: ["string", "null"] }, { type: "null" }], false],
  ["objects with a word each", [object(["kind"], { kind: word("a") }), object(["kind"], { kind: word("b") })], true],
  [
    "objects with a word that may be left out",
    [object(["kind"], { kind: word("a") }), object([], { kind: word("b") })],
    false,
  ],
  ["objects with a field of their own each", [object(["a"], { a: text }), object(["b"], { b: text })], true],
  ["an object that the other may be", [object(["a"], { a: text }), object(["a", "b"], { a: text, b: text })], false],
  ["a choice within a choice", [{ oneOf: [word("a"), { $ref: "#/Order" }] }, word("a")], false],
  ["two references to one", [{ $ref: "#/Order" }, { $ref: "#/Order" }], false],
];

describe("what is told apart", () => {
  const order = object(["id"], { id: text });
  for (const [name, members, isApart] of cases) {
    test(name, () => assert.equal(alike(members, () => order) === undefined, isApart));
  }
  test("a rule between the fields of one object is no choice", () => {
    const rule = { ...object([], { a: text, b: text }), oneOf: [{ required: ["a"] }, { required: ["b"] }] };
    assert.deepEqual(choicesOf({ rule }), []);
    assert.equal(choicesOf({ inner: { items: { oneOf: [text, text] } } }).length, 1);
  });
});
