import assert from "node:assert/strict";
import { test } from "node:test";
import { beginRelease, dismissRelease, hearRelease, isReplaced } from "./release.ts";

const hearAll = (headers: readonly (string | null)[]) =>
  headers.reduce((release, header) => hearRelease(release, header), beginRelease("board=A"));

test("a release is new when two answers in a row name it, and not while both answer", () => {
  for (const [headers, expected] of [
    [[], false],
    [["board=A, stand=S"], false],
    [["board=B, stand=S"], false],
    [["board=B", "board=B"], true],
    [["board=B", null, "board=B"], true],
    [["board=B", "board=A", "board=B"], false],
    [["board=B", "board=B", "board=A"], false],
    [["board=B", "board=C"], false],
    [["board=B", "board=C", "board=C"], true],
    [["board=A, stand=T", "board=A, stand=T"], false],
    [["stand=T", "stand=T"], false],
  ] as const)
    assert.equal(isReplaced(hearAll(headers)), expected, headers.join(" then "));
});

test("a release that was dismissed does not come back, the next one does", () => {
  const dismissed = dismissRelease(hearAll(["board=B", "board=B"]));
  assert.equal(isReplaced(dismissed), false);
  const still = hearRelease(hearRelease(hearRelease(dismissed, "board=B"), "board=A"), "board=B");
  assert.equal(isReplaced(hearRelease(still, "board=B")), false);
  assert.equal(isReplaced(hearRelease(hearRelease(still, "board=C"), "board=C")), true);
});
