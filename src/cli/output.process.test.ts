import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const maple = fileURLToPath(new URL("./main.ts", import.meta.url));

async function help(stdout: "pipe" | number): Promise<readonly [unknown, string]> {
  const child = spawn(process.execPath, [maple, "help"], { stdio: ["ignore", stdout, "pipe"] });
  child.stdout?.destroy();
  assert.ok(child.stderr !== null);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return [code, said];
}

describe("the output of a command", () => {
  test("a reader that has gone wants no more", async () => {
    assert.deepEqual(await help("pipe"), [0, ""]);
  });

  test("a full disk is told in one line", { skip: process.platform !== "linux" }, async () => {
    const [code, said] = await help(openSync("/dev/full", "w"));
    assert.match(said, /^maple: the output cannot be written: ENOSPC: .*\n$/);
    assert.equal(code, 1);
  });
});
