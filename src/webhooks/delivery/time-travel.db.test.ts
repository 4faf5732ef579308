import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { changeSubscription } from "../subscriptions/change-subscription.command.ts";
import {
  answering,
  assertDueIn,
  startDeliveryFixture,
  startReceiver,
  type DeliveryFixture,
  type DeliveryRow,
  type Receiver,
} from "./delivery.fixture.ts";
import type { DeliveryWorker } from "./deliver-webhooks.job.ts";
import { retryDelaysSeconds } from "../subscriptions/retry-schedule.ts";
import { shiftDeliveries } from "./shift-deliveries.command.ts";
import { sweepDeliveries } from "./sweep-deliveries.job.ts";
import { verifyDeliveries } from "./verify-deliveries.query.ts";

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

const hour = 3_600;

/** Moves the location's clock ahead as the sandbox does, and lets the worker do what is then due. */
async function travel(worker: DeliveryWorker, seconds: number): Promise<void> {
  await fixture.database.transaction(async (tx) => shiftDeliveries(tx, fixture.locationId, seconds));
  await worker.idle();
}

async function onlyDelivery(): Promise<DeliveryRow> {
  const [delivery] = await fixture.deliveries();
  return delivery ?? assert.fail("there is no delivery");
}

async function setEnabled(id: Id<"dws">): Promise<void> {
  const { database, deps, appId } = fixture;
  await database.transaction((tx) => changeSubscription(tx, deps.rules, appId, id, { status: "enabled" }));
}

for (const [name, jitter, lengthened] of [
  ["without jitter", 0, 1],
  ["with the most jitter", 0.999_999, 1.1],
] as const) {
  test(`the nine retries come when they are due and not before, ${name} (rules/webhooks 6.2)`, async () => {
    receiver.answer = answering(500);
    await fixture.subscribe(receiver.url);
    const worker = fixture.startWorker({ random: () => jitter });
    let began = performance.now();
    await fixture.record();
    await worker.idle();
    // Real time counts towards the wait too: a machine that needs longer than the margin sees the retry when it is due.
    const margin = 4;
    for (const [index, delay] of retryDelaysSeconds.entries()) {
      assert.equal(receiver.received.length, index + 1);
      const waiting = await onlyDelivery();
      assertDueIn(waiting.due_in, delay * lengthened, began);
      began = performance.now();
      const ahead = (waiting.due_in ?? 0) - margin;
      await travel(worker, ahead);
      const early = receiver.received[index + 1];
      assert.ok(
        early === undefined || early.at >= (waiting.next_at ?? 0) - ahead * 1_000,
        `retry ${index + 1} came early`,
      );
      if (early === undefined) await travel(worker, margin);
      assert.equal(receiver.received.length, index + 2, `retry ${index + 1} after ${delay} s did not come`);
    }
    const [delivery] = await fixture.deliveries();
    assert.deepEqual([delivery?.state, delivery?.attempts], ["failed", 10]);
    await travel(worker, 400 * 24 * hour);
    assert.equal(receiver.received.length, 10, "after the ninth retry nothing comes any more");
    const ids = new Set(receiver.received.map(({ event }) => event.event_id));
    assert.equal(ids.size, 1);
    assert.deepEqual(
      (await verifyDeliveries(fixture.database.read)).filter(({ violations }) => violations > 0),
      [],
    );
  });
}

test("an endpoint that is dead for three days: disabled at 72 hours and not before, its events held, delivered in order on enabling", async () => {
  receiver.answer = answering(500);
  const { id } = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  for (let hours = 0; hours < 72; hours += 4) {
    await fixture.record();
    await worker.idle();
    assert.equal((await fixture.subscription(id)).status, "enabled", `after ${hours} hours`);
    await travel(worker, 4 * hour - (hours === 68 ? 60 : 0));
  }
  const before = await fixture.subscription(id);
  assert.ok(before.status === "enabled" && before.failures >= 20, JSON.stringify(before));
  await travel(worker, 60);
  await sweepDeliveries(fixture.database);
  const after = await fixture.subscription(id);
  assert.deepEqual([after.status, after.disabled_reason], ["disabled", "failures"]);

  const tried = receiver.received.length;
  const held: Id<"evt">[] = [];
  for (let i = 0; i < 3; i++) held.push(await fixture.record());
  await travel(worker, 6 * 24 * hour);
  assert.equal(receiver.received.length, tried, "nothing is sent while it is disabled");
  receiver.answer = answering(200);
  await setEnabled(id);
  await worker.idle();
  const sent = receiver.received.slice(tried).map(({ event }) => event.event_id);
  assert.deepEqual(
    sent.filter((eventId) => held.includes(eventId as Id<"evt">)),
    held,
  );
  const states = new Set((await fixture.deliveries()).map(({ state }) => state));
  assert.ok(!states.has("held") && !states.has("pending"), [...states].join());
  assert.deepEqual(
    (await verifyDeliveries(fixture.database.read)).filter(({ violations }) => violations > 0),
    [],
  );
});

test("one success within the 72 hours, and nothing is disabled", async () => {
  receiver.answer = answering(500);
  const { id } = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  for (let hours = 0; hours < 144; hours += 6) {
    receiver.answer = answering(hours === 60 ? 200 : 500);
    await fixture.record();
    await worker.idle();
    await travel(worker, 6 * hour);
    if (hours < 126) assert.equal((await fixture.subscription(id)).status, "enabled", `after ${hours} hours`);
  }
  assert.equal((await fixture.subscription(id)).status, "disabled", "72 hours after that success");
});
