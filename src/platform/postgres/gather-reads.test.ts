import assert from "node:assert/strict";
import { test } from "node:test";
import type { Db } from "./database.ts";
import { gatherReads } from "./gather-reads.ts";
import { createMemories } from "./memories.ts";

/** Nobody reads through it: the loads of these tests answer by themselves. */
const nobody = (): Db => {
  const unread = (): never => {
    throw new Error("nobody reads here");
  };
  const made: Db = {
    livemode: false,
    url: "",
    memories: createMemories(),
    rows: unread,
    one: unread,
    maybe: unread,
    within: () => made,
  };
  return made;
};
const db = nobody();

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("keys of one turn share a statement, and each gets the row of its place", async () => {
  const asked: (readonly number[])[] = [];
  const find = gatherReads<number, string>(async (_db, keys) => {
    asked.push(keys);
    return keys.map((key) => (key === 2 ? undefined : `row ${key}`));
  });
  assert.deepEqual(await Promise.all([1, 2, 3].map((key) => find(db, key))), ["row 1", undefined, "row 3"]);
  assert.deepEqual(asked, [[1, 2, 3]]);
});

test("four statements are under way at most; what comes meanwhile shares the next, which begins after it was asked", async () => {
  const open: (() => void)[] = [];
  const asked: (readonly number[])[] = [];
  const find = gatherReads<number, number>(async (_db, keys) => {
    asked.push(keys);
    await new Promise<void>((resolve) => open.push(resolve));
    return keys;
  });
  const answers: Promise<number | undefined>[] = [];
  for (let key = 0; key < 7; key++) {
    answers.push(find(db, key));
    await turn();
    await turn();
  }
  assert.deepEqual(asked, [[0], [1], [2], [3]]);
  open[0]?.();
  assert.equal(await answers[0], 0);
  await turn();
  await turn();
  assert.deepEqual(asked.at(-1), [4, 5, 6]);
  for (const finish of open) finish();
  assert.deepEqual(await Promise.all(answers), [0, 1, 2, 3, 4, 5, 6]);
});

test("a failure reaches those of its statement, and the next one is asked anew", async () => {
  let fail = true;
  const find = gatherReads<number, number>(async (_db, keys) => {
    if (fail) throw new Error("no database");
    return keys;
  });
  const outcomes = await Promise.allSettled([find(db, 1), find(db, 2)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  fail = false;
  assert.equal(await find(db, 3), 3);
});

test("two databases never share a statement", async () => {
  const other = nobody();
  const asked: [Db, readonly number[]][] = [];
  const find = gatherReads<number, number>(async (through, keys) => {
    asked.push([through, keys]);
    return keys;
  });
  await Promise.all([find(db, 1), find(other, 2)]);
  assert.deepEqual(
    asked.map(([, keys]) => keys),
    [[1], [2]],
  );
  assert.deepEqual(
    asked.map(([through]) => through === db),
    [true, false],
  );
});
