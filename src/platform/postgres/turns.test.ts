import assert from "node:assert/strict";
import { test } from "node:test";
import { Overloaded } from "./faults.ts";
import { createTurns } from "./turns.ts";

test("a few at a time per key, first come first served; keys do not wait for each other (rules/operating 3.9)", async () => {
  const turns = createTurns({ atOnce: 2, maxWaiting: 10, maxWaitMs: 1_000 });
  const order: number[] = [];
  const [one, two] = await Promise.all([turns.take("a"), turns.take("a")]);
  const waiting = [3, 4, 5].map(async (name) => {
    const giveBack = await turns.take("a");
    order.push(name);
    return giveBack;
  });
  (await turns.take("b"))();
  assert.deepEqual(order, []);
  one();
  (await waiting[0])?.();
  (await waiting[1])?.();
  (await waiting[2])?.();
  two();
  assert.deepEqual(order, [3, 4, 5]);
  const again = await Promise.all([turns.take("a"), turns.take("a")]);
  assert.equal(again.length, 2);
});

test("who finds too many waiting, or waits too long, is told so and leaves no trace", async () => {
  const turns = createTurns({ atOnce: 1, maxWaiting: 1, maxWaitMs: 5 });
  const giveBack = await turns.take("a");
  const late = turns.take("a");
  await assert.rejects(turns.take("a"), Overloaded);
  await assert.rejects(late, Overloaded);
  giveBack();
  (await turns.take("a"))();
});
