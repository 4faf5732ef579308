import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { leaseDeliveries, type LeasedDelivery } from "./deliveries.sql.ts";
import { startDeliveryFixture, startReceiver, type DeliveryFixture, type Receiver } from "./delivery.fixture.ts";
import { decideDelivery, type DecidedDelivery } from "./delivery-outcome.ts";
import { recordOutcomes } from "./delivery-outcomes.sql.ts";
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

async function leaseOne(worker: string): Promise<LeasedDelivery | undefined> {
  const { leased } = await leaseDeliveries(fixture.database, worker, { batch: 10, perSubscription: 64 });
  return leased[0];
}
function outcomeOf(delivery: LeasedDelivery, status: number): DecidedDelivery<LeasedDelivery> {
  return decideDelivery(
    {
      stage: "attempted",
      delivery,
      startedAt: Date.now(),
      durationMs: 1,
      result: { kind: "answered", status, retryAfter: undefined, bodyStart: "" },
    },
    0,
  );
}

test("two workers never hold one delivery; a lost lease is taken over after 20 s and its late outcome is refused (rules/webhooks 6.7)", async () => {
  await fixture.subscribe(receiver.url);
  await fixture.record();
  const first = await leaseOne("one");
  assert.ok(first !== undefined);
  assert.equal(await leaseOne("two"), undefined);
  assert.equal((await sweepDeliveries(fixture.database)).changed, false);
  await fixture.database.transaction((tx) => tx.rows("UPDATE deliveries SET leased_until = now() - interval '1 ms'"));
  assert.equal((await sweepDeliveries(fixture.database)).changed, true);
  const second = await leaseOne("two");
  assert.equal(second?.attempts, 2);
  assert.ok(second !== undefined);
  const late = await recordOutcomes(fixture.database, "one", [outcomeOf(first, 200)], { counted: true });
  assert.deepEqual(late.finished, []);
  const taken = await recordOutcomes(fixture.database, "two", [outcomeOf(second, 500)], { counted: true });
  assert.equal(taken.finished[0]?.state, "pending");
  const attempts = await fixture.database.read.rows<{ attempt: number; error: string }>(
    "SELECT attempt, error FROM delivery_attempts ORDER BY attempt",
  );
  assert.match(attempts[0]?.error ?? "", /^attempt_lost: /);
  assert.match(attempts[1]?.error ?? "", /^http_500: /);
});

test("an outcome of an earlier attempt of the same worker is refused too", async () => {
  await fixture.subscribe(receiver.url);
  await fixture.record();
  const first = await leaseOne("one");
  await fixture.database.transaction((tx) => tx.rows("UPDATE deliveries SET leased_until = now() - interval '1 ms'"));
  await sweepDeliveries(fixture.database);
  assert.ok(first !== undefined && (await leaseOne("one")) !== undefined);
  const late = await recordOutcomes(fixture.database, "one", [outcomeOf(first, 500)], { counted: true });
  assert.deepEqual(late.finished, []);
});

test("at most 64 of a subscription are in flight, over all workers, and a failing one gets fewer (rules/webhooks 6.6)", async () => {
  const { id } = await fixture.subscribe(receiver.url);
  for (let i = 0; i < 70; i++) await fixture.record();
  const limits = { batch: 128, perSubscription: 64 };
  const [one, two] = await Promise.all([
    leaseDeliveries(fixture.database, "one", limits),
    leaseDeliveries(fixture.database, "two", limits),
  ]);
  assert.equal(one.leased.length + two.leased.length, 64);
  await fixture.database.transaction(async (tx) => {
    await tx.rows("UPDATE deliveries SET leased_by = NULL, leased_until = NULL");
    await tx.rows("UPDATE webhook_subscriptions SET failures = 15, failing_since = now() WHERE id = $1", [id]);
  });
  assert.equal((await leaseDeliveries(fixture.database, "one", limits)).leased.length, 4);
});

test("a batch is shared out in rounds between subscriptions", async () => {
  for (let i = 0; i < 3; i++)
    await fixture.subscribe(receiver.url, i === 0 ? ["order.paid", "order.updated"] : ["order.updated"]);
  for (let i = 0; i < 50; i++) await fixture.record({ eventType: "order.paid" });
  for (let i = 0; i < 5; i++) await fixture.record({ eventType: "order.updated" });
  const { leased } = await leaseDeliveries(fixture.database, "one", { batch: 15, perSubscription: 64 });
  const counts = new Map<string, number>();
  for (const { subscriptionId } of leased) counts.set(subscriptionId, (counts.get(subscriptionId) ?? 0) + 1);
  assert.deepEqual([...counts.values()], [5, 5, 5]);
});

test("a worker that stops finishes what is in flight and holds no lease afterwards", async () => {
  const [arrived, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  receiver.answer = (_received, response) => {
    arrived.resolve();
    void mayAnswer.promise.then(() => response.end());
  };
  await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  for (let i = 0; i < 10; i++) await fixture.record();
  await arrived.promise;
  const stopped = worker.stop();
  mayAnswer.resolve();
  await stopped;
  const deliveries = await fixture.deliveries();
  assert.equal(deliveries.filter(({ leased_by: leasedBy }) => leasedBy !== null).length, 0);
  assert.equal(deliveries.filter(({ state }) => state === "delivered").length, receiver.received.length);
});
