import assert from "node:assert/strict";
import { test } from "node:test";
import { onTimeUp, startWithinLimit, TimeIsUp, withinLimit, withoutLimit } from "./time-limit.ts";

const never = new Promise<never>(() => {});

test("work in time is answered, and its fault is thrown", async () => {
  assert.equal(await withinLimit("work", 60_000, async () => 7), 7);
  await assert.rejects(
    withinLimit("work", 60_000, async () => {
      throw new RangeError("too far");
    }),
    RangeError,
  );
});

test("work that does not end is given up, and so is what it holds", async () => {
  const given: string[] = [];
  const work = withinLimit("work", 20, async () => {
    onTimeUp(() => given.push("held"));
    onTimeUp(() => given.push("no longer held"))();
    return never;
  });
  await assert.rejects(work, (error) => error instanceof TimeIsUp && error.message === "work did not end within 20 ms");
  assert.deepEqual(given, ["held"]);
});

test("late work begins nothing new; what several share is not late with one of them", async () => {
  const late = Promise.withResolvers<void>();
  const work = withinLimit("work", 20, async () => {
    await assert.rejects(
      withinLimit("inner", 60_000, () => never),
      /inner did not end/,
    );
    assert.throws(() => onTimeUp(() => {}), TimeIsUp);
    await assert.rejects(
      withinLimit("inner", 60_000, async () => 1),
      TimeIsUp,
    );
    assert.doesNotThrow(() => withoutLimit(() => onTimeUp(() => {})));
    late.resolve();
  });
  await assert.rejects(work, TimeIsUp);
  await late.promise;
});

test("work can be cut before its time is up", async () => {
  const given: string[] = [];
  const work = startWithinLimit("work", 60_000, async () => {
    onTimeUp(() => given.push("held"));
    return never;
  });
  work.cut("was told to stop");
  await assert.rejects(work.done, /^TimeIsUp: work was told to stop$/);
  assert.deepEqual(given, ["held"]);
});
