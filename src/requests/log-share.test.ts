import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createLogShare, type LogBounds } from "./log-share.ts";

const bounds: LogBounds = { bodies: { ofApp: 2, ofAll: 4 }, rows: { ofApp: 5, ofAll: 8 } };

test("one app alone has what is left over, then its bodies go, then its rows, and the next second begins anew", () => {
  const share = createLogShare(bounds);
  const taken = Array.from({ length: 9 }, () => share.take("a", 1_999));
  assert.deepEqual(taken, [
    ...Array<string>(4).fill("whole"),
    ...Array<string>(4).fill("without_bodies"),
    "not_at_all",
  ]);
  assert.equal(share.take("a", 2_000), "whole");
});

test("a loud app takes nothing from a quiet app's own share", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("loud", "loud", "loud", "quiet"), { maxLength: 60 }), (calls) => {
      const share = createLogShare(bounds);
      const ofQuiet = calls.map((app) => [app, share.take(app, 5)] as const).filter(([app]) => app === "quiet");
      ofQuiet.slice(0, 2).forEach(([, kept]) => assert.equal(kept, "whole"));
      ofQuiet.slice(2, 5).forEach(([, kept]) => assert.notEqual(kept, "not_at_all"));
    }),
  );
});

test("a call that was answered a moment before the last one does not begin a second of its own", () => {
  const share = createLogShare({ bodies: { ofApp: 1, ofAll: 1 }, rows: { ofApp: 2, ofAll: 2 } });
  assert.deepEqual(
    [3_000, 2_999, 3_001].map((at) => share.take("a", at)),
    ["whole", "without_bodies", "not_at_all"],
  );
});
