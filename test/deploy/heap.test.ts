/** How bin/maple.js fits the heap of the service into the memory that there is (rules/operating 3.13). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import path from "node:path";

interface Heap {
  fitHeap(flags: readonly string[], whole: number, constrained: number): readonly string[];
}

const heap = (await import(pathToFileURL(path.resolve(import.meta.dirname, "../../bin/heap.js")).href)) as Heap;
const flags = ["--max-old-space-size=1024", "--max-semi-space-size=16"];
const gibibyte = 2 ** 30;

test("the heap is that of the flags where twice as much memory is there, else half of the memory", () => {
  assert.deepEqual(heap.fitHeap(flags, 24 * gibibyte, 0), flags);
  assert.deepEqual(heap.fitHeap(flags, 24 * gibibyte, 2 ** 63), flags);
  assert.deepEqual(heap.fitHeap(flags, 24 * gibibyte, 2 * gibibyte), flags);
  assert.deepEqual(heap.fitHeap(flags, 24 * gibibyte, gibibyte / 2), ["--max-old-space-size=256", flags[1]]);
  assert.deepEqual(heap.fitHeap(flags, gibibyte, 0), ["--max-old-space-size=512", flags[1]]);
});

test("a smaller heap that was asked for stays, and there is a least one", () => {
  assert.deepEqual(heap.fitHeap(["--max-old-space-size=128"], gibibyte, 0), ["--max-old-space-size=128"]);
  assert.deepEqual(heap.fitHeap(flags, gibibyte / 16, 0), ["--max-old-space-size=96", flags[1]]);
});
