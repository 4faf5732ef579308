import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { connect, createApp, createLocation, type TestApp } from "../../test/harness/factories.ts";
import { startService, type CallAnswer, type TestService } from "../../test/harness/service.ts";
import { waitUntil } from "../../test/harness/wait-until.ts";
import type { Id } from "../../src/kernel/id.ts";
import type { PublishMenuInput } from "@maple-partners/sdk";
import { runSetting } from "./settings.ts";
import { startPartner, type Partner, type PartnerOptions } from "./partner.ts";

let service: TestService;
let app: TestApp;
let locationId: Id<"str">;
const menu = readFileSync(new URL("../menus/small-bistro.json", import.meta.url));

before(async () => {
  service = await startService({ workers: true });
});
after(() => service.stop());
beforeEach(async () => {
  app = await createApp(service.database);
  locationId = await createLocation(service.database);
  await connect(service.database, app, locationId);
  const published = await service.call("POST", `/v1/locations/${locationId}/menu`, { key: app.key, raw: menu });
  assert.equal(published.status, 200, published.text);
});

const call = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
  service.call(method, path, { key: app.key, ...(body === undefined ? {} : { body }) });

async function placeOrder(): Promise<string> {
  const placed = await call("POST", "/v1/sandbox/orders", { location_id: locationId, payment: "paid" });
  assert.equal(placed.status, 201, placed.text);
  return placed.body.id;
}

/** Starts a partner that is stopped with the test. */
async function partnerFor(
  context: { after(stop: () => Promise<void>): void },
  options: Partial<PartnerOptions> = {},
): Promise<Partner> {
  const access = { baseUrl: service.url, apiKey: app.key };
  const partner = await startPartner({ ...access, readyMs: 1, completeMs: 1, ...options });
  context.after(() => partner.stop());
  return partner;
}

const getOrder = async (orderId: string) => (await call("GET", `/v1/orders/${orderId}`)).body;
const orderOnce = (orderId: string, status: string): Promise<CallAnswer["body"]> =>
  waitUntil(
    () => getOrder(orderId),
    (order) => order.status === status,
  );

/** The recorded attempts of the order's notification. */
async function listAttempts(orderId: string): Promise<readonly unknown[]> {
  const { data: events } = (await call("GET", "/v1/webhook_events?event_type=order.notification")).body;
  const event = events.find((each: { readonly resource_id: string }) => each.resource_id === orderId);
  return event === undefined ? [] : (await call("GET", `/v1/webhook_events/${event.event_id}/attempts`)).body.data;
}

test("a diner's order reaches the partner, is accepted, made ready and completed", async (context) => {
  const partner = await partnerFor(context);
  const orderId = await placeOrder();
  const order = await orderOnce(orderId, "FULFILLED");
  assert.equal(order.status, "FULFILLED");
  assert.equal(order.external_id, `T-${order.display_number}`);
  assert.equal(order.payment_status, "paid");
  assert.ok(order.estimated_ready_at > 0);
  assert.deepEqual(
    partner.events.map((event) => [event.event_type, event.resource_id]),
    [["order.notification", orderId]],
  );
  assert.equal(partner.events[0]?.resource_href, `${service.url}/v1/orders/${orderId}`);
});

test("a denied order gets its money back (rules/ordering 11.1)", async (context) => {
  await partnerFor(context, { deny: "CAPACITY" });
  const orderId = await placeOrder();
  const denied = await orderOnce(orderId, "REJECTED");
  assert.deepEqual([denied.status, denied.denial.reason], ["REJECTED", "CAPACITY"]);
  const order = await waitUntil(
    () => getOrder(orderId),
    ({ payment_status: status }) => status === "refunded",
  );
  assert.equal(order.payment_status, "refunded");
});

test("a flaky partner gets the event again, takes it once, and loses no order (rules/webhooks 4.2)", async (context) => {
  const partner = await partnerFor(context, { flaky: { failFirst: 2 } });
  const orderId = await placeOrder();
  // The retries after 5 and 15 seconds: the sandbox clock brings them forward.
  for (const [failed, seconds] of [5, 15].entries()) {
    await waitUntil(
      () => listAttempts(orderId),
      (attempts) => attempts.length === failed + 1,
    );
    const path = `/v1/sandbox/locations/${locationId}/clock`;
    assert.equal((await call("POST", path, { advance_seconds: seconds + 2 })).status, 200);
  }
  assert.equal((await orderOnce(orderId, "FULFILLED")).status, "FULFILLED");
  assert.equal(partner.deliveries(), 3);
  assert.equal(partner.events.length, 1);
});

test("a partner that was away takes up the orders that wait", async (context) => {
  const orderId = await placeOrder();
  await partnerFor(context);
  assert.equal((await orderOnce(orderId, "FULFILLED")).status, "FULFILLED");
});

test("an order that the diner cancels is dropped", async (context) => {
  const partner = await partnerFor(context, { readyMs: 60_000 });
  const orderId = await placeOrder();
  await orderOnce(orderId, "ACCEPTED");
  assert.equal((await call("POST", `/v1/sandbox/orders/${orderId}/customer_cancel`)).status, 200);
  await waitUntil(partner.deliveries, (count) => count === 2);
  await partner.idle();
  assert.equal((await orderOnce(orderId, "CUSTOMER_CANCELLED")).status, "CUSTOMER_CANCELLED");
});

test("what no delivery brought is found by looking, also after an outage of the way", async (context) => {
  const partner = await partnerFor(context, { flaky: { failFirst: 1_000 } });
  const orderId = await placeOrder();
  assert.equal(await partner.catchUp(), 1);
  assert.equal((await orderOnce(orderId, "FULFILLED")).status, "FULFILLED");
  assert.deepEqual(partner.events, []);
});

test("an order that holds what has run out is turned down, and the till closes and opens", async (context) => {
  // No delivery is taken: the order is found after the item has run out, as when both happen at once.
  const partner = await partnerFor(context, { locationId, flaky: { failFirst: 1_000 } });
  const say = async (line: string): Promise<string> => (await runSetting(partner, line)).text;
  const outcomeOf = async (orderId: string, status: string): Promise<CallAnswer["body"]> => {
    await partner.catchUp();
    return orderOnce(orderId, status);
  };
  const first = await placeOrder();
  const sold: string = (await getOrder(first)).line_items[0].item_menu_entity_id;
  assert.equal(await say(`out ${sold}`), "");
  assert.match(await say("stock"), new RegExp(`^${sold} .*out_of_stock$`, "m"));
  assert.match(await say("out nothing-of-that-name"), /the menu has no/);
  assert.equal((await outcomeOf(first, "REJECTED")).denial.reason, "ITEM_AVAILABILITY");
  assert.equal(await say(`in ${sold}`), "");
  assert.doesNotMatch(await say("stock"), new RegExp(`^${sold} `, "m"));

  await say("close");
  assert.equal((await outcomeOf(await placeOrder(), "REJECTED")).denial.reason, "STORE_CLOSED");
  await say("open");
  assert.equal((await outcomeOf(await placeOrder(), "FULFILLED")).status, "FULFILLED");
  assert.match(await say("help"), /^catch-up +look for/m);
});

test("a menu is published at the start, and a document that is refused says what to change", async (context) => {
  const document = JSON.parse(menu.toString()) as PublishMenuInput;
  const lines: string[] = [];
  const partner = await partnerFor(context, { menu: document, log: (line) => void lines.push(line) });
  assert.ok(lines.includes("menu: it is live already, nothing changed"), lines.join("\n"));
  await assert.rejects(
    partner.larder.publish({ ...document, currency: "none" }),
    /the menu was refused:\n {2}\S*currency/,
  );
});

test("a location that the app has not is told with those that it has, and nothing is subscribed", async () => {
  const none = "str_01k0w3gzq4w1d8n5v7j2m6t9ke";
  await assert.rejects(
    startPartner({ baseUrl: service.url, apiKey: app.key, locationId: none }),
    new RegExp(`the app has no location ${none}; it has ${locationId}`),
  );
  assert.deepEqual((await call("GET", "/v1/webhook_subscriptions")).body.data, []);
});
