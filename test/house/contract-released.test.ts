/** Every change since the released description is explained (rules/http 12.3). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readEntries } from "../../scripts/contract/changelog-entries.ts";
import { differencesToReleased, releasedAudiences } from "../../scripts/contract/documents.ts";
import { lineOf, unexplained } from "../../scripts/contract/explained.ts";

test("the description for partners is released", () => assert.ok(releasedAudiences().includes("partner")));

test("an entry of the change log explains every difference, and says which break", () => {
  const left = unexplained(differencesToReleased(), readEntries()).map(lineOf);
  const advice = "write an entry, then: npm run contract:diff -- --write YYYY-MM-DD-words.md";
  assert.deepEqual(left, [], `${left.length} differences to openapi/released/ are unexplained: ${advice}`);
});
