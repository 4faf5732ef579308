import assert from "node:assert/strict";
import { test } from "node:test";
import { createWakeups, lookEveryMs, wakeForTimer } from "./wakeups.ts";

test("only a timer that is due before the next look wakes the workers (rules/operating 1.17)", () => {
  const wakeups = createWakeups();
  let woken = 0;
  wakeups.onWake("timers", () => void (woken += 1));
  const now = Date.UTC(2026, 10, 28, 12);
  wakeForTimer(wakeups, { at: now + 3 * 60_000, now });
  wakeForTimer(wakeups, { at: now + lookEveryMs, now });
  assert.equal(woken, 0);
  wakeForTimer(wakeups, { at: now + lookEveryMs - 1, now });
  wakeForTimer(wakeups, { at: now - 60_000, now });
  assert.equal(woken, 2);
});
