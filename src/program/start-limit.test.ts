import assert from "node:assert/strict";
import { test } from "node:test";
import { limitStart, type Timers } from "./start-limit.ts";

/** Timers of a clock that is turned by hand. */
function handClock(): { readonly timers: Timers<object>; readonly pass: (milliseconds: number) => void } {
  let now = 0;
  const set = new Map<object, { readonly at: number; readonly run: () => void }>();
  return {
    timers: {
      set(run, milliseconds) {
        const timer = {};
        set.set(timer, { at: now + milliseconds, run });
        return timer;
      },
      clear: (timer) => void set.delete(timer),
    },
    pass(milliseconds) {
      now += milliseconds;
      for (const [timer, { at, run }] of set) if (at <= now && set.delete(timer)) run();
    },
  };
}

test("a start that goes on may take long; one that stands still ends, and the step is named", () => {
  const ended: string[] = [];
  const { timers, pass } = handClock();
  const limit = limitStart(75_000, (reason) => ended.push(reason), timers);
  limit.begin("the embedded PostgreSQL starts");
  pass(74_000);
  limit.beginEndless();
  pass(3_600_000);
  limit.begin("the sandbox is filled");
  pass(74_000);
  assert.deepEqual(ended, []);
  pass(1_000);
  assert.deepEqual(ended, ["the start stood still for 75 s while the sandbox is filled"]);
});

test("a start that is over has no limit", () => {
  const ended: string[] = [];
  const { timers, pass } = handClock();
  const limit = limitStart(75_000, (reason) => ended.push(reason), timers);
  limit.begin("the process becomes ready");
  limit.stop();
  pass(100_000);
  assert.deepEqual(ended, []);
});
