/** Several workers lease from slots of subscriptions at once and never wait for each other. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Client } from "pg";
import { lockClasses, lockTexts } from "../../platform/postgres/advisory-locks.ts";
import { slotCount } from "./lease-slots.ts";
import { leaseDeliveries, maxInFlightPerSubscription, type LeasedDelivery } from "./deliveries.sql.ts";
import { startDeliveryFixture, startReceiver, type DeliveryFixture, type Receiver } from "./delivery.fixture.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;
let other: Client;

beforeEach(async () => {
  fixture = await startDeliveryFixture();
  receiver = await startReceiver();
  other = new Client({ connectionString: fixture.database.read.url });
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await fixture.close();
  await receiver.close();
});

const subscriptions = 20;
const limits = { batch: 128, perSubscription: maxInFlightPerSubscription };

async function subscribeMany(): Promise<void> {
  for (let n = 0; n < subscriptions; n++) await fixture.subscribe(`${receiver.url}/${n}`);
}

/** As a worker in the middle of a lease. */
async function holdSlots(first: number, count: number): Promise<void> {
  await other.query("BEGIN");
  await other.query(
    `SELECT pg_advisory_xact_lock(${lockClasses.deliverySlots}, slot) FROM generate_series($1::int, $2::int) slot`,
    [first, first + count - 1],
  );
}

async function lease(worker: string, slots?: { first: number; count: number }) {
  return leaseDeliveries(fixture.database, worker, slots === undefined ? limits : { ...limits, slots });
}

const idsOf = (leased: readonly LeasedDelivery[]): string[] => leased.map(({ deliveryId }) => deliveryId);

test("a worker takes what is due in the slots where nobody is, and waits for no other (rules/webhooks 6.10)", async () => {
  await subscribeMany();
  await fixture.record();
  await holdSlots(0, slotCount / 2);
  const beside = await lease("one");
  assert.equal(beside.free, slotCount / 2);
  assert.ok(beside.leased.length > 0 && beside.leased.length < subscriptions, `${beside.leased.length} leased`);
  const busy = await lease("one", { first: 0, count: slotCount / 2 });
  assert.deepEqual([busy.free, busy.leased.length, busy.more], [0, 0, false]);
  await other.query("COMMIT");
  const rest = await lease("two");
  assert.equal(rest.free, slotCount);
  const all = [...idsOf(beside.leased), ...idsOf(rest.leased)];
  assert.equal(all.length, subscriptions);
  assert.equal(new Set(all).size, subscriptions);
});

test("each subscription is in one slot, and both halves have some", async () => {
  await subscribeMany();
  await fixture.record();
  const counts: number[] = [];
  for (let first = 0; first < slotCount; first += slotCount / 2)
    counts.push((await lease("one", { first, count: slotCount / 2 })).leased.length);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    subscriptions,
  );
  assert.ok(
    counts.every((count) => count > 0),
    counts.join(),
  );
});

test("beside a worker of an older release, which leases from everything, nobody leases", async () => {
  await subscribeMany();
  await fixture.record();
  await other.query("BEGIN");
  await other.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [lockTexts.deliveryLeases]);
  assert.equal((await lease("one")).free, 0);
  await other.query("COMMIT");
  assert.equal((await lease("one")).leased.length, subscriptions);
});

test("four workers that lease at once share everything out: nothing twice, no subscription above its limit", async () => {
  await subscribeMany();
  for (let n = 0; n < 12; n++) await fixture.record();
  const leased: LeasedDelivery[] = [];
  let left = subscriptions * 12;
  while (left > 0) {
    const turns = [0, 4, 8, 12].map((first, n) => lease(`worker ${n}`, { first, count: 4 }));
    const found = (await Promise.all(turns)).flatMap((batch) => batch.leased);
    assert.ok(found.length > 0, `${left} are left`);
    leased.push(...found);
    left -= found.length;
  }
  assert.equal(new Set(idsOf(leased)).size, subscriptions * 12);
});

test("workers that meet at every slot deliver everything, while slots are taken away for a time", async () => {
  await subscribeMany();
  await holdSlots(4, 8);
  const workers = Array.from({ length: 4 }, () => fixture.startWorker());
  for (let n = 0; n < 5; n++) await fixture.record();
  await other.query("COMMIT");
  await Promise.all(workers.map((worker) => worker.idle()));
  const deliveries = await fixture.deliveries();
  assert.equal(deliveries.length, subscriptions * 5);
  assert.deepEqual([...new Set(deliveries.map(({ state }) => state))], ["delivered"]);
  assert.equal(receiver.received.length, subscriptions * 5, "none was sent twice");
});
