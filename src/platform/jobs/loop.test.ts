import assert from "node:assert/strict";
import { test } from "node:test";
import { TimeIsUp } from "../time-limit.ts";
import { startLoop, type Loop, type LoopOptions } from "./loop.ts";
import { createWakeups } from "./wakeups.ts";

const never = new Promise<never>(() => {});

/** Starts a loop of the given runs, in turn; the last one is repeated. */
function start(runs: readonly (() => Promise<boolean>)[], more: Partial<LoopOptions> = {}) {
  const errors: unknown[] = [];
  const begun = { runs: 0 };
  const loop: Loop = startLoop({
    name: "sweep",
    everyMs: 1,
    wakeups: createWakeups(),
    runOnce: () => {
      const run = runs[Math.min(begun.runs, runs.length - 1)];
      begun.runs += 1;
      return run === undefined ? Promise.resolve(false) : run();
    },
    onError: (_name, error) => errors.push(error),
    ...more,
  });
  return { loop, errors, begun };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test("a run that fails or takes too long is reported, and the loop goes on (rules/operating 1.9)", async () => {
  const { loop, errors, begun } = start(
    [() => Promise.reject(new RangeError("failed")), () => never, async () => false],
    { limitMs: 30 },
  );
  await until(() => begun.runs > 3);
  await loop.stop();
  assert.equal(errors.length, 2);
  assert.ok(errors[0] instanceof RangeError);
  assert.ok(errors[1] instanceof TimeIsUp && errors[1].message === "job sweep did not end within 30 ms");
});

test("a loop says since when it runs and when it ended last", async () => {
  const gate = Promise.withResolvers<boolean>();
  const { loop, begun } = start([() => gate.promise], { everyMs: 60_000 });
  const before = loop.state();
  assert.equal(begun.runs, 1);
  assert.ok(before.runningSince !== undefined && before.endedAt <= before.runningSince);
  gate.resolve(false);
  await until(() => loop.state().runningSince === undefined);
  assert.ok(loop.state().endedAt >= before.runningSince);
  await loop.stop();
});

test("a loop stops in time though its run does not end", async () => {
  const { loop, errors } = start([() => never]);
  await loop.stop(20);
  assert.match(String(errors[0]), /job sweep was cut because the process stops/);
});
