import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { startDeliveryFixture, startReceiver, type DeliveryFixture, type Receiver } from "./delivery.fixture.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;

beforeEach(async () => {
  fixture = await startDeliveryFixture();
  receiver = await startReceiver();
});
afterEach(async () => {
  // The receiver goes first: that ends the attempts which wait for its silent endpoints.
  await receiver.close();
  await fixture.close();
});

test("a fifth of the receivers dead: the others get every first attempt within a second, in a small worker too (rules/webhooks 6.6)", async () => {
  for (let i = 0; i < 10; i++) await fixture.subscribe(`${receiver.url}/${i < 2 ? "dead" : "healthy"}`);
  let arrived = 0;
  let allArrived: (() => void) | undefined;
  receiver.answer = ({ path }, response) => {
    if (path.endsWith("/dead")) return;
    response.end();
    if (++arrived % 8 === 0) allArrived?.();
  };
  fixture.startWorker({ capacity: 48 });
  // One event after the other, so that nothing but the dead receivers' share keeps them from filling the worker.
  for (let i = 0; i < 60; i++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    allArrived = resolve;
    const start = performance.now();
    await fixture.record();
    await promise;
    const elapsed = performance.now() - start;
    assert.ok(elapsed < 20_000, `event ${i} reached the healthy receivers after ${elapsed} ms`);
  }
});

async function countPending(): Promise<number> {
  const sql = "SELECT count(*) AS pending FROM deliveries WHERE state = 'pending'";
  return (await fixture.database.read.one<{ pending: number }>(sql)).pending;
}

test("two workers share the work: every event reaches the receiver once, in order per resource", async () => {
  await fixture.subscribe(receiver.url);
  const workers = [fixture.startWorker(), fixture.startWorker()];
  const resources = ["ord_a", "ord_b", "ord_c", "ord_d", "ord_e"];
  for (let sequence = 1; sequence <= 20; sequence++) {
    await Promise.all(
      resources.map((resourceId) => fixture.record({ resourceId, sequence, eventType: "order.updated" })),
    );
  }
  // One worker may be idle just before the other's outcome makes the next event of a resource due.
  do await Promise.all(workers.map((worker) => worker.idle()));
  while ((await countPending()) > 0);
  assert.equal(receiver.received.length, 100);
  for (const resourceId of resources) {
    const sequences = receiver.received
      .filter(({ event }) => event.resource_id === resourceId)
      .map(({ event }) => event.sequence);
    assert.deepEqual(
      sequences,
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  }
});
