import assert from "node:assert/strict";
import { test } from "node:test";
import { toEntry, withFingerprints } from "./changelog-entries.ts";
import { fingerprintOf, sentenceOf, type Difference } from "./difference.ts";
import { lineOf, unexplained } from "./explained.ts";

const added: Difference = { place: "GET /v1/things", what: "the call is added", breaks: false };
const removed: Difference = { place: "Thing.size", direction: "answer", what: "the field is removed", breaks: true };

const entryText = (contract: string, more = ""): string =>
  `---\nkind: changed\naudience: [partner]\ncontract: [${contract}]\n${more}---\n\n# Title\n\nText.\n`;

test("a fingerprint names one difference, whatever its verdict", () => {
  assert.match(fingerprintOf(added), /^[0-9a-f]{12}$/);
  assert.equal(fingerprintOf(removed), fingerprintOf({ ...removed, breaks: false }));
  const others: readonly Difference[] = [
    { ...removed, place: "Thing.name" },
    { ...removed, direction: "request" },
    { ...removed, what: "the field is optional now" },
    { ...removed, before: "1" },
    { ...removed, after: "1" },
  ];
  assert.equal(new Set([removed, ...others].map(fingerprintOf)).size, 6);
});

test("a difference is explained by an entry that names it; one that breaks by an entry that says so", () => {
  const named = toEntry("a.md", entryText([added, removed].map(fingerprintOf).join(", ")));
  assert.deepEqual(unexplained([added, removed], []), [added, removed]);
  assert.deepEqual(unexplained([added, removed], [named]), [removed]);
  const warns = toEntry("b.md", entryText(fingerprintOf(removed), "breaking: true\n"));
  assert.deepEqual(unexplained([added, removed], [named, warns]), []);
});

test("fingerprints are added to the list of an entry, each once, and nothing else changes", () => {
  assert.equal(withFingerprints(entryText(""), ["a1", "b2"]), entryText("a1, b2"));
  assert.equal(withFingerprints(entryText("a1"), ["b2", "a1"]), entryText("a1, b2"));
});

test("a line says what changed", () => {
  assert.equal(sentenceOf({ ...removed, before: "1", after: "2" }), "Thing.size (answer): the field is removed: 1 → 2");
  assert.match(lineOf(removed), /^[0-9a-f]{12} {2}breaks {2}Thing\.size/);
});
