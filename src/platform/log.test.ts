import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "./log.ts";

test("an error says its message once, though its cause has the same", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  log.warn({ err: new Error("no database connection: connect ECONNREFUSED", { cause }) }, "later");
  const { err } = JSON.parse(lines[0] ?? "") as { err: { type: string; message: string; stack: string } };
  assert.deepEqual([err.type, err.message], ["Error", "no database connection: connect ECONNREFUSED"]);
  assert.match(err.stack, /caused by: Error: connect ECONNREFUSED/);
});
