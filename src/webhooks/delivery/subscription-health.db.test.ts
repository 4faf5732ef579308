import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { changeSubscription, type SubscriptionChange } from "../subscriptions/change-subscription.command.ts";
import {
  answering,
  startDeliveryFixture,
  startReceiver,
  type DeliveryFixture,
  type Receiver,
} from "./delivery.fixture.ts";
import { sweepDeliveries } from "./sweep-deliveries.job.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;

beforeEach(async () => {
  fixture = await startDeliveryFixture();
  receiver = await startReceiver();
});
afterEach(async () => {
  await fixture.close();
  await receiver.close();
});

test("410 disables the subscription and holds its events; enabling delivers them in order (rules/webhooks 7.1, 7.3 and 7.4)", async () => {
  receiver.answer = answering(410);
  const { id } = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  await fixture.record();
  await worker.idle();
  assert.deepEqual(await fixture.subscription(id), { status: "disabled", disabled_reason: "gone", failures: 1 });
  for (let i = 0; i < 5; i++) await fixture.record();
  await worker.idle();
  assert.deepEqual(new Set((await fixture.deliveries()).map(({ state }) => state)), new Set(["held"]));
  assert.equal(receiver.received.length, 1);

  receiver.answer = answering(200);
  await setStatus(id, "enabled");
  await worker.idle();
  assert.deepEqual(new Set((await fixture.deliveries()).map(({ state }) => state)), new Set(["delivered"]));
  assert.equal(receiver.received.length, 7);
});

test("410 of the address that the subscription had before disables nothing; the present one gets the event (rules/webhooks 7.1)", async () => {
  const moved = await startReceiver();
  const { id } = await fixture.subscribe(receiver.url);
  receiver.answer = (_received, response) => {
    void change(id, { notificationUrl: moved.url }).then(() => response.writeHead(410).end());
  };
  const worker = fixture.startWorker();
  await fixture.record();
  await worker.idle();
  await moved.close();
  assert.equal((await fixture.subscription(id)).status, "enabled");
  assert.deepEqual(
    (await fixture.deliveries()).map(({ state, attempts }) => [state, attempts]),
    [["delivered", 2]],
  );
  assert.deepEqual([receiver.received.length, moved.received.length], [1, 1]);
});

test("what was held for longer than seven days is skipped on enabling (rules/webhooks 7.4)", async () => {
  const { id } = await fixture.subscribe(receiver.url);
  await setStatus(id, "disabled");
  await fixture.record();
  await fixture.elapse(7 * 86_400 + 1);
  await fixture.record();
  await setStatus(id, "enabled");
  await fixture.startWorker().idle();
  assert.deepEqual(
    (await fixture.deliveries()).map(({ state }) => state),
    ["skipped", "delivered"],
  );
});

test("20 failures and 72 hours without a success disable; 19 or 71 do not (rules/webhooks 7.2)", async () => {
  receiver.answer = answering(500);
  const { id } = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  for (let i = 0; i < 19; i++) await fixture.record();
  await worker.idle();
  assert.equal((await fixture.subscription(id)).failures, 19);
  await fixture.database.transaction((tx) =>
    tx.rows("UPDATE webhook_subscriptions SET failing_since = failing_since - interval '73 hours'"),
  );
  await sweepDeliveries(fixture.database);
  assert.equal((await fixture.subscription(id)).status, "enabled");
  await fixture.record();
  await worker.idle();
  assert.deepEqual(await fixture.subscription(id), { status: "disabled", disabled_reason: "failures", failures: 20 });
  assert.deepEqual(new Set((await fixture.deliveries()).map(({ state }) => state)), new Set(["held"]));
});

test("the sweep disables when the 72 hours end between two attempts; a success before starts afresh", async () => {
  receiver.answer = answering(500);
  const { id } = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  for (let i = 0; i < 20; i++) await fixture.record();
  await worker.idle();
  await worker.stop();
  await fixture.database.transaction((tx) =>
    tx.rows("UPDATE webhook_subscriptions SET failing_since = failing_since - interval '71 hours 59 minutes'"),
  );
  assert.deepEqual((await sweepDeliveries(fixture.database)).disabled, []);
  await fixture.database.transaction((tx) =>
    tx.rows("UPDATE webhook_subscriptions SET failing_since = failing_since - interval '1 minute'"),
  );
  const { disabled } = await sweepDeliveries(fixture.database);
  assert.deepEqual(
    disabled.map(({ subscriptionId, reason }) => [subscriptionId, reason]),
    [[id, "failures"]],
  );

  await setStatus(id, "enabled");
  assert.equal((await fixture.subscription(id)).failures, 0);
});

test("one success ends the count of failures", async () => {
  receiver.answer = answering(500);
  const { id } = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  await fixture.record();
  await worker.idle();
  assert.equal((await fixture.subscription(id)).failures, 1);
  receiver.answer = answering(204);
  await fixture.elapse(5);
  await worker.idle();
  assert.equal((await fixture.subscription(id)).failures, 0);
});

test("a deleted subscription's deliveries are skipped, a disabled one's held, whatever race left them", async () => {
  const gone = await fixture.subscribe(receiver.url);
  const off = await fixture.subscribe(receiver.url);
  const on = await fixture.subscribe(receiver.url);
  await fixture.record();
  await fixture.database.transaction(async (tx) => {
    await tx.rows("UPDATE webhook_subscriptions SET deleted_at = now() WHERE id = $1", [gone.id]);
    await tx.rows("UPDATE webhook_subscriptions SET status = 'disabled', disabled_reason = 'by_hand' WHERE id = $1", [
      off.id,
    ]);
    await tx.rows("UPDATE deliveries SET state = 'held', held_at = now(), next_at = NULL WHERE subscription_id = $1", [
      on.id,
    ]);
  });
  // Before the worker is there: a sweep passes over what another one is putting right.
  await sweepDeliveries(fixture.database);
  await fixture.startWorker().idle();
  const rows = await fixture.database.read.rows<{ subscription_id: string; state: string }>(
    "SELECT subscription_id, state FROM deliveries ORDER BY subscription_id",
  );
  assert.deepEqual(
    rows.map(({ state }) => state),
    ["skipped", "held", "delivered"],
  );
});

test("a receiver that goes from failing to deleted while an attempt is under way ends skipped", async () => {
  const { id } = await fixture.subscribe(receiver.url);
  receiver.answer = (_received, response) => {
    void fixture.database
      .transaction((tx) => tx.rows("UPDATE webhook_subscriptions SET deleted_at = now() WHERE id = $1", [id]))
      .then(() => response.writeHead(500).end());
  };
  const worker = fixture.startWorker();
  await fixture.record();
  await worker.idle();
  assert.equal((await fixture.deliveries())[0]?.state, "skipped");
});

/** Changes a subscription as PATCH does. */
async function change(id: Id<"dws">, wanted: SubscriptionChange): Promise<void> {
  const { database, deps, appId } = fixture;
  await database.transaction((tx) => changeSubscription(tx, deps.rules, appId, id, wanted));
}

const setStatus = (id: Id<"dws">, status: "enabled" | "disabled"): Promise<void> => change(id, { status });
