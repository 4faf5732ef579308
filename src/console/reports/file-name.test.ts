import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { csvName } from "./file-name.ts";

const id = newId("str");
const dates = { from: "2026-11-01", to: "2026-11-30" };

for (const [name, word] of [
  ["Café Müller & Söhne", "cafe-muller-sohne"],
  ["L’Œuf “d’or”\r\n", "l-oeuf-d-or"],
  ["../../x;y", "x-y"],
  ["寿司", id],
  ["", id],
  [null, id],
] as const)
  test(`a file of ${JSON.stringify(name)} says its restaurant (rules/console 2.2)`, () => {
    assert.equal(csvName({ id, name }, "sales", dates), `${word}-sales-2026-11-01-2026-11-30.csv`);
  });

test("a long name is cut", () => {
  const cut = csvName({ id, name: `${"a".repeat(59)} ${"b".repeat(200)}` }, "money", dates);
  assert.equal(cut, `${"a".repeat(59)}-money-2026-11-01-2026-11-30.csv`);
});
