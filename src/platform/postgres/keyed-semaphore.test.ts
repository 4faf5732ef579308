import assert from "node:assert/strict";
import { test } from "node:test";
import { Overloaded } from "./faults.ts";
import { createKeyedSemaphore } from "./keyed-semaphore.ts";

test("a few at a time per key, first come first served; keys do not wait for each other (rules/operating 3.9)", async () => {
  const permits = createKeyedSemaphore({ atOnce: 2, maxWaiting: 10, maxWaitMs: 1_000 });
  const order: number[] = [];
  const [one, two] = await Promise.all([permits.take("a"), permits.take("a")]);
  const waiting = [3, 4, 5].map(async (name) => {
    const release = await permits.take("a");
    order.push(name);
    return release;
  });
  (await permits.take("b"))();
  assert.deepEqual(order, []);
  one();
  (await waiting[0])?.();
  (await waiting[1])?.();
  (await waiting[2])?.();
  two();
  assert.deepEqual(order, [3, 4, 5]);
  const again = await Promise.all([permits.take("a"), permits.take("a")]);
  assert.equal(again.length, 2);
});

test("who finds too many waiting, or waits too long, is told so and leaves no trace", async () => {
  const permits = createKeyedSemaphore({ atOnce: 1, maxWaiting: 1, maxWaitMs: 5 });
  const release = await permits.take("a");
  const late = permits.take("a");
  await assert.rejects(permits.take("a"), Overloaded);
  await assert.rejects(late, Overloaded);
  release();
  (await permits.take("a"))();
});
