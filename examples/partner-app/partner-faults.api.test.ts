/** The example partner meets every fault of the sandbox once, and each order ends as it should (rules/ordering 15.6). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { connect, createApp, createLocation, type TestApp } from "../../test/harness/factories.ts";
import { startService, type CallAnswer, type TestService } from "../../test/harness/service.ts";
import { waitUntil } from "../../test/harness/wait-until.ts";
import type { Id } from "../../src/kernel/id.ts";
import { faultKinds } from "../../src/sandbox/faults/fault-kinds.ts";
import { startPartner, type Partner } from "./partner.ts";

const menu = readFileSync(new URL("../menus/small-bistro.json", import.meta.url));
let service: TestService;
let app: TestApp;
let location: Id<"str">;
let partner: Partner;

before(async () => {
  service = await startService({ workers: true });
  app = await createApp(service.database);
  location = await createLocation(service.database);
  await connect(service.database, app, location);
  const published = await service.call("POST", `/v1/locations/${location}/menu`, { key: app.key, raw: menu });
  assert.equal(published.status, 200, published.text);
});
after(() => service.stop());
beforeEach(async () => {
  partner = await startPartner({ baseUrl: service.url, apiKey: app.key, readyMs: 1, completeMs: 1 });
});
afterEach(() => partner.stop());

const call = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
  service.call(method, path, { key: app.key, ...(body === undefined ? {} : { body }) });

/** Switches a fault on for its next chance, and lets a diner order. */
async function orderWith(kind: string, match: object, seconds?: number): Promise<string> {
  const rule = { id: kind, kind, match, times: 1, ...(seconds === undefined ? {} : { delay_seconds: seconds }) };
  const set = await call("PUT", "/v1/sandbox/faults", { rules: [rule] });
  assert.equal(set.status, 200, set.text);
  const placed = await call("POST", "/v1/sandbox/orders", { location_id: location, payment: "paid" });
  assert.equal(placed.status, 201, placed.text);
  return placed.body.id;
}

async function acted(): Promise<void> {
  await waitUntil(
    async () => (await call("GET", "/v1/sandbox/faults")).body.rules[0].acted,
    (times) => times === 1,
  );
}

async function moveClock(seconds: number): Promise<void> {
  const moved = await call("POST", `/v1/sandbox/locations/${location}/clock`, { advance_seconds: seconds });
  assert.equal(moved.status, 200, moved.text);
}

const ended = (orderId: string, status: string): Promise<CallAnswer["body"]> =>
  waitUntil(
    async () => (await call("GET", `/v1/orders/${orderId}`)).body,
    (order) => order.status === status,
  );

/** What the endpoint answered to the attempts of the order's notification, the first one first. */
async function answersTo(orderId: string): Promise<readonly number[]> {
  const { data } = (await call("GET", "/v1/webhook_events?event_type=order.notification")).body;
  const event = (data as readonly { event_id: string; resource_id: string }[]).find(
    ({ resource_id: id }) => id === orderId,
  );
  const attempts = (await call("GET", `/v1/webhook_events/${event?.event_id}/attempts`)).body.data;
  return (attempts as readonly { attempt: number; response_status: number }[])
    .toSorted((one, other) => one.attempt - other.attempt)
    .map(({ response_status: answered }) => answered);
}

const notification = { event_types: ["order.notification"] };
const accepting = { operations: ["acceptOrder"] };

/** By kind: what is done after the fault acted, and what must have come of it. */
const faults: Readonly<Record<string, () => Promise<void>>> = {
  async webhook_late() {
    const orderId = await orderWith("webhook_late", notification, 60);
    await acted();
    assert.deepEqual(partner.events, []);
    await moveClock(61);
    await ended(orderId, "FULFILLED");
  },
  async webhook_duplicate() {
    const orderId = await orderWith("webhook_duplicate", notification);
    await ended(orderId, "FULFILLED");
    await waitUntil(partner.deliveries, (count) => count >= 2);
    assert.equal(partner.events.length, 1, "an event is taken once");
  },
  async webhook_out_of_order() {
    const orderId = await orderWith("webhook_out_of_order", notification);
    await acted();
    assert.equal((await call("POST", `/v1/sandbox/orders/${orderId}/customer_cancel`)).status, 200);
    await waitUntil(
      () => partner.events.length,
      (count) => count === 2,
    );
    const types = partner.events.map(({ event_type: type }) => type);
    assert.deepEqual(types, ["order.cancelled", "order.notification"]);
    await partner.idle();
    const order = await ended(orderId, "CUSTOMER_CANCELLED");
    assert.equal(order.external_id, null, "nothing was decided");
  },
  async webhook_dropped() {
    const orderId = await orderWith("webhook_dropped", notification);
    await acted();
    assert.equal(await partner.catchUp(), 1);
    await ended(orderId, "FULFILLED");
    assert.equal(partner.deliveries(), 0);
  },
  webhook_bad_signature: () => refusedFirst("webhook_bad_signature"),
  webhook_old_timestamp: () => refusedFirst("webhook_old_timestamp"),
  api_error: () => acceptedAfter("api_error"),
  api_unavailable: () => acceptedAfter("api_unavailable"),
  api_slow: () => acceptedAfter("api_slow", 1),
  api_rate_limited: () => acceptedAfter("api_rate_limited", 1),
  api_lost_answer: () => acceptedAfter("api_lost_answer"),
};

async function refusedFirst(kind: string): Promise<void> {
  const orderId = await orderWith(kind, notification);
  await waitUntil(
    () => answersTo(orderId),
    (answers) => answers.length === 1,
  );
  assert.deepEqual(partner.events, [], "what does not verify is no event");
  await moveClock(7);
  await ended(orderId, "FULFILLED");
  const [first = 0, second = 0] = await answersTo(orderId);
  assert.deepEqual([Math.floor(first / 100), second], [4, 200]);
}

async function acceptedAfter(kind: string, seconds?: number): Promise<void> {
  const orderId = await orderWith(kind, accepting, seconds);
  const order = await ended(orderId, "FULFILLED");
  assert.equal(order.external_id, `T-${order.display_number}`);
  const { data } = (await call("GET", `/v1/requests?operation=acceptOrder&resource_id=${orderId}`)).body;
  const made = data as readonly { fault: { kind: string } | null; idempotency_key: string }[];
  assert.deepEqual(
    made.flatMap(({ fault }) => fault?.kind ?? []),
    [kind],
  );
  assert.deepEqual([...new Set(made.map((request) => request.idempotency_key))], [`accept:${orderId}`]);
}

describe("the example partner", () => {
  for (const kind of faultKinds)
    test(kind, { timeout: 120_000 }, async () => {
      const meet = faults[kind];
      assert.ok(meet !== undefined, `the example meets ${kind}`);
      await meet();
      await acted();
    });
});
