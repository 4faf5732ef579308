import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { connect, createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { smallMenu, simulatedOrder } from "../../../test/harness/small-menu.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntil, waitUntilTrue } from "../../../test/harness/wait-until.ts";
import type { Id } from "../../kernel/id.ts";
import { isSignedFor, startReceiver, type Received, type Receiver } from "../../webhooks/delivery/delivery.fixture.ts";

let service: TestService;
/** The workers that go on after those of the service were stopped. */
let workers: TestService | undefined;
let receiver: Receiver;
let app: TestApp;
let here: Id<"str">;
let subscription: { readonly id: string; readonly secret: string };

before(async () => {
  service = await startService({ workers: true, live: true });
  receiver = await startReceiver();
  app = await createApp(service.database);
  here = await createLocation(service.database);
  await connect(service.database, app, here);
  const menu = await call("POST", `/v1/locations/${here}/menu`, smallMenu);
  assert.ok(menu.status < 300, menu.text);
  const made = await call("POST", "/v1/webhook_subscriptions", {
    notification_url: receiver.url,
    event_types: ["order.notification", "order.updated"],
  });
  subscription = { id: made.body.subscription.id, secret: made.body.signing_secret };
});
after(async () => {
  await workers?.stop();
  await service.stop();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = (_received, response) => response.end("ok");
});

function call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
  return service.call(method, path, { key: app.key, headers, ...(body === undefined ? {} : { body }) });
}

async function setFaults(...rules: readonly object[]): Promise<void> {
  const answer = await call("PUT", "/v1/sandbox/faults", { rules, seed: 7 });
  assert.equal(answer.status, 200, answer.text);
}

/** Places an order; answers its id and the event that notifies of it. */
async function place(): Promise<{ readonly orderId: string; readonly eventId: string }> {
  const placed = await call("POST", "/v1/sandbox/orders", simulatedOrder(here));
  assert.equal(placed.status, 201, placed.text);
  const events = await call("GET", "/v1/webhook_events?event_type=order.notification");
  const own = events.body.data.find((event: { resource_id: string }) => event.resource_id === placed.body.id);
  return { orderId: placed.body.id, eventId: own.event_id };
}

async function deliveryOf(eventId: string) {
  const event = await call("GET", `/v1/webhook_events/${eventId}`);
  return event.body.deliveries[0];
}

/** The delivery once the worker has seen it for the first time and marked it. */
const marked = (eventId: string) =>
  waitUntil(
    () => deliveryOf(eventId),
    (one) => one.fault !== null,
  );
const ended = (eventId: string) =>
  waitUntil(
    () => deliveryOf(eventId),
    (one) => one.status !== "pending",
  );
const copiesOf = (eventId: string): readonly Received[] =>
  receiver.received.filter(({ event }) => event.event_id === eventId);

const isRightlySigned = (received: Received): boolean => isSignedFor(receiver, subscription, received);

/** Moves the due times of deliveries into the past, as the sandbox clock does. */
const elapse = (eventId: string): Promise<unknown> =>
  service.database.transaction(async (tx) => {
    tx.wake("deliveries");
    await tx.rows("UPDATE deliveries SET next_at = next_at - interval '1 hour' WHERE event_id = $1", [eventId]);
  });

describe("webhooks that go wrong (rules/ordering 15.6)", () => {
  const forNotification = { event_types: ["order.notification"] };

  test("late: nothing comes until the time is up, then once", async () => {
    await setFaults({ id: "late", kind: "webhook_late", match: forNotification, times: 1, delay_seconds: 600 });
    const { eventId } = await place();
    const waiting = await marked(eventId);
    assert.deepEqual([waiting.status, waiting.fault], ["pending", { rule_id: "late", kind: "webhook_late" }]);
    assert.equal(waiting.attempts, 0);
    assert.deepEqual(copiesOf(eventId), []);
    await elapse(eventId);
    const done = await ended(eventId);
    assert.deepEqual([done.status, done.attempts, copiesOf(eventId).length], ["delivered", 1, 1]);
  });

  test("late: a clock that is moved before the first attempt counts too", async () => {
    await setFaults({ id: "late", kind: "webhook_late", match: forNotification, times: 1, delay_seconds: 600 });
    await service.service.workers.stop();
    const { eventId } = await place();
    const moved = await call("POST", `/v1/sandbox/locations/${here}/clock`, { advance_seconds: 600 });
    assert.equal(moved.status, 200, moved.text);
    workers = await startService({ workers: true, beside: service });
    const done = await ended(eventId);
    assert.deepEqual([done.status, done.fault?.rule_id, copiesOf(eventId).length], ["delivered", "late", 1]);
  });

  test("twice or three times: copies under one event id, one delivery", async () => {
    await setFaults({ id: "twice", kind: "webhook_duplicate", match: forNotification, times: 1 });
    const { eventId } = await place();
    const done = await ended(eventId);
    assert.deepEqual([done.status, done.fault.kind], ["delivered", "webhook_duplicate"]);
    assert.ok([2, 3].includes(copiesOf(eventId).length), `${copiesOf(eventId).length} copies`);
    const next = await place();
    await ended(next.eventId);
    assert.equal(copiesOf(next.eventId).length, 1, "the rule acts once");
  });

  test("out of order: the next event of the order comes first", async () => {
    await setFaults({ id: "swap", kind: "webhook_out_of_order", match: forNotification, times: 1 });
    const { orderId, eventId } = await place();
    await marked(eventId);
    await call("POST", `/v1/orders/${orderId}/accept`, {});
    assert.equal((await ended(eventId)).status, "delivered");
    const ofOrder = receiver.received.filter(({ event }) => event.resource_id === orderId);
    const sequences = ofOrder.map(({ event }) => event.sequence);
    assert.equal(ofOrder.at(-1)?.event.event_id, eventId);
    assert.notDeepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b),
    );
  });

  test("dropped: never sent and failed; a replay sends it, and meets no fault", async () => {
    await setFaults({ id: "gone", kind: "webhook_dropped", match: forNotification });
    const { eventId } = await place();
    const dropped = await ended(eventId);
    assert.deepEqual([dropped.status, dropped.fault.kind], ["failed", "webhook_dropped"]);
    assert.match(dropped.last_error, /^sandbox_fault: /);
    assert.deepEqual(copiesOf(eventId), []);
    const replayed = await call("POST", `/v1/webhook_events/${eventId}/replay`, {});
    assert.equal(replayed.status, 200, replayed.text);
    await waitUntilTrue(async () => (await deliveryOf(eventId)).status === "delivered");
    assert.equal(copiesOf(eventId).length, 1);
    const health = await call("GET", "/v1/webhook_subscriptions");
    assert.equal(health.body.data[0].status, "enabled");
  });

  test("wrongly signed: one attempt that a receiver must refuse, then the right one", async () => {
    await setFaults({ id: "forged", kind: "webhook_bad_signature", match: forNotification, times: 1 });
    receiver.answer = (received, response) => response.writeHead(isRightlySigned(received) ? 200 : 401).end();
    const { eventId } = await place();
    await waitUntilTrue(async () => (await deliveryOf(eventId)).last_response_status === 401);
    await elapse(eventId);
    assert.equal((await ended(eventId)).status, "delivered");
    assert.deepEqual(copiesOf(eventId).map(isRightlySigned), [false, true]);
  });

  test("signed long ago: one attempt with a right signature that is 600 s old", async () => {
    await setFaults({ id: "stale", kind: "webhook_old_timestamp", match: forNotification, times: 1 });
    const { eventId } = await place();
    await ended(eventId);
    const [received] = copiesOf(eventId);
    assert.ok(received !== undefined && isRightlySigned(received));
    const age = received.at / 1_000 - Number(received.headers["x-service-timestamp"]);
    assert.ok(age > 590, `${age} s old`);
  });

  test("when the faults are off, everything arrives", async () => {
    await setFaults({ id: "gone", kind: "webhook_dropped" });
    assert.equal((await call("DELETE", "/v1/sandbox/faults")).status, 200);
    const { eventId } = await place();
    const done = await ended(eventId);
    assert.deepEqual([done.status, done.fault], ["delivered", null]);
  });
});

describe("calls that go wrong (rules/ordering 15.6)", () => {
  const read = (id: string | null) => call("GET", `/v1/requests/${id}`);
  const forMe = { operations: ["getMe"] };

  test("500, 503 and 429 before any effect, once each, with the fault in header and log", async () => {
    const rules = [
      { id: "first", kind: "api_error", match: { operations: ["placeSandboxOrder"] }, times: 1 },
      { id: "second", kind: "api_unavailable", match: { operations: ["placeSandboxOrder"] }, times: 1 },
      {
        id: "third",
        kind: "api_rate_limited",
        match: { operations: ["placeSandboxOrder"] },
        times: 1,
        delay_seconds: 9,
      },
    ];
    await setFaults(...rules);
    const seen = [];
    const key = { "idempotency-key": "fault-1" };
    for (let n = 0; n < 4; n++) seen.push(await call("POST", "/v1/sandbox/orders", simulatedOrder(here), key));
    assert.deepEqual(
      seen.map(({ status, body, headers }) => [status, body.code, headers.get("x-sandbox-fault")]),
      [
        [500, "internal", "api_error"],
        [503, "unavailable", "api_unavailable"],
        [429, "rate_limited", "api_rate_limited"],
        [201, undefined, null],
      ],
    );
    assert.equal(seen[2]?.headers.get("retry-after"), "9");
    const orders = await service.database.read.one<{ n: number }>(
      "SELECT count(*) AS n FROM idempotency_keys WHERE key = 'fault-1'",
    );
    assert.equal(orders.n, 1, "the key was taken once");
    const { body: logged } = await read(seen[0]?.headers.get("x-request-id") ?? "");
    assert.deepEqual([logged.status, logged.fault], [500, { rule_id: "first", kind: "api_error" }]);
    const { body: set } = await call("GET", "/v1/sandbox/faults");
    assert.deepEqual(
      set.rules.map(({ id, acted }: { id: string; acted: number }) => [id, acted]),
      [
        ["first", 1],
        ["second", 1],
        ["third", 1],
      ],
    );
  });

  test("a lost answer: the connection is cut, the work is done once, and the same key finds out", async () => {
    await setFaults({ id: "lost", kind: "api_lost_answer", match: { operations: ["placeSandboxOrder"] }, times: 1 });
    const key = { "idempotency-key": "fault-2" };
    await assert.rejects(call("POST", "/v1/sandbox/orders", simulatedOrder(here), key));
    const again = await call("POST", "/v1/sandbox/orders", simulatedOrder(here), key);
    assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [201, "true"]);
    const { body } = await call("GET", `/v1/requests?resource_id=${again.body.id}`);
    const lost = body.data.find((one: { fault: unknown }) => one.fault !== null);
    assert.deepEqual(
      [lost.status, lost.fault, lost.replayed],
      [201, { rule_id: "lost", kind: "api_lost_answer" }, false],
    );
  });

  test("slow: the answer comes later, and is right", async () => {
    await setFaults({ id: "slow", kind: "api_slow", match: forMe, times: 1, delay_seconds: 1 });
    const began = performance.now();
    const answer = await call("GET", "/v1/me");
    assert.deepEqual([answer.status, answer.headers.get("x-sandbox-fault")], [200, "api_slow"]);
    assert.ok(performance.now() - began >= 990);
  });

  test("the header asks for one call; another word is 400; live keys meet nothing", async () => {
    await call("DELETE", "/v1/sandbox/faults");
    const asked = await call("GET", "/v1/me", undefined, { "x-sandbox-fault": "api_unavailable" });
    assert.deepEqual([asked.status, asked.headers.get("x-sandbox-fault")], [503, "api_unavailable"]);
    const { body: logged } = await read(asked.headers.get("x-request-id"));
    assert.deepEqual(logged.fault, { rule_id: null, kind: "api_unavailable" });
    assert.equal((await call("GET", "/v1/me")).status, 200);
    const wrong = await call("GET", "/v1/me", undefined, { "x-sandbox-fault": "api_broken" });
    assert.deepEqual([wrong.status, wrong.body.code], [400, "invalid_request"]);
    assert.match(wrong.body.message, /header\.x-sandbox-fault must be one of/);
    assert.ok(service.live);
    const live = await createApp(service.live);
    const headers = { "x-sandbox-fault": "api_error" };
    assert.equal((await service.call("GET", "/v1/me", { key: live.key, headers })).status, 200);
    assert.equal((await service.call("PUT", "/v1/sandbox/faults", { key: live.key, body: { rules: [] } })).status, 403);
  });

  test("faults are of one app, end by themselves, and never keep one from switching them off", async () => {
    await setFaults({ id: "all", kind: "api_error" });
    const other = await createApp(service.database);
    assert.equal((await service.call("GET", "/v1/me", { key: other.key })).status, 200);
    assert.equal((await call("GET", "/v1/me")).status, 500);
    assert.equal((await call("GET", "/v1/sandbox/faults")).body.rules[0].acted, 1);
    await service.database.transaction(async (tx) => {
      await tx.rows("UPDATE sandbox_faults SET expires_at = now() WHERE app_id = $1", [app.id]);
      await tx.rows("UPDATE apps SET faults_until = now() WHERE id = $1", [app.id]);
    });
    assert.equal((await call("GET", "/v1/me")).status, 200);
    const { body } = await call("GET", "/v1/sandbox/faults");
    assert.deepEqual([body.rules, body.seed, body.expires_at], [[], null, null]);
  });

  const rule = { id: "a", kind: "api_error" };
  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ["an id twice", { rules: [rule, rule] }, /body\.rules\[1\]\.id stands twice/],
    ["a time for a kind without one", { rules: [{ ...rule, delay_seconds: 5 }] }, /delay_seconds is not for api_error/],
    ["too long a wait", { rules: [{ id: "a", kind: "api_slow", delay_seconds: 61 }] }, /must be 1 to 60 for api_slow/],
    ["21 rules", { rules: Array.from({ length: 21 }, (_, n) => ({ ...rule, id: `r${n}` })) }, /body\.rules/],
  ];
  for (const [name, body, message] of wrong) {
    test(`${name}: 400 that names the field`, async () => {
      const answer = await call("PUT", "/v1/sandbox/faults", body);
      assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"]);
      assert.match(answer.body.message, message);
    });
  }
});
