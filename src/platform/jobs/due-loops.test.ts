import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { startDueLoops } from "./due-loops.ts";
import type { Loop } from "./loop.ts";
import { createWakeups } from "./wakeups.ts";

/** Starts three sweeps, of which two wait until something is due, and counts their runs. */
function start(listDue: () => Promise<readonly string[]>) {
  const runs: Record<string, number> = { holds: 0, refunds: 0, measures: 0 };
  const errors: string[] = [];
  const wakeups = createWakeups();
  const loops: readonly Loop[] = startDueLoops({
    sweeps: Object.keys(runs).map((name) => ({
      name,
      everyMs: 5,
      ...(name === "refunds" ? { channel: "jobs" as const } : {}),
      async runOnce() {
        runs[name] = (runs[name] ?? 0) + 1;
        return false;
      },
    })),
    waiting: new Set(["holds", "refunds"]),
    listDue,
    lookEveryMs: 2,
    wakeups,
    onError: (name) => errors.push(name),
  });
  const stop = async (): Promise<void> => {
    for (const loop of loops) await loop.stop();
  };
  return { runs, errors, wakeups, stop };
}

test("a sweep that waits runs once at the start, and then only when something is due for it (rules/operating 1.17)", async () => {
  let due: readonly string[] = [];
  let looks = 0;
  const { runs, stop } = start(async () => {
    looks += 1;
    return due;
  });
  await waitUntilTrue(() => looks > 20 && (runs["measures"] ?? 0) > 3);
  assert.deepEqual([runs["holds"], runs["refunds"]], [1, 1]);
  due = ["holds", "somebody-else"];
  await waitUntilTrue(() => (runs["holds"] ?? 0) > 3);
  assert.equal(runs["refunds"], 1);
  await stop();
});

test("a wake-up runs a waiting sweep without a look, and a look that fails stops nothing", async () => {
  const { runs, errors, wakeups, stop } = start(() => Promise.reject(new Error("no database")));
  await waitUntilTrue(() => errors.length > 3 && runs["refunds"] === 1);
  assert.deepEqual([...new Set(errors)], ["look_for_due"]);
  wakeups.wake("jobs");
  await waitUntilTrue(() => (runs["refunds"] ?? 0) > 1);
  assert.equal(runs["holds"], 1);
  await stop();
});
