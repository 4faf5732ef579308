import assert from "node:assert/strict";
import { test } from "node:test";
import { startDriver } from "./driver.ts";

const silent = `exec ${process.execPath} -e "setInterval(() => {}, 1000)"`;

test("an interrupted run waits no longer for a driver that says nothing, and ends it", async () => {
  const interrupt = new AbortController();
  const started = startDriver({ command: silent, variables: {}, endMs: 1, interrupted: interrupt.signal });
  setImmediate(() => interrupt.abort());
  await assert.rejects(started, /interrupted before the driver was ready/);
  await assert.rejects(
    startDriver({ command: silent, variables: {}, endMs: 1, interrupted: interrupt.signal }),
    /interrupted before the driver was ready/,
  );
});
