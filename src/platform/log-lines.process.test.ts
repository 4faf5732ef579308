import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";

const fixture = fileURLToPath(new URL("./log-lines.fixture.ts", import.meta.url));

async function writeLines(count: number, stdout: "pipe" | number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fixture, String(count)], { stdio: ["pipe", stdout, "pipe"] });
  assert.ok(child.stderr !== null);
  const [said] = (await once(child.stderr.setEncoding("utf8"), "data")) as [string];
  assert.equal(said, "written\n");
  return child;
}

async function end(child: ChildProcess): Promise<unknown> {
  const exited = once(child, "exit");
  child.stdin?.end();
  return (await exited)[0];
}

describe("a log that nobody takes (rules/operating 1.22)", () => {
  test("its reader is silent: nothing waits, and the process ends when it has nothing more to do", async () => {
    const child = await writeLines(20_000, "pipe");
    assert.equal(await end(child), 7);
    child.stdout?.destroy();
  });

  test("its reader goes on: what was lost is said, and every other line is there", async () => {
    const child = await writeLines(20_000, "pipe");
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (part: string) => (text += part));
    await waitUntilTrue(() => {
      child.stdin?.write("m");
      return text.includes('"lost"');
    });
    const written = once(child.stderr?.setEncoding("utf8") ?? child, "data");
    assert.equal(await end(child), 7);
    const [count] = (await written) as [string];
    await waitUntilTrue(() => child.stdout?.readableEnded === true);
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly number?: number; readonly lost?: number });
    const numbers = lines.flatMap(({ number }) => number ?? []);
    const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0);
    assert.equal(numbers.length + lost, Number(count));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    assert.ok(lost > 10_000 && numbers.length > 4_000, `${lost} lost, ${numbers.length} there`);
  });

  test("its reader has gone", async () => {
    const child = await writeLines(10, "pipe");
    child.stdout?.destroy();
    await new Promise((resolve) => child.stdin?.write("m".repeat(50_000), resolve));
    assert.equal(await end(child), 7);
  });

  test("its disk is full", { skip: process.platform !== "linux" }, async () => {
    const child = await writeLines(20_000, openSync("/dev/full", "w"));
    assert.equal(await end(child), 7);
  });
});
