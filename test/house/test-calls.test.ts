/** A call that sends a test event waits for a receiver of others, so it has more time than other calls (rules/operating 1.8). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { usualAnswerMs } from "../../src/platform/outgoing-http/outgoing-http.ts";

const calls = servedRoutes().filter(({ path }) => path.endsWith("/webhook_subscriptions/{subscriptionId}/test"));

test("apps and developers have a test call", () => {
  assert.deepEqual(calls.map(({ operationId }) => operationId).toSorted(), [
    "consoleTestAppSubscription",
    "testWebhookSubscription",
  ]);
});

for (const { operationId, answerWithinMs = 0 } of calls) {
  test(`${operationId} outlasts a receiver that never answers, and two transactions (rules/webhooks 1.5)`, () => {
    const transactionMs = 4_000;
    assert.ok(answerWithinMs >= usualAnswerMs + 2 * transactionMs, `${answerWithinMs} ms`);
  });
}
