import assert from "node:assert/strict";
import { test } from "node:test";
import { boundVerdict, longestText, mostIdsShown } from "./bound-verdict.ts";

test("what a verdict says is bounded, and what fits stays", () => {
  const ids = Array.from({ length: 90 }, (_, place) => `req_${place}`);
  const long = { expected: "a call", seen: "é".repeat(3_000), met: false, ids };
  const short = { expected: "a call", seen: "no call", met: false, ids: ["req_1"] };
  const bound = boundVerdict({ id: "ord-accept", outcome: "failed", reason: null, expectations: [long, short] });
  assert.deepEqual(bound.expectations[1], short);
  assert.ok((bound.expectations[0]?.seen.length ?? 0) <= longestText);
  assert.match(bound.expectations[0]?.seen ?? "", /^é+…$/);
  assert.deepEqual(bound.expectations[0]?.ids, ids.slice(0, mostIdsShown));
});
