import assert from "node:assert/strict";
import { test } from "node:test";
import { tellReadiness } from "./tell-readiness.ts";

test("the log says once why a process is not ready, and once that it is again", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const lines: unknown[] = [];
  let problems: readonly string[] = [];
  const log = {
    warn: (fields: object, message: string) => void lines.push({ ...fields, message }),
    info: (message: string) => void lines.push(message),
  };
  const stop = tellReadiness({ problems: () => problems }, log);
  const after = (...now: string[]): void => {
    problems = now;
    t.mock.timers.tick(1_000);
  };
  after();
  after("test: the probe did not end within 3 s");
  after("test: the probe did not end within 3 s");
  after("test: the server takes no writes", "the job sweep has ended no run for 70 s");
  after("test: the server takes no writes", "the job sweep has ended no run for 71 s");
  after();
  after();
  stop();
  after("test: nobody looks any more");
  assert.deepEqual(lines, [
    { problems: ["test: the probe did not end within 3 s"], message: "not ready" },
    {
      problems: ["test: the server takes no writes", "the job sweep has ended no run for 70 s"],
      message: "not ready",
    },
    "ready again",
  ]);
});
