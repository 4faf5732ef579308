import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { parseMenu } from "./parse-menu.ts";

const root = new URL("../../../", import.meta.url);
const samples = readdirSync(new URL("examples/menus/", root)).filter((name) => name.endsWith(".json"));

for (const name of samples) {
  test(`examples/menus/${name} is a valid menu without unknown fields`, () => {
    const sample: unknown = JSON.parse(readFileSync(new URL(`examples/menus/${name}`, root), "utf8"));
    const parsed = parseMenu(sample);
    assert.deepEqual(isRefusal(parsed) ? parsed.issues : parsed.document, sample);
  });
}

test("the documents in docs/menus.md are valid menus", () => {
  const blocks = readFileSync(new URL("docs/menus.md", root), "utf8").matchAll(/```json\n([\s\S]*?)```/g);
  const documents = [...blocks].map(([, text]) => JSON.parse(text ?? "") as unknown);
  assert.ok(documents.length > 0);
  for (const document of documents) assert.ok(!isRefusal(parseMenu(document)));
});
