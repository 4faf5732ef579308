import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { LoopState } from "../jobs/loop.ts";
import { createReadiness, type ProbedService, type ReadinessOptions } from "./readiness.ts";

const never = new Promise<never>(() => {});
const limitMs = 60;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

function start(t: TestContext, { probe, askFresh, ...more }: Partial<ReadinessOptions & ProbedService>) {
  const stood: string[] = [];
  const readiness = createReadiness({
    services: [{ name: "test", probe: probe ?? (async () => []), askFresh: askFresh ?? (async () => {}) }],
    loops: () => [],
    onStanding: (reason) => stood.push(reason),
    everyMs: 1,
    limitMs,
    ...more,
  });
  readiness.start();
  t.after(() => readiness.stop());
  return { readiness, stood };
}

const loop = (more: Partial<LoopState>): LoopState => ({
  name: "sweep",
  everyMs: 1_000,
  limitMs: 60_000,
  endedAt: performance.now(),
  runningSince: undefined,
  ...more,
});

test("ready with the first success, and what the probe found is named (rules/operating 4.1)", async (t) => {
  let found: readonly string[] = [];
  const { readiness } = start(t, { probe: async () => found });
  assert.deepEqual(readiness.problems(), ["test: not probed yet"]);
  await until(() => readiness.problems().length === 0);
  found = ["migrations are missing"];
  await until(() => readiness.problems().includes("test: migrations are missing"));
});

test("a database that does not answer makes unready, never unhealthy; a success makes ready again", async (t) => {
  let isSilent = false;
  const answer = async (): Promise<never[]> => (isSilent ? never : []);
  const { readiness } = start(t, { probe: answer, askFresh: async () => void (await answer()) });
  await until(() => readiness.problems().length === 0);
  isSilent = true;
  await until(() => readiness.problems().some((problem) => problem.includes("the probe did not end within 60 ms")));
  const since = performance.now();
  while (performance.now() < since + 5 * limitMs) {
    assert.deepEqual(readiness.faults(), []);
    await new Promise((resolve) => setImmediate(resolve));
  }
  isSilent = false;
  await until(() => readiness.problems().length === 0);
});

test("a probe that fails at twice its limit though a fresh connection answers is a fault of the process (rules/operating 4.2)", async (t) => {
  const { readiness } = start(t, { probe: () => Promise.reject(new Error("no connection is free")) });
  await until(() => readiness.faults().length > 0);
  assert.match(readiness.faults().join(), /^test: the probe fails for \d+ s though the database answers$/);
});

test("a loop that ended no run in time makes unready", async (t) => {
  let state = loop({});
  const { readiness } = start(t, { loops: () => [state] });
  await until(() => readiness.problems().length === 0);
  state = loop({ endedAt: performance.now() - 69_000 });
  assert.deepEqual(readiness.problems(), []);
  state = loop({ endedAt: performance.now() - 71_000 });
  assert.deepEqual(readiness.problems(), ["the job sweep has ended no run for 71 s"]);
  state = loop({ everyMs: 3_600_000, endedAt: performance.now() - 7_200_000 });
  assert.deepEqual(readiness.problems(), []);
});

test("a loop that stands though the database answers is a fault, and after two minutes ends the process", async (t) => {
  const clock = { ahead: 0 };
  const real = performance.now.bind(performance);
  t.mock.method(performance, "now", () => real() + clock.ahead);
  const stuck = loop({ runningSince: performance.now() });
  let asked = 0;
  const askFresh = async (): Promise<void> => void (asked += 1);
  const { readiness, stood } = start(t, { loops: () => [stuck], limitMs: 1_000_000, askFresh });
  clock.ahead = 61_000;
  // The second question comes after the answer to the first: a fresh connection answers while the loop stands.
  await until(() => asked > 1);
  clock.ahead = 119_000;
  assert.deepEqual([readiness.faults(), stood], [[], []]);
  clock.ahead = 61_000 + 121_000;
  await until(() => stood.length > 0);
  assert.match(readiness.faults().join(), /^the job sweep stands for 121 s$/);
  assert.match(stood[0] ?? "", /^the job sweep stands for 121 s$/);
});
