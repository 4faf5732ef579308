import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decideDelivery,
  decideOutcome,
  decideTestDelivery,
  explainFailure,
  type AttemptResult,
} from "./delivery-outcome.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const answered = (status: number, retryAfter?: string): AttemptResult => ({
  kind: "answered",
  status,
  retryAfter,
  bodyStart: "",
});
const failed = (code: string): AttemptResult => ({ kind: "failed", code, message: "no answer" });

test("what an attempt's result does to the delivery", () => {
  const table: readonly (readonly [AttemptResult, number, string, number | undefined])[] = [
    [answered(200), 1, "delivered", undefined],
    [answered(204), 10, "delivered", undefined],
    [answered(299), 1, "delivered", undefined],
    [answered(301), 1, "retry", 5_000],
    [answered(304), 1, "retry", 5_000],
    [answered(400), 1, "retry", 5_000],
    [answered(404), 2, "retry", 15_000],
    [answered(410), 1, "gone", undefined],
    [answered(410), 10, "gone", undefined],
    [answered(429, "45"), 1, "retry", 45_000],
    [answered(503, "2"), 1, "retry", 5_000],
    [answered(500, "45"), 1, "retry", 5_000],
    [answered(500), 9, "retry", 43_200_000],
    [answered(500), 10, "exhausted", undefined],
    [answered(500), 11, "exhausted", undefined],
    [failed("dns_failed"), 1, "retry", 5_000],
    [failed("tls_failed"), 3, "retry", 30_000],
    [failed("connection_refused"), 10, "exhausted", undefined],
  ];
  for (const [result, attempt, kind, delayMs] of table) {
    const outcome = decideOutcome(result, attempt, 0, now);
    assert.equal(outcome.kind, kind, `${JSON.stringify(result)} at ${attempt}`);
    assert.equal(outcome.kind === "retry" ? outcome.delayMs : undefined, delayMs);
  }
});

test("every failure explains itself", () => {
  assert.match(explainFailure(answered(302)), /^http_302: redirects are not followed/);
  assert.match(explainFailure(answered(500)), /^http_500: /);
  assert.match(explainFailure(failed("timeout")), /^timeout: no answer/);
  const outcome = decideOutcome(answered(500), 10, 0, now);
  assert.deepEqual(outcome, { kind: "exhausted", error: explainFailure(answered(500)) });
});

test("the schedule counts from the last release or replay, and what was attempted is kept (rules/webhooks 9.4)", () => {
  const delivery = { attempts: 12, attemptsBefore: 10, deliveryId: "dlv_1" };
  const decided = decideDelivery(
    { stage: "attempted", delivery, startedAt: now, durationMs: 12, result: answered(500) },
    0.5,
  );
  assert.equal(decided.delivery, delivery);
  assert.deepEqual(decided.outcome.kind === "retry" && decided.outcome.delayMs, 15_750);
});

test("a test call is attempted once: anything but success is its end", () => {
  const attempted = { stage: "attempted", delivery: {}, startedAt: now, durationMs: 1 } as const;
  assert.equal(decideTestDelivery({ ...attempted, result: answered(200) }).outcome.kind, "delivered");
  assert.equal(decideTestDelivery({ ...attempted, result: answered(410) }).outcome.kind, "exhausted");
  assert.equal(decideTestDelivery({ ...attempted, result: failed("timeout") }).outcome.kind, "exhausted");
});
