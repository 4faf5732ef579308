/** Every column and schema of a language takes each language of guests, and no other. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { guestLanguages } from "../../src/kernel/language.ts";

const schema = readFileSync(new URL("../../db/schema.sql", import.meta.url), "utf8");

test("each table with a language takes the languages of guests (src/words/README.md)", () => {
  const checks = [...schema.matchAll(/CONSTRAINT (\w+_language_check) CHECK \(language = ANY (.*)\)/g)];
  assert.ok(checks.length > 5);
  for (const [, name = "", rule = ""] of checks)
    assert.deepEqual(
      [...rule.matchAll(/'(\w+)'::text/g)].map(([, language]) => language),
      guestLanguages,
      name,
    );
});
