/**
 * Negative controls. A campaign checks each promise of the delivery engine: it must pass with the real part and must fail
 * with a broken one. A campaign that passes with a broken part would prove nothing.
 */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { createOutgoingHttp, type OutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import type { TextTx } from "../../platform/postgres/database.ts";
import { leaseDeliveries, type LeasedDelivery } from "./deliveries.sql.ts";
import { startDeliveryFixture, startReceiver, type DeliveryFixture, type Receiver } from "./delivery.fixture.ts";
import { decideDelivery, type DecidedDelivery } from "./delivery-outcome.ts";
import { recordOutcomes } from "./delivery-outcomes.sql.ts";
import { parseNotificationUrl } from "../subscriptions/notification-url.ts";
import { recordEvent, type NewEvent } from "../ledger/record-event.command.ts";
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

type Decided = DecidedDelivery<LeasedDelivery>;

function decided(delivery: LeasedDelivery, status: number): Decided {
  const result = { kind: "answered", status, retryAfter: undefined, bodyStart: "" } as const;
  return decideDelivery({ stage: "attempted", delivery, startedAt: Date.now(), durationMs: 1, result }, 0);
}

async function brokenInvariants(): Promise<readonly string[]> {
  const checks = await verifyDeliveries(fixture.database.read);
  return checks.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

describe("a worker that stalls past its lease changes nothing any more", () => {
  type Record = (worker: string, outcome: Decided) => Promise<unknown>;

  /** One worker stalls, another takes over and delivers, then the first comes back with its failure. */
  async function campaign(record: Record): Promise<readonly string[]> {
    await fixture.subscribe(receiver.url);
    await fixture.record();
    const limits = { batch: 1, perSubscription: 1 };
    const [stalled] = (await leaseDeliveries(fixture.database, "stalled", limits)).leased;
    await fixture.database.transaction((tx) => tx.rows("UPDATE deliveries SET leased_until = now() - interval '1 ms'"));
    await sweepDeliveries(fixture.database);
    const [taken] = (await leaseDeliveries(fixture.database, "healthy", limits)).leased;
    assert.ok(stalled !== undefined && taken !== undefined);
    await record("healthy", decided(taken, 200));
    await record("stalled", decided(stalled, 500));
    return brokenInvariants();
  }

  test("the real build", async () => {
    const { database } = fixture;
    assert.deepEqual(
      await campaign((worker, outcome) => recordOutcomes(database, worker, [outcome], { counted: true })),
      [],
    );
  });

  test("without fencing it is caught (rules/webhooks 6.7)", async () => {
    const unfenced: Record = (_worker, { delivery, outcome, result }) =>
      fixture.database.transaction(async (tx) => {
        const status = result.kind === "answered" ? result.status : null;
        const state = outcome.kind === "delivered" ? "delivered" : "pending";
        await tx.rows(
          `UPDATE deliveries SET state = $2, leased_by = NULL, leased_until = NULL, last_response_status = $3,
              next_at = CASE WHEN $2 = 'pending' THEN now() + interval '5 s' END, delivered_at = coalesce(delivered_at, now())
            WHERE id = $1`,
          [delivery.deliveryId, state, status],
        );
        await tx.rows(
          `INSERT INTO delivery_attempts (event_id, delivery_id, attempt, started_at, duration_ms, response_status)
            VALUES ($1, $2, $3, now(), 1, $4) ON CONFLICT DO NOTHING`,
          [delivery.eventId, delivery.deliveryId, delivery.attempts, status],
        );
      });
    assert.deepEqual(await campaign(unfenced), ["answered_but_not_delivered"]);
  });
});

describe("a change that is there has its event", () => {
  type Change = (id: string, crash: () => void) => Promise<void>;
  class Crash extends Error {}

  function eventOf(resourceId: string): NewEvent {
    return {
      appId: fixture.appId,
      eventType: "order.updated",
      locationId: fixture.locationId,
      resourceType: "order",
      resourceId,
      resourcePath: `/v1/orders/${resourceId}`,
      idempotencyKey: `order:${resourceId}:updated:1`,
      sequence: 1,
      data: null,
      created: Date.now(),
    };
  }
  const store = (tx: TextTx, id: string) => tx.rows("INSERT INTO changes (id) VALUES ($1)", [id]);

  /** Many changes, every third of them in a process that dies at the moment that `crash` marks; counts those without an event. */
  async function campaign(change: Change): Promise<number> {
    await fixture.database.transaction((tx) => tx.rows("CREATE TABLE changes (id text PRIMARY KEY)"));
    for (let i = 0; i < 30; i++) {
      const crash = (): void => {
        if (i % 3 === 0) throw new Crash();
      };
      await change(newId("ord"), crash).catch((error: unknown) => assert.ok(error instanceof Crash));
    }
    const { lost } = await fixture.database.read.one<{ lost: number }>(
      "SELECT count(*) AS lost FROM changes c WHERE NOT EXISTS (SELECT FROM events e WHERE e.resource_id = c.id)",
    );
    return lost;
  }

  test("the real build", async () => {
    const together: Change = (id, crash) =>
      fixture.database.transaction(async (tx) => {
        await store(tx, id);
        crash();
        await recordEvent(tx, eventOf(id));
      });
    assert.equal(await campaign(together), 0);
  });

  test("with the event after the COMMIT it is caught (rules/webhooks 4.8)", async () => {
    const apart: Change = async (id, crash) => {
      await fixture.database.transaction((tx) => store(tx, id));
      crash();
      await fixture.database.transaction((tx) => recordEvent(tx, eventOf(id)));
    };
    assert.equal(await campaign(apart), 10);
  });
});

describe("a delivery is leased by one worker", () => {
  type Lease = (worker: string) => Promise<readonly string[]>;

  /** Four workers lease at once, again and again; counts the deliveries that two of them hold. */
  async function campaign(lease: Lease): Promise<number> {
    for (let i = 0; i < 8; i++) await fixture.subscribe(receiver.url);
    for (let i = 0; i < 20; i++) await fixture.record();
    const holders = new Map<string, Set<string>>();
    for (let round = 0; round < 10; round++) {
      const workers = ["one", "two", "three", "four"];
      const batches = await Promise.all(workers.map(async (worker) => [worker, await lease(worker)] as const));
      for (const [worker, ids] of batches) {
        for (const id of ids) holders.set(id, (holders.get(id) ?? new Set()).add(worker));
      }
    }
    return [...holders.values()].filter(({ size }) => size > 1).length;
  }

  test("the real build", async () => {
    const real: Lease = async (worker) => {
      const { leased } = await leaseDeliveries(fixture.database, worker, { batch: 10, perSubscription: 64 });
      return leased.map(({ deliveryId }) => deliveryId);
    };
    assert.equal(await campaign(real), 0);
  });

  test("without a lock it is caught", async () => {
    const lockless: Lease = (worker) =>
      fixture.database.transaction(async (tx) => {
        const rows = await tx.rows<{ id: string }>(
          "SELECT id FROM deliveries WHERE state = 'pending' AND leased_by IS NULL ORDER BY next_at, id LIMIT 10",
        );
        const ids = rows.map(({ id }) => id);
        await tx.rows(
          "UPDATE deliveries SET leased_by = $1, leased_until = now() + interval '20 s', attempts = attempts + 1 WHERE id = ANY ($2)",
          [worker, ids],
        );
        return ids;
      });
    assert.ok((await campaign(lockless)) > 0);
  });
});

describe("a name that changes its address after it was saved reaches no private address", () => {
  /** Saves an address that resolves to the public internet, then delivers when it resolves to this machine. */
  async function campaign(build: (resolve: () => Promise<readonly string[]>) => OutgoingHttp): Promise<number> {
    const port = new URL(receiver.url).port;
    const url = `https://rebinding.example:${port}/hooks`;
    assert.equal(parseNotificationUrl(url, "url", { allowPrivate: false }), url, "the check at save sees nothing");
    const outgoing = build(async () => ["127.0.0.1"]);
    const plain = url.replace("https:", "http:");
    await outgoing.send({ method: "POST", url: plain, headers: {}, body: Buffer.from('{"event_id":"evt_x"}') });
    await outgoing.close();
    return receiver.received.length;
  }

  test("the real build", async () => {
    assert.equal(await campaign((resolveHost) => createOutgoingHttp({ allowPrivate: false, resolveHost })), 0);
  });

  test("with the check at save alone it is caught (rules/webhooks 2.2)", async () => {
    assert.equal(await campaign((resolveHost) => createOutgoingHttp({ allowPrivate: true, resolveHost })), 1);
  });
});
