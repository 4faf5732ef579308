/** Decimals of a currency come from ISO 4217, never from what the runtime usually writes (rules/http 9.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSourceFiles } from "./source-files.ts";

/** What may ask the runtime how money is usually written, with the reason. */
const mayAsk: Readonly<Record<string, string>> = {
  "src/kernel/minor-units.ts": "leaves out zeros that nobody writes",
  "src/store/shared/store-offer.browser.ts": "the same in the browser, with the decimals that its page names",
};

test("nothing else asks the runtime for the decimals of a currency", () => {
  const asking = readSourceFiles()
    .filter(({ path }) => path.startsWith("src/") && !/\.(?:test|fixture)\.tsx?$/.test(path))
    .filter(({ text }) => /resolvedOptions\(\)\.maximumFractionDigits/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(asking, Object.keys(mayAsk));
});
