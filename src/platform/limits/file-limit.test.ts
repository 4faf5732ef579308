import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readFileLimit, shareFileLimit } from "./file-limit.ts";

const serve = { serves: true, works: false, databases: 2 };
const work = { serves: false, works: true, databases: 2 };
const dev = { serves: true, works: true, databases: 1 };

describe("open files of a process (rules/operating 3.12)", () => {
  test("where there are enough, everybody has what they want", () => {
    for (const limit of [8_192, Infinity])
      for (const kind of [serve, work, dev])
        assert.deepEqual(shareFileLimit(limit, kind), { connections: 2_000, deliveries: 1_024, isFew: false });
  });

  test("where there are few, callers and deliveries leave room for the rest", () => {
    assert.deepEqual([shareFileLimit(1_024, serve).connections, shareFileLimit(1_024, serve).isFew], [768, true]);
    assert.equal(shareFileLimit(1_024, work).deliveries, 384);
    const { connections, deliveries } = shareFileLimit(1_024, dev);
    assert.ok(connections + deliveries <= 768 && connections > 500 && deliveries > 250);
    assert.equal(shareFileLimit(256, serve).connections, 128);
  });

  test("the limit is read from the system, and none is known where it does not say", () => {
    const text =
      "Limit   Soft Limit  Hard Limit  Units\nMax open files            1024                 4096    files\n";
    assert.equal(
      readFileLimit(() => text),
      1_024,
    );
    assert.equal(
      readFileLimit(() => "Max open files   unlimited   unlimited   files\n"),
      Infinity,
    );
    assert.equal(
      readFileLimit(() => {
        throw new Error("ENOENT");
      }),
      Infinity,
    );
  });
});
