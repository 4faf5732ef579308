import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Overloaded } from "../postgres/faults.ts";
import type { LaneTask } from "./lane.fixture.ts";
import { createThreadLane, TaskTooLarge, TaskTooLong, type ThreadLane } from "./thread-lane.ts";

const lanes: ThreadLane<LaneTask, number>[] = [];
after(() => Promise.all(lanes.map((lane) => lane.close())));

interface More {
  readonly maxWaiting?: number;
  readonly idleMs?: number;
  readonly maxMs?: number;
  readonly maxBusyMs?: number;
  readonly given?: () => unknown;
}

function open(more: More = {}): ThreadLane<LaneTask, number> {
  const module = new URL("./lane.fixture.ts", import.meta.url);
  const lane = createThreadLane<LaneTask, number>({
    module,
    maxWaiting: 100,
    idleMs: 10_000,
    maxHeapMiB: 64,
    maxMs: 60_000,
    ...more,
  });
  lanes.push(lane);
  return lane;
}
const double = (value: number): LaneTask => ({ double: value, text: "x".repeat(100_000) });

test("tasks run one after another and each gets its own answer", async () => {
  const lane = open();
  const order: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const answer = await lane.run(double(index));
      order.push(index);
      return answer;
    }),
  );
  assert.deepEqual(
    answers,
    Array.from({ length: 20 }, (_, index) => 2 * index),
  );
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});

test("a task that fails, dies or takes too much memory fails alone; those around it are answered", async () => {
  const lane = open();
  const settled = await Promise.allSettled([
    lane.run(double(1)),
    lane.run("fail"),
    lane.run(double(2)),
    lane.run("die"),
    lane.run(double(3)),
    lane.run("hoard"),
    lane.run(double(4)),
  ]);
  const failed = "it failed";
  assert.deepEqual(
    settled.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : failed)),
    [2, failed, 4, failed, 6, failed, 8],
  );
  assert.ok(settled[1]?.status === "rejected" && settled[1].reason instanceof RangeError);
  assert.ok(settled[5]?.status === "rejected" && settled[5].reason instanceof TaskTooLarge);
});

test("a task that never ends is ended after its time; those around it are answered", async () => {
  const lane = open({ maxMs: 2_000 });
  const settled = await Promise.allSettled([lane.run(double(1)), lane.run("spin"), lane.run(double(2))]);
  assert.deepEqual(
    settled.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason instanceof TaskTooLong)),
    [2, true, 4],
  );
});

test("a task is too long by what it computes, and one that a full machine makes late is not", async () => {
  const busy = open({ maxBusyMs: 200 });
  await assert.rejects(busy.run("spin"), TaskTooLong);
  assert.equal(await busy.run(double(2)), 4);
  const late = open({ maxBusyMs: 60_000, maxMs: 500 });
  await assert.rejects(late.run("stand"), Overloaded);
  assert.equal(await late.run(double(3)), 6);
});

test("beyond the limit of waiting tasks a call is refused as overloaded", async () => {
  const lane = open({ maxWaiting: 2 });
  const settled = await Promise.allSettled(Array.from({ length: 5 }, (_, index) => lane.run(double(index))));
  const refused = settled.filter((outcome) => outcome.status === "rejected");
  assert.equal(refused.length, 2);
  for (const { reason } of refused) assert.ok(reason instanceof Overloaded);
});

test("a lane that was idle starts again, one that is closed rejects what waits", async () => {
  const lane = open({ idleMs: 0 });
  assert.equal(await lane.run(double(1)), 2);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await lane.run(double(2)), 4);
  const left = assert.rejects(lane.run(double(3)), /stopping/);
  await lane.close();
  await left;
});

test("a thread that cannot be started fails its task at once, and the next task tries again", async () => {
  let starts = 0;
  const given = (): null => {
    starts += 1;
    if (starts > 2) return null;
    throw Object.assign(new Error("EAGAIN"), { code: "ERR_WORKER_INIT_FAILED" });
  };
  const lane = open({ given });
  for (let count = 0; count < 2; count++) await assert.rejects(lane.run(double(1)), Overloaded);
  assert.equal(await lane.run(double(2)), 4);
});
