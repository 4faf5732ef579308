import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { neededMemory, readMemoryLimit, shareMemory, threadHeapOf } from "./memory-limit.ts";

const gibibyte = 2 ** 30;
const serve = { hasDatabase: false, menus: 160 };
const usual = {
  isLittle: false,
  menus: 160,
  bytes: Infinity,
  bodyBytes: 128 * 2 ** 20,
  largeBodies: 4,
  answerBytes: 128 * 2 ** 20,
};

describe("memory of a process (rules/operating 3.13)", () => {
  test("is that of the machine, or of the container where that has less", () => {
    assert.equal(readMemoryLimit(2 * gibibyte, 0), 2_048);
    assert.equal(readMemoryLimit(2 * gibibyte, 2 ** 63), 2_048);
    assert.equal(readMemoryLimit(2 * gibibyte, gibibyte / 2), 512);
  });

  test("where there is enough, everything is as usual; a PostgreSQL of our own takes its part", () => {
    for (const mebibytes of [1_280, 1_536, 65_536]) assert.deepEqual(shareMemory(mebibytes, serve), usual);
    assert.deepEqual(shareMemory(1_408, { ...serve, hasDatabase: true }), usual);
    assert.ok(shareMemory(1_280, { ...serve, hasDatabase: true }).isLittle);
  });

  test("where there is little, the process keeps and takes less, and stays below it", () => {
    const few = shareMemory(512, serve);
    assert.deepEqual([few.isLittle, few.menus, few.largeBodies, few.bytes / 2 ** 20], [true, 64, 1, 460]);
    assert.ok(few.bodyBytes + few.answerBytes <= 128 * 2 ** 20);
    const fewer = shareMemory(256, serve);
    assert.deepEqual([fewer.menus, fewer.bodyBytes / 2 ** 20], [8, 32]);
    assert.equal(shareMemory(512, { ...serve, menus: 16 }).menus, 16, "the operator asks for less");
  });

  test("a process needs 384 MiB to live, and one with a PostgreSQL of its own 512", () => {
    assert.deepEqual(neededMemory(false), { least: 384, largest: 768, several: 1_280 });
    assert.equal(neededMemory(true).least, 512);
  });

  test("a thread takes half of what the program leaves", () => {
    assert.deepEqual(
      [65_536, 1_280, 768, 512, 256].map((mebibytes) => threadHeapOf(mebibytes, 512)),
      [512, 512, 256, 128, 64],
    );
    assert.equal(threadHeapOf(512, 100), 100);
  });
});
