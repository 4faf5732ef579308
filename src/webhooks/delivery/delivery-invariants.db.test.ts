import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { createWorker } from "../../../test/harness/factories.ts";
import {
  answering,
  startDeliveryFixture,
  startReceiver,
  type DeliveryFixture,
  type Receiver,
} from "./delivery.fixture.ts";
import { actByHand } from "../../../test/harness/state-guard.ts";
import { deliveryInvariants } from "./delivery-invariants.sql.ts";
import { verifyDeliveries } from "./verify-deliveries.query.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;
beforeEach(async () => {
  fixture = await startDeliveryFixture();
  await createWorker(fixture.database);
  receiver = await startReceiver();
});
afterEach(async () => {
  await fixture.close();
  await receiver.close();
});

async function broken(): Promise<readonly string[]> {
  const checks = await verifyDeliveries(fixture.database.read);
  return checks.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

test("a ledger with deliveries in every state is sound", async () => {
  const { id } = await fixture.subscribe(receiver.url);
  const off = await fixture.subscribe(receiver.url);
  await fixture.database.transaction((tx) =>
    tx.rows("UPDATE webhook_subscriptions SET status = 'disabled', disabled_reason = 'by_hand' WHERE id = $1", [
      off.id,
    ]),
  );
  const worker = fixture.startWorker();
  await fixture.record();
  await worker.idle();
  receiver.answer = answering(500);
  await fixture.record();
  await worker.idle();
  for (let attempt = 2; attempt <= 10; attempt++) {
    await fixture.elapse(12 * 3_600);
    await worker.idle();
  }
  await fixture.record();
  await worker.idle();
  await worker.stop();
  const states = new Set((await fixture.deliveries()).map(({ state }) => state));
  assert.deepEqual(states, new Set(["delivered", "failed", "pending", "held"]));
  assert.ok(id !== off.id);
  assert.deepEqual(await broken(), []);
});

/**
 * How each check is made to find something, so that none of them is blind. The worker of the tests beats once, at their
 * start: what was due minutes ago was due a minute before that beat, however slow the machine is.
 */
const damages: Readonly<Record<string, string>> = {
  delivery_without_event: "DELETE FROM events",
  delivery_without_subscription: "UPDATE events SET app_id = 'app_other'",
  stalled_delivery:
    "UPDATE deliveries SET state = 'pending', next_at = now() - interval '5 minutes', attempts_before = attempts, delivered_at = NULL",
  state_against_subscription: `WITH old AS (UPDATE webhook_subscriptions SET updated_at = now() - interval '6 minutes')
    UPDATE deliveries SET state = 'held', attempts_before = attempts, held_at = now() - interval '5 minutes', delivered_at = NULL,
      created_at = now() - interval '6 minutes'`,
  attempt_not_on_record: "UPDATE deliveries SET attempts = attempts + 1",
  given_up_too_early: "UPDATE deliveries SET state = 'failed', attempts_before = attempts",
  delivered_without_answer: "UPDATE delivery_attempts SET response_status = 500",
  answered_but_not_delivered: "UPDATE deliveries SET state = 'skipped'",
  expired_lease: `UPDATE deliveries SET state = 'pending', next_at = now(), leased_by = 'dead', attempts = attempts + 1,
    attempts_before = attempts, leased_until = now() - interval '5 minutes'`,
};

for (const [name, damage] of Object.entries(damages)) {
  test(`${name} is found, and nothing else is blamed`, async () => {
    await fixture.subscribe(receiver.url);
    await fixture.record();
    const worker = fixture.startWorker();
    await worker.idle();
    await worker.stop();
    assert.deepEqual(await broken(), []);
    await fixture.database.transaction((tx) => {
      tx.send(actByHand);
      return tx.rows(damage);
    });
    assert.deepEqual(await broken(), [name]);
  });
}

test("without a worker since, as after a restore, nothing that was due is a fault; once one was there, it is", async () => {
  await fixture.subscribe(receiver.url);
  await fixture.record();
  const change = (sql: string): Promise<unknown> => fixture.database.transaction((tx) => tx.rows(sql));
  await change("UPDATE deliveries SET leased_by = 'dead', attempts = 1, leased_until = now() - interval '3 days'");
  await change("UPDATE processes SET beat_at = now() - interval '3 days', started_at = now() - interval '9 days'");
  assert.deepEqual(await broken(), []);
  await change("UPDATE processes SET beat_at = now(), started_at = now() - interval '59 s'");
  assert.deepEqual(await broken(), [], "a worker that has just started is given its minute");
  await change("UPDATE processes SET kind = 'serve', started_at = now() - interval '9 days'");
  assert.deepEqual(await broken(), [], "a process that only serves takes no lease back");
  await change("UPDATE processes SET kind = 'work'");
  assert.deepEqual(await broken(), ["expired_lease"]);
});

test("every check about rows is damaged above; the two about sessions need a minute and are left to the proofs", () => {
  const sessions = ["stuck_lock", "leaked_transaction"];
  assert.deepEqual(
    deliveryInvariants.map(({ name }) => name).toSorted(),
    [...Object.keys(damages), ...sessions].toSorted(),
  );
});
