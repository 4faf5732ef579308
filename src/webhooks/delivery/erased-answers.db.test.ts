/** What an endpoint says back of an event is not kept once the event's person is erased, whichever came first (rules/messages-and-privacy 3.1). */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { redactEvents } from "../ledger/redact-events.command.ts";
import { leaseDeliveries, type LeasedDelivery } from "./deliveries.sql.ts";
import { startDeliveryFixture, type DeliveryFixture } from "./delivery.fixture.ts";
import { decideDelivery } from "./delivery-outcome.ts";
import { recordOutcomes } from "./delivery-outcomes.sql.ts";

let fixture: DeliveryFixture;

beforeEach(async () => {
  fixture = await startDeliveryFixture();
  await fixture.subscribe("http://127.0.0.1:9/hook");
  await fixture.record();
});
afterEach(() => fixture.close());

async function leaseOne(): Promise<LeasedDelivery> {
  const { leased } = await leaseDeliveries(fixture.database, "one", { batch: 10, perSubscription: 64 });
  assert.ok(leased[0] !== undefined);
  return leased[0];
}

const answer = (delivery: LeasedDelivery, status = 200) =>
  recordOutcomes(
    fixture.database,
    "one",
    [
      decideDelivery(
        {
          stage: "attempted",
          delivery,
          startedAt: Date.now(),
          durationMs: 1,
          result: { kind: "answered", status, retryAfter: undefined, bodyStart: "Ottokar Gneis" },
        },
        0,
      ),
    ],
    { counted: true },
  );

const erase = (resourceId: string) =>
  fixture.database.transaction(async (tx) => redactEvents(tx, [resourceId], { status: "ERASED" }));

const bodies = async () =>
  (
    await fixture.database.read.rows<{ body: string | null }>(
      "SELECT response_body AS body FROM delivery_attempts ORDER BY attempt",
    )
  ).map(({ body }) => body);

test("an answer that was kept before is forgotten", async () => {
  const delivery = await leaseOne();
  await answer(delivery);
  assert.deepEqual(await bodies(), ["Ottokar Gneis"]);
  await erase(delivery.resourceId);
  assert.deepEqual(await bodies(), [null]);
});

test("an answer to what was on its way during the erasure is not kept; its status is", async () => {
  const delivery = await leaseOne();
  await erase(delivery.resourceId);
  assert.equal((await answer(delivery)).finished[0]?.state, "delivered");
  assert.deepEqual(await bodies(), [null]);
  const { status } = await fixture.database.read.one<{ status: number }>(
    "SELECT response_status AS status FROM delivery_attempts",
  );
  assert.equal(status, 200);
});

test("an answer that comes while the erasure is not yet committed waits for it", async () => {
  const delivery = await leaseOne();
  const answered = await fixture.database.transaction(async (tx) => {
    redactEvents(tx, [delivery.resourceId], { status: "ERASED" });
    const outcome = answer(delivery);
    await untilSomebodyWaits(tx);
    return { outcome };
  });
  assert.equal((await answered.outcome).finished[0]?.state, "delivered");
  assert.deepEqual(await bodies(), [null]);
});

test("what was not on its way is sent without the person, and no answer is kept", async () => {
  const first = await leaseOne();
  await answer(first, 500);
  await erase(first.resourceId);
  await fixture.database.transaction((tx) => tx.rows("UPDATE deliveries SET next_at = now()"));
  const second = await leaseOne();
  assert.equal(second.attempts, 2);
  assert.ok(second.dataText?.includes("ERASED") ?? false, second.dataText ?? "no data");
  await answer(second);
  assert.deepEqual(await bodies(), [null, null]);
});
