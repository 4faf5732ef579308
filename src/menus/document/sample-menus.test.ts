import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { guestLanguages } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { languageStates } from "../read/menu-languages.ts";
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

test("guests of the demonstration read every text in their language", () => {
  for (const name of ["small-bistro", "corner-shop"]) {
    const parsed = parseMenu(JSON.parse(readFileSync(new URL(`examples/menus/${name}.json`, root), "utf8")));
    assert.ok(!isRefusal(parsed));
    const others = guestLanguages.filter((language) => language !== parsed.document.language);
    for (const { language, missing } of languageStates(parsed.document, others))
      assert.deepEqual(missing, [], `${name} in ${language}`);
  }
});

test("the documents in docs/menus.md are valid menus", () => {
  const blocks = readFileSync(new URL("docs/menus.md", root), "utf8").matchAll(/```json\n([\s\S]*?)```/g);
  const documents = [...blocks].map(([, text]) => JSON.parse(text ?? "") as unknown);
  assert.ok(documents.length > 0);
  for (const document of documents) assert.ok(!isRefusal(parseMenu(document)));
});
