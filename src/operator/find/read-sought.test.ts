import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { readSought, type Sought } from "./read-sought.ts";

const id = newId("bkg");
const cases: readonly (readonly [string, Sought | undefined])[] = [
  ["", undefined],
  ["   ", undefined],
  [` ${id.toUpperCase()} `, { kind: "id", prefix: "bkg", id }],
  ["+33 1 42 60 01 43", { kind: "phone", phone: "+33142600143" }],
  ["0033 1 42 60 01 43", { kind: "phone", phone: "+33142600143" }],
  ["+1 (999) 000-0000", { kind: "phone", phone: "+19990000000" }],
  [" Ann@Example.COM", { kind: "email", email: "ann@example.com" }],
  ["k7qp-2mxw", { kind: "word", word: "k7qp-2mxw", code: "K7QP2MXW" }],
  ["aB3x", { kind: "word", word: "aB3x", code: "AB3X" }],
  ["Bistro Nord", { kind: "word", word: "Bistro Nord", code: "BISTRONORD" }],
  ["L’Étoile du Nord", { kind: "word", word: "L’Étoile du Nord", code: null }],
  ["bkg_short", { kind: "word", word: "bkg_short", code: null }],
];

for (const [typed, sought] of cases)
  test(`"${typed}" is read as ${sought?.kind ?? "nothing"} (rules/people 10.3)`, () =>
    assert.deepEqual(readSought(typed), sought));

test("what is too long is cut before it is read", () =>
  assert.deepEqual(readSought("x".repeat(10_000)), { kind: "word", word: "x".repeat(254), code: null }));
