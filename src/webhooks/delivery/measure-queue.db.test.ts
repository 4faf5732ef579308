import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createMetrics } from "../../platform/metrics/create-metrics.ts";
import {
  answering,
  startDeliveryFixture,
  startReceiver,
  type DeliveryFixture,
  type Receiver,
} from "./delivery.fixture.ts";
import { measureQueue } from "./measure-queue.job.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;
before(async () => {
  fixture = await startDeliveryFixture();
  receiver = await startReceiver();
});
after(async () => {
  await fixture.close();
  await receiver.close();
});

test("due, waiting and held deliveries are measured, by subscription for the 20 with most", async () => {
  const metrics = createMetrics();
  const text = async (): Promise<string> => {
    await measureQueue(fixture.database, metrics);
    return metrics.registry.metrics();
  };
  receiver.answer = answering(500);
  const failing = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker({ metrics });
  await fixture.record();
  await worker.idle();
  await worker.stop();
  const off = await fixture.subscribe(receiver.url);
  await fixture.database.transaction((tx) =>
    tx.rows("UPDATE webhook_subscriptions SET status = 'disabled', disabled_reason = 'by_hand' WHERE id = $1", [
      off.id,
    ]),
  );
  for (let i = 0; i < 3; i++) await fixture.record();
  await fixture.database.transaction((tx) =>
    tx.rows("UPDATE deliveries SET next_at = now() - interval '42 s' WHERE next_at <= now() AND state = 'pending'"),
  );

  const first = await text();
  for (const line of [
    'maple_webhook_deliveries{environment="test",state="due"} 3',
    'maple_webhook_deliveries{environment="test",state="waiting"} 1',
    'maple_webhook_deliveries{environment="test",state="under_way"} 0',
    'maple_webhook_deliveries{environment="test",state="held"} 3',
    `maple_webhook_subscription_deliveries{environment="test",subscription="${failing.id}",state="pending"} 4`,
    `maple_webhook_subscription_deliveries{environment="test",subscription="${off.id}",state="held"} 3`,
    'maple_webhook_attempts_total{outcome="retry"} 1',
    'maple_webhook_attempt_seconds_count{outcome="retry"} 1',
  ]) {
    assert.ok(first.includes(`${line}\n`), line);
  }
  assert.match(first, /maple_webhook_oldest_due_seconds\{environment="test"\} 42\./);

  await fixture.database.transaction((tx) =>
    tx.rows(
      `INSERT INTO deliveries (id, event_id, subscription_id, resource_type, resource_id, sequence, state, held_at, ordered_until)
        SELECT 'dlv_' || n, 'evt_' || n, 'dws_' || n, 'order', 'ord_x', 1, 'held', now(), now()
        FROM generate_series(1, 30) AS n`,
    ),
  );
  assert.equal((await text()).match(/maple_webhook_subscription_deliveries\{/g)?.length, 2 * 20, "bounded");
  await fixture.database.transaction((tx) =>
    tx.rows("UPDATE deliveries SET state = 'skipped', next_at = NULL, held_at = NULL"),
  );
  const second = await text();
  assert.doesNotMatch(second, /maple_webhook_subscription_deliveries\{/);
});
