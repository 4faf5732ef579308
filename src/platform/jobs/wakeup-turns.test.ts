import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { createTurns } from "./wakeup-turns.ts";
import type { WakeupChannel } from "./wakeups.ts";

const numbers = [0, 1, 2, 3, 4, 5];

function startTurns(own: string, workers: readonly string[] | undefined, laterMs = 3_600_000) {
  const acted: WakeupChannel[] = [];
  const turns = createTurns({ own, act: (channel) => acted.push(channel), laterMs });
  if (workers !== undefined) turns.hearOf(workers);
  return { acted, turns };
}

test("of three workers one acts at once, each for a third of the numbers (rules/operating 1.18)", () => {
  const workers = ["c", "a", "b"];
  const all = workers.map((own) => startTurns(own, workers));
  for (const number of numbers) for (const { turns } of all) turns.hear("jobs", number);
  assert.deepEqual(
    all.map(({ acted }) => acted.length),
    [2, 2, 2],
  );
  for (const { turns } of all) turns.stop();
});

test("the others look a moment later, once for all that came meanwhile", async () => {
  const { acted, turns } = startTurns("b", ["a", "b"], 5);
  for (const number of [0, 2, 4]) turns.hear("deliveries", number);
  turns.hear("timers", 0);
  assert.deepEqual(acted, []);
  await waitUntilTrue(() => acted.length === 2);
  assert.deepEqual(acted.toSorted(), ["deliveries", "timers"]);
});

test("a worker that has heard of nobody, and a wake-up without a number, act at once", () => {
  const alone = startTurns("a", undefined);
  for (const number of numbers) alone.turns.hear("jobs", number);
  assert.equal(alone.acted.length, numbers.length);
  const { acted, turns } = startTurns("b", ["a", "b"]);
  turns.hear("jobs", undefined);
  assert.deepEqual(acted, ["jobs"]);
});

test("a process that does not work hears of live changes only", () => {
  const { acted, turns } = startTurns("serve", ["a", "b"]);
  for (const number of numbers) turns.hear("jobs", number);
  turns.hear("changes", 0);
  assert.deepEqual(acted, ["changes"]);
  turns.hearOf([]);
  turns.hear("jobs", 3);
  assert.deepEqual(acted, ["changes"]);
});
