import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { createWakeupShare } from "./wakeup-share.ts";
import type { WakeupChannel } from "./wakeups.ts";

const numbers = [0, 1, 2, 3, 4, 5];

function startTurns(own: string, workers: readonly string[] | undefined, laterMs = 3_600_000) {
  const acted: WakeupChannel[] = [];
  const share = createWakeupShare({ own, act: (channel) => acted.push(channel), laterMs });
  if (workers !== undefined) share.hearOf(workers);
  return { acted, share };
}

test("of three workers one acts at once, each for a third of the numbers (rules/operating 1.18)", () => {
  const workers = ["c", "a", "b"];
  const all = workers.map((own) => startTurns(own, workers));
  for (const number of numbers) for (const { share } of all) share.hear("jobs", number);
  assert.deepEqual(
    all.map(({ acted }) => acted.length),
    [2, 2, 2],
  );
  for (const { share } of all) share.stop();
});

test("the others look a moment later, once for all that came meanwhile", async () => {
  const { acted, share } = startTurns("b", ["a", "b"], 5);
  for (const number of [0, 2, 4]) share.hear("deliveries", number);
  share.hear("timers", 0);
  assert.deepEqual(acted, []);
  await waitUntilTrue(() => acted.length === 2);
  assert.deepEqual(acted.toSorted(), ["deliveries", "timers"]);
});

test("a worker that has heard of nobody, and a wake-up without a number, act at once", () => {
  const alone = startTurns("a", undefined);
  for (const number of numbers) alone.share.hear("jobs", number);
  assert.equal(alone.acted.length, numbers.length);
  const { acted, share } = startTurns("b", ["a", "b"]);
  share.hear("jobs", undefined);
  assert.deepEqual(acted, ["jobs"]);
});

test("a process that does not work hears of live changes only", () => {
  const { acted, share } = startTurns("serve", ["a", "b"]);
  for (const number of numbers) share.hear("jobs", number);
  share.hear("changes", 0);
  assert.deepEqual(acted, ["changes"]);
  share.hearOf([]);
  share.hear("jobs", 3);
  assert.deepEqual(acted, ["changes"]);
});
