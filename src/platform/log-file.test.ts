import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import { boundedFileSink } from "./log-file.ts";

function folder(t: TestContext): string {
  const made = mkdtempSync(path.join(tmpdir(), "maple-log-"));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

async function write(sink: ReturnType<typeof boundedFileSink>, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const text = Buffer.from(line);
    assert.equal(await new Promise((resolve) => sink.take(text, resolve)), text.length);
  }
}

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${String(index).padStart(9, "0")}\n`);

test("a log that grows is begun anew, and the one before is kept: no line is lost at the turn, and two files are all (rules/operating 1.22)", async (t) => {
  const directory = folder(t);
  const file = path.join(directory, "maple.log");
  await write(boundedFileSink(file, 100), numbered(25));
  assert.deepEqual(readdirSync(directory).toSorted(), ["maple.log", "maple.log.1"]);
  assert.deepEqual([statSync(`${file}.1`).size, statSync(file).size], [100, 50]);
  assert.equal(readFileSync(`${file}.1`, "utf8") + readFileSync(file, "utf8"), numbered(25).slice(10).join(""));
});

test("one that is too large already is put aside at the start, one that is not goes on", async (t) => {
  const file = path.join(folder(t), "maple.log");
  writeFileSync(file, "x".repeat(99));
  await write(boundedFileSink(file, 100), ["y"]);
  assert.equal(statSync(file).size, 100);
  await write(boundedFileSink(file, 100), ["z"]);
  assert.deepEqual([readFileSync(file, "utf8"), statSync(`${file}.1`).size], ["z", 100]);
});

test("where the file cannot be put aside, its lines go on", async (t) => {
  const file = path.join(folder(t), "maple.log");
  mkdirSync(path.join(`${file}.1`, "full"), { recursive: true });
  await write(boundedFileSink(file, 100), numbered(25));
  assert.equal(statSync(file).size, 250);
});
