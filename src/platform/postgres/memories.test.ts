import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemories } from "./memories.ts";

const createCounts = () => ({ asked: 0 });
const createNames = () => ({ names: new Set<string>() });

test("a kind of memory is made once for a database, and two databases share none", () => {
  const [one, other] = [createMemories(), createMemories()];
  one.of(createCounts).asked += 1;
  assert.equal(one.of(createCounts).asked, 1);
  assert.equal(other.of(createCounts).asked, 0);
  assert.equal(one.of(createNames).names.size, 0);
});
