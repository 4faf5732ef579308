import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "../../log.ts";
import { TaskTooLarge, TaskTooLong } from "../../threads/thread-lane.ts";
import { faultAnswer } from "./fault-answer.ts";

const answerTo = (error: unknown, method: string) => faultAnswer(error, { id: "req_1", method }, createLog("silent"));

test("work of a thread that was not done in its time is tried again later (rules/operating 1.8)", () => {
  for (const method of ["GET", "PUT"]) {
    const { status, body } = answerTo(new TaskTooLong("the task ran too long"), method);
    assert.equal(status, 503);
    assert.match(body, /"code":"unavailable"/);
    assert.match(body, /the service is busy/);
  }
});

test("work that needs more memory than a thread has here may be done by another process (rules/operating 3.13)", () => {
  const { status, body } = answerTo(new TaskTooLarge("the task needs more memory than a thread has here"), "POST");
  assert.equal(status, 503);
  assert.match(body, /"code":"unavailable"/);
  assert.match(body, /there is no memory for what was sent/);
});

test("an error that nobody knows is a fault of ours", () => {
  assert.equal(answerTo(new Error("a bug"), "GET").status, 500);
});
