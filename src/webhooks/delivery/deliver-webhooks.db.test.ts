import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { createLocation } from "../../../test/harness/factories.ts";
import { newId } from "../../kernel/id.ts";
import {
  answering,
  assertDueIn,
  startDeliveryFixture,
  startReceiver,
  type DeliveryFixture,
  type Receiver,
} from "./delivery.fixture.ts";
import { recordEvent } from "../ledger/record-event.command.ts";
import { replayEvents } from "../ledger/replay-events.command.ts";
import { shiftDeliveries } from "./shift-deliveries.command.ts";

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

test("an event is delivered, signed, once, and recorded (rules/webhooks 5.5, 6.1)", async () => {
  const { secret, id } = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  const eventId = await fixture.record();
  await worker.idle();
  assert.equal(receiver.received.length, 1);
  const [received] = receiver.received;
  assert.equal(received?.event.event_id, eventId);
  new Webhook(secret).verify(received?.body ?? "", received?.headers as Record<string, string>);
  const [delivery] = await fixture.deliveries();
  assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.last_response_status], ["delivered", 1, 200]);
  assert.equal(received?.headers["x-service-delivery-id"], delivery?.id);
  assert.deepEqual(await fixture.subscription(id), { status: "enabled", disabled_reason: null, failures: 0 });
});

test("only subscriptions that want the type get a delivery; other apps' get none", async () => {
  await fixture.subscribe(receiver.url, ["menu.sync_failed"]);
  await fixture.subscribe(receiver.url);
  await fixture.record();
  await fixture.record({ appId: newId("app") });
  await fixture.record({ eventType: "order.cancelled" });
  assert.equal((await fixture.deliveries()).length, 1);
});

test("twenty subscriptions give twenty deliveries with ids of their own", async () => {
  for (let i = 0; i < 20; i++) await fixture.subscribe(receiver.url);
  await assert.rejects(fixture.subscribe(receiver.url), /at most 20/);
  await fixture.record();
  const deliveries = await fixture.deliveries();
  assert.equal(new Set(deliveries.map(({ id }) => id)).size, 20);
  await fixture.startWorker().idle();
  assert.equal(receiver.received.length, 20);
});

test("an event of a rolled-back transaction is never there (rules/webhooks 4.8)", async () => {
  await fixture.subscribe(receiver.url);
  await assert.rejects(
    fixture.database.transaction(async (tx) => {
      const resourceId = newId("ord");
      await recordEvent(tx, {
        appId: fixture.appId,
        eventType: "order.notification",
        locationId: fixture.locationId,
        resourceType: "order",
        resourceId,
        resourcePath: "/v1/orders/x",
        idempotencyKey: "order:x:notification",
        sequence: 1,
        data: null,
        created: Date.now(),
      });
      throw new Error("no");
    }),
    /no/,
  );
  assert.equal((await fixture.deliveries()).length, 0);
});

test("the whole schedule: nine retries, then failed; every attempt on record (rules/webhooks 6.2, 6.8)", async () => {
  receiver.answer = answering(500);
  await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  let began = performance.now();
  await fixture.record();
  for (const seconds of [5, 15, 30, 60, 120, 600, 3_600, 14_400, 43_200]) {
    await worker.idle();
    const [delivery] = await fixture.deliveries();
    assert.equal(delivery?.state, "pending");
    assertDueIn(delivery.due_in, seconds, began);
    began = performance.now();
    await fixture.elapse(seconds);
  }
  await worker.idle();
  const [delivery] = await fixture.deliveries();
  assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.due_in], ["failed", 10, null]);
  assert.match(delivery?.last_error ?? "", /^http_500: /);
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers["x-service-attempt"]),
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
  );
  assert.equal(new Set(receiver.received.map(({ event }) => event.event_id)).size, 1);
  const attempts = await fixture.database.read.rows<{
    attempt: number;
    response_body: string;
    next_attempt_at: number | null;
  }>("SELECT attempt, response_body, next_attempt_at FROM delivery_attempts ORDER BY attempt");
  assert.equal(attempts.length, 10);
  assert.equal(attempts[0]?.response_body, "status 500");
  assert.equal(attempts[9]?.next_attempt_at, null);
});

test("Retry-After of a 429 lengthens the wait (rules/webhooks 6.4)", async () => {
  receiver.answer = answering(429, { "retry-after": "90" });
  await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  const began = performance.now();
  await fixture.record();
  await worker.idle();
  assertDueIn((await fixture.deliveries())[0]?.due_in, 90, began);
});

test("connection failures and time-outs are retried", async () => {
  await fixture.close();
  fixture = await startDeliveryFixture(300);
  const closed = await startReceiver();
  await closed.close();
  await fixture.subscribe(closed.url);
  receiver.answer = () => {};
  await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  await fixture.record();
  await worker.idle();
  const errors = (await fixture.deliveries()).map(({ state, last_error: error }) => `${state} ${error?.split(":")[0]}`);
  assert.deepEqual(errors.toSorted(), ["pending connection_refused", "pending timeout"]);
});

test("events of one resource arrive in order while the earlier one is within its six minutes (rules/webhooks 6.5)", async () => {
  const resourceId = newId("ord");
  let failing = true;
  receiver.answer = ({ event }, response) => {
    response.statusCode = failing && event.sequence === 1 ? 500 : 200;
    response.end();
  };
  await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  for (let sequence = 1; sequence <= 4; sequence++)
    await fixture.record({ resourceId, sequence, eventType: "order.updated" });
  await fixture.record();
  await worker.idle();
  const sequences = (): readonly number[] =>
    receiver.received.filter(({ event }) => event.resource_id === resourceId).map(({ event }) => event.sequence);
  assert.deepEqual(sequences(), [1], "the others wait for the first");
  assert.equal(receiver.received.length, 2, "another order does not wait");
  failing = false;
  await fixture.elapse(5);
  await worker.idle();
  assert.deepEqual(sequences(), [1, 1, 2, 3, 4]);
});

test("after six minutes a later event waits no longer (rules/webhooks 6.5)", async () => {
  const resourceId = newId("ord");
  receiver.answer = ({ event }, response) => response.writeHead(event.sequence === 1 ? 500 : 200).end();
  await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  for (let sequence = 1; sequence <= 2; sequence++) await fixture.record({ resourceId, sequence });
  for (const seconds of [5, 15, 30, 60, 120]) {
    await worker.idle();
    await fixture.elapse(seconds);
  }
  await worker.idle();
  assert.equal(
    receiver.received.some(({ event }) => event.sequence === 2),
    false,
  );
  await fixture.elapse(131);
  await worker.idle();
  assert.equal(
    receiver.received.some(({ event }) => event.sequence === 2),
    true,
  );
});

test("moving a location's clock moves its deliveries, and no other location's (rules/ordering 15.5)", async () => {
  receiver.answer = answering(500);
  const { id } = await fixture.subscribe(receiver.url);
  const worker = fixture.startWorker();
  await fixture.record();
  await fixture.record({ locationId: newId("str") });
  await worker.idle();
  await worker.stop();
  await fixture.database.transaction(async (tx) => shiftDeliveries(tx, fixture.locationId, 3_600));
  const due = (await fixture.deliveries()).map(({ due_in: seconds }) => Math.round((seconds ?? 0) / 600) * 600);
  assert.deepEqual(due, [-3_600, 0]);
  const { failing } = await fixture.database.read.one<{ failing: number }>(
    "SELECT extract(epoch FROM now() - failing_since)::int AS failing FROM webhook_subscriptions WHERE id = $1",
    [id],
  );
  assert.ok(failing >= 3_600 && failing < 3_700);
});

test("what waited, and what is sent again, has ids and status alone once the grant is gone (rules/webhooks 8.4)", async () => {
  const { database, appId } = fixture;
  await database.transaction((tx) => tx.rows("INSERT INTO apps (id, name, scopes) VALUES ($1, 'POS', '{}')", [appId]));
  const locationId = await createLocation(database);
  const grants = (text: string) => database.transaction(async (tx) => void (await tx.rows(text, [appId, locationId])));
  await grants("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)");
  await fixture.subscribe(receiver.url);
  const [guest, id] = [{ first_name: "Ada", phone: "+33142600143" }, newId("ord")];
  const data = { object: "order", id, status: "PENDING", guest, notes: "No onions" };
  const eventId = await fixture.record({ locationId, resourceId: id, data });
  await grants("DELETE FROM grants WHERE app_id = $1 AND location_id = $2");
  const worker = fixture.startWorker();
  await worker.idle();
  const replayed = () =>
    database.transaction((tx) => replayEvents(tx, { appId, eventId }, { force: true, dryRun: false }));
  await replayed();
  await worker.idle();
  await grants("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)");
  await replayed();
  await worker.idle();
  const left = { object: "order", id, status: "PENDING" };
  assert.deepEqual(
    receiver.received.map(({ body }) => (JSON.parse(body) as { readonly data: unknown }).data),
    [left, left, data],
  );
});

test("what waited is sent without what the scopes of its app no longer allow (rules/webhooks 8.5)", async () => {
  const { database, appId } = fixture;
  const change = (text: string, values: readonly unknown[]) =>
    database.transaction(async (tx) => void (await tx.rows(text, values)));
  await change("INSERT INTO apps (id, name, scopes) VALUES ($1, 'POS', '{bookings:manage}')", [appId]);
  const locationId = await createLocation(database);
  await change("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [appId, locationId]);
  await fixture.subscribe(receiver.url, ["booking.created"]);
  const guest = { first_name: "Ada", phone: "+33142600143", phone_last_four: "0143", email: null };
  const data = { object: "booking", id: newId("bkg"), status: "confirmed", guest };
  await fixture.record({
    locationId,
    eventType: "booking.created",
    resourceType: "booking",
    resourceId: data.id,
    data,
  });
  await change("UPDATE apps SET scopes = '{bookings:read}' WHERE id = $1", [appId]);
  const worker = fixture.startWorker();
  await worker.idle();
  assert.deepEqual(
    receiver.received.map(({ body }) => (JSON.parse(body) as { readonly data: unknown }).data),
    [{ ...data, guest: { ...guest, phone: null } }],
  );
});

test("to the endpoint of a disabled app goes nothing of a guest (rules/webhooks 8.6)", async () => {
  const { database, appId } = fixture;
  const change = (text: string, values: readonly unknown[]) =>
    database.transaction(async (tx) => void (await tx.rows(text, values)));
  await change("INSERT INTO apps (id, name, scopes) VALUES ($1, 'POS', '{bookings:manage}')", [appId]);
  const locationId = await createLocation(database);
  await change("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [appId, locationId]);
  await fixture.subscribe(receiver.url, ["booking.created"]);
  const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600143", email: null };
  const data = { object: "booking", id: newId("bkg"), status: "confirmed", guest, notes: "A quiet corner" };
  const about = { locationId, eventType: "booking.created", resourceType: "booking", resourceId: data.id } as const;
  const eventId = await fixture.record({ ...about, data });
  await change("UPDATE apps SET status = 'disabled' WHERE id = $1", [appId]);
  const worker = fixture.startWorker();
  await worker.idle();
  await change("UPDATE apps SET status = 'enabled' WHERE id = $1", [appId]);
  await database.transaction((tx) => replayEvents(tx, { appId, eventId }, { force: true, dryRun: false }));
  await worker.idle();
  const { guest: _guest, notes: _notes, ...left } = data;
  assert.deepEqual(
    receiver.received.map(({ body }) => (JSON.parse(body) as { readonly data: unknown }).data),
    [left, data],
  );
});
