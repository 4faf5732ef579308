import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createLogShare, type LogBounds } from "./log-share.ts";

const bounds: LogBounds = {
  bodies: { ofApp: 2, ofAll: 4, most: 6, bytes: 1_000 },
  rows: { ofApp: 5, ofAll: 8, most: 12 },
};

test("one app alone has what is for all, then its bodies go, then its rows, and the next second begins anew (rules/http 13.5)", () => {
  const share = createLogShare(bounds);
  const taken = Array.from({ length: 9 }, () => share.take("a", 10, 1_999));
  assert.deepEqual(taken, [
    ...Array<string>(4).fill("whole"),
    ...Array<string>(4).fill("without_bodies"),
    "not_at_all",
  ]);
  assert.equal(share.take("a", 10, 2_000), "whole");
});

test("a loud app takes nothing from a quiet app's own share", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("loud", "loud", "loud", "quiet"), { maxLength: 60 }), (calls) => {
      const share = createLogShare(bounds);
      const ofQuiet = calls.map((app) => [app, share.take(app, 10, 5)] as const).filter(([app]) => app === "quiet");
      // What is beyond the share of all leaves room for one quiet app.
      ofQuiet.slice(0, 2).forEach(([, kept]) => assert.equal(kept, "whole"));
      ofQuiet.slice(2, 4).forEach(([, kept]) => assert.notEqual(kept, "not_at_all"));
    }),
  );
});

test("many apps together cost no more than the most, in bodies, in bytes and in rows", () => {
  const share = createLogShare(bounds);
  const ofEach = Array.from({ length: 20 }, (_, app) => share.take(`app ${app}`, 10, 5));
  assert.equal(ofEach.filter((kept) => kept === "whole").length, 6);
  assert.equal(ofEach.filter((kept) => kept !== "not_at_all").length, 12);
  const large = createLogShare(bounds);
  assert.deepEqual(
    [600, 600, 400, 0].map((bytes) => large.take("a", bytes, 5)),
    ["whole", "without_bodies", "whole", "whole"],
  );
});

test("a call that was answered a moment before the last one does not begin a second of its own", () => {
  const share = createLogShare({
    bodies: { ofApp: 1, ofAll: 1, most: 1, bytes: 100 },
    rows: { ofApp: 2, ofAll: 2, most: 2 },
  });
  assert.deepEqual(
    [3_000, 2_999, 3_001].map((at) => share.take("a", 10, at)),
    ["whole", "without_bodies", "not_at_all"],
  );
});
