import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { beginComparison } from "./compare-schemas.ts";
import type { Difference, Direction } from "./difference.ts";
import { longestText } from "./longest-text.ts";
import type { Json } from "./shape.ts";

function differences(before: Json, after: Json, direction: Direction): readonly Difference[] {
  const found: Difference[] = [];
  beginComparison({}, {}, (difference) => found.push(difference)).compare(before, after, direction, "Thing");
  return found;
}

const shown = (before: Json, after: Json, direction: Direction): readonly string[] =>
  differences(before, after, direction).map(({ breaks, what }) => (breaks ? `! ${what}` : what));

const text = { type: "string" };
const number = { type: "integer" };
const fields = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });
const union = (...members: readonly Json[]): Json => ({ oneOf: members });
const tagged = (kind: string, more: Json = {}): Json =>
  fields({ kind: { const: kind }, ...more }, { required: ["kind"] });
const byKind = (...members: readonly Json[]): Json => ({
  ...union(...members),
  discriminator: { propertyName: "kind" },
});

/** Name, before, after, what is told of a request, what is told of an answer. */
type Case = readonly [string, Json, Json, readonly string[], readonly string[]];

const cases: readonly Case[] = [
  ["nothing", text, text, [], []],
  ["null in another spelling", { type: ["string", "null"] }, { anyOf: [text, { type: "null" }] }, [], []],
  ["constants in another spelling", { anyOf: [{ const: "a" }, { const: "b" }] }, { ...text, enum: ["a", "b"] }, [], []],
  ["a union of one", { oneOf: [text] }, text, [], []],
  ["another type", text, number, ["! the type is another"], ["! the type is another"]],
  ["a wider type", number, { type: "number" }, ["the type is another"], ["! the type is another"]],
  ["a narrower type", { type: "number" }, number, ["! the type is another"], ["the type is another"]],
  ["any type", text, {}, ["the type is another"], ["! the type is another"]],
  ["null", text, { type: ["string", "null"] }, ["null is taken"], ["! the value may be null"]],
  ["no null", { type: ["string", "null"] }, text, ["! null is refused"], ["the value is never null"]],
  ["only null", { type: ["string", "null"] }, { type: "null" }, ["! the type is another"], ["the type is another"]],
  ["a field", fields({}), fields({ a: text }), ["the field is added"], ["the field is added"]],
  [
    "a field where no others were promised",
    fields({}, { additionalProperties: false }),
    fields({ a: text }, { additionalProperties: false }),
    ["the field is added"],
    ["! the field is added"],
  ],
  [
    "a required field",
    fields({}),
    fields({ a: text }, { required: ["a"] }),
    ["! a required field is added"],
    ["the field is added"],
  ],
  ["a field less", fields({ a: text }), fields({}), ["! the field is removed"], ["! the field is removed"]],
  [
    "a field that is renamed",
    fields({ a: text }),
    fields({ b: text }),
    ["the field is added", "! the field is removed"],
    ["the field is added", "! the field is removed"],
  ],
  [
    "a field that is required now",
    fields({ a: text }),
    fields({ a: text }, { required: ["a"] }),
    ["! the field is required now"],
    ["the field is required now"],
  ],
  [
    "a field that is optional now",
    fields({ a: text }, { required: ["a"] }),
    fields({ a: text }),
    ["the field is optional now"],
    ["! the field is optional now"],
  ],
  [
    "other fields are refused",
    fields({}),
    fields({}, { additionalProperties: false }),
    ["! other fields are refused"],
    ["other fields are refused"],
  ],
  [
    "other fields are allowed",
    fields({}, { additionalProperties: false }),
    fields({}),
    ["other fields are allowed"],
    ["! other fields are allowed"],
  ],
  [
    "the values of other fields",
    fields({}, { additionalProperties: text }),
    fields({}, { additionalProperties: number }),
    ["! the type is another"],
    ["! the type is another"],
  ],
  [
    "the type of an item",
    { type: "array", items: text },
    { type: "array", items: number },
    ["! the type is another"],
    ["! the type is another"],
  ],
  ["a value more", { enum: ["a"] }, { enum: ["a", "b"] }, ["the value is added"], ["! the value is added"]],
  ["a value less", { enum: ["a", "b"] }, { enum: ["a"] }, ["! the value is removed"], ["the value is removed"]],
  [
    "a set that is open now",
    { ...text, enum: ["a"] },
    text,
    ["the set of values is open"],
    ["! the set of values is open"],
  ],
  [
    "a set that is closed now",
    text,
    { ...text, enum: ["a"] },
    ["! the set of values is closed"],
    ["the set of values is closed"],
  ],
  [
    "a known value more of a set that may grow",
    { ...text, "x-extensible-enum": ["a"] },
    { ...text, "x-extensible-enum": ["a", "b"] },
    ["the known value is added"],
    ["the known value is added"],
  ],
  [
    "a known value less of a set that may grow",
    { ...text, "x-extensible-enum": ["a", "b"] },
    { ...text, "x-extensible-enum": ["a"] },
    ["! the known value is removed"],
    ["the known value is removed"],
  ],
  ["a limit", text, { ...text, maxLength: 9 }, ["! maxLength is added"], ["maxLength is added"]],
  [
    "a stricter limit",
    { ...number, maximum: 9 },
    { ...number, maximum: 8 },
    ["! maximum is changed"],
    ["maximum is changed"],
  ],
  [
    "a looser limit",
    { ...number, maximum: 8 },
    { ...number, maximum: 9 },
    ["maximum is changed"],
    ["maximum is changed"],
  ],
  ["no limit", { ...text, maxLength: 9 }, text, ["maxLength is removed"], ["maxLength is removed"]],
  [
    "a stricter least",
    { ...number, minimum: 0 },
    { ...number, minimum: 1 },
    ["! minimum is changed"],
    ["minimum is changed"],
  ],
  [
    "a looser least",
    { type: "array", minItems: 2 },
    { type: "array", minItems: 1 },
    ["minItems is changed"],
    ["minItems is changed"],
  ],
  [
    "a limit that the pattern had",
    { ...text, pattern: "^[A-Z]{3}$" },
    { ...text, pattern: "^[A-Z]{3}$", maxLength: 3 },
    ["maxLength is added"],
    ["maxLength is added"],
  ],
  ["a format", text, { ...text, format: "email" }, ["! format is added"], ["format is added"]],
  [
    "another format",
    { ...text, format: "date" },
    { ...text, format: "email" },
    ["! format is changed"],
    ["! format is changed"],
  ],
  ["no format", { ...text, format: "email" }, text, ["format is removed"], ["! format is removed"]],
  ["a pattern", text, { ...text, pattern: "\\S" }, ["! pattern is added"], ["pattern is added"]],
  ["a step", number, { ...number, multipleOf: 5 }, ["! multipleOf is added"], ["multipleOf is added"]],
  [
    "no item twice",
    { type: "array" },
    { type: "array", uniqueItems: true },
    ["! uniqueItems is added"],
    ["uniqueItems is added"],
  ],
  [
    "another default",
    { ...number, default: 1 },
    { ...number, default: 2 },
    ["! default is changed"],
    ["! default is changed"],
  ],
  ["a default that is written down", number, { ...number, default: 1 }, ["default is added"], ["default is added"]],
  [
    "a rule between fields",
    fields({ a: text, b: text }),
    fields({ a: text, b: text }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
    ["! oneOf is added"],
    ["oneOf is added"],
  ],
  ["a deprecated field", text, { ...text, deprecated: true }, ["deprecated"], ["deprecated"]],
  [
    "a member of a union",
    byKind(tagged("a"), tagged("b")),
    byKind(tagged("a"), tagged("b"), tagged("c")),
    ["the member of the union is added"],
    ["! the member of the union is added"],
  ],
  [
    "a member less",
    byKind(tagged("a"), tagged("b"), tagged("c")),
    byKind(tagged("a"), tagged("b")),
    ["! the member of the union is removed"],
    ["the member of the union is removed"],
  ],
  [
    "members in another order",
    byKind(tagged("a", { x: text }), tagged("b")),
    byKind(tagged("b"), tagged("a", { x: number })),
    ["! the type is another"],
    ["! the type is another"],
  ],
  ["a discriminator that is written down", union(tagged("a"), tagged("b")), byKind(tagged("a"), tagged("b")), [], []],
  [
    "another discriminator",
    byKind(tagged("a"), tagged("b")),
    { ...byKind(tagged("a"), tagged("b")), discriminator: { propertyName: "type" } },
    ["! the discriminator is another"],
    ["! the discriminator is another"],
  ],
  ["a value that is a union now", text, union(text, number), ["the value is a union"], ["! the value is a union"]],
  ["a value that is no union now", union(text, number), text, ["! the value is no union"], ["the value is no union"]],
];

describe("a value differs by", () => {
  for (const [name, before, after, request, answer] of cases) {
    test(`${name}, sent`, () => assert.deepEqual(shown(before, after, "request"), request));
    test(`${name}, received`, () => assert.deepEqual(shown(before, after, "answer"), answer));
  }
});

test("the place of a difference names fields, items and members", () => {
  const schema = (inner: Json): Json =>
    fields({ a: { type: "array", items: byKind(tagged("x", { b: inner }), tagged("y")) } });
  assert.deepEqual(
    differences(schema(text), schema(number), "answer").map(({ place }) => place),
    ["Thing.a[]<x>.b"],
  );
});

describe("the longest text of", () => {
  for (const [schema, longest] of [
    [{ maxLength: 5 }, 5],
    [{ format: "date" }, 10],
    [{ pattern: "^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$" }, 30],
    [{ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }, 5],
    [{ pattern: "^[\\x21-\\x7e]{1,255}$", maxLength: 300 }, 255],
    [{ pattern: "^a?(?:bc){2}$" }, 5],
    [{ pattern: "^a+$" }, Infinity],
    [{ pattern: "^a{2,}$" }, Infinity],
    [{ pattern: "^req_" }, Infinity],
    [{ pattern: "^(?=a)a$" }, Infinity],
    [{}, Infinity],
  ] as const)
    test(JSON.stringify(schema), () => assert.equal(longestText(schema), longest));
});
