/**
 * Plays the main job against a real sandbox and keeps one request and answer of every call as its example, in
 * src/docs-pages/recorded-examples.json. Run it when a call is new or its shape has changed; test/openapi.test.ts checks
 * the examples against the schemas.
 */
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startDatabaseServer } from "../test/database-server.ts";
import { createApp } from "../test/factories.ts";
import { smallMenu, simulatedOrder } from "../test/known-resources.ts";
import { operatorToken, startService, type TestService } from "../test/service.ts";
import { makeRunDirectory } from "./run-directory.ts";

const file = fileURLToPath(new URL("../src/docs-pages/recorded-examples.json", import.meta.url));

interface Recorder {
  /** Calls an operation, keeps it as the example if it is the first, and answers its body. */
  record(operationId: string, params?: Readonly<Record<string, string>>, body?: unknown): Promise<Answer>;
  readonly examples: ReadonlyMap<string, object>;
}

// Every operation answers another shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

const directory = makeRunDirectory();
try {
  const server = await startDatabaseServer(join(directory, "postgres"), process.env["TEST_DATABASE_URL"]);
  Object.assign(process.env, server.environment);
  try {
    await recordAll();
  } finally {
    await server.stop();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function recordAll(): Promise<void> {
  const receiver = createServer((request, answer) => void request.resume().on("end", () => answer.end("ok")));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/maple`;
  const service = await startService({ workers: true });
  try {
    const { key } = await createApp(service.database);
    const recorder = createRecorder(service, key);
    await playOperator(recorder);
    const locationId = await playLocations(service, recorder, key);
    await playWebhooks(recorder, receiverUrl);
    await playMenus(recorder, locationId);
    await playOrders(recorder, locationId);
    await playEvents(recorder);
    const missing = service.service.routes.filter(({ route }) => !recorder.examples.has(route.operationId));
    for (const { route } of missing) console.warn(`no example of ${route.operationId}`);
    const text = JSON.stringify(Object.fromEntries(recorder.examples), null, 2)
      .replaceAll(receiverUrl, "https://pos.example/maple")
      .replaceAll(service.url, "https://maple.example");
    writeFileSync(file, `${text}\n`);
    spawnSync(process.execPath, [fileURLToPath(new URL("../node_modules/.bin/oxfmt", import.meta.url)), file]);
    console.log(`${recorder.examples.size} examples are written`);
  } finally {
    await service.stop();
    receiver.close();
  }
}

function createRecorder(service: TestService, key: string): Recorder {
  const examples = new Map<string, object>();
  const routes = new Map(service.service.routes.map(({ route }) => [route.operationId, route]));
  return {
    examples,
    async record(operationId, params = {}, body = undefined) {
      const route = routes.get(operationId);
      if (route === undefined) throw new Error(`there is no operation ${operationId}`);
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "test");
      const options = { key: route.access.kind === "operator" ? operatorToken : key, body };
      const answer = await service.call(route.method, path, options);
      if (answer.status >= 300) throw new Error(`${operationId}: ${answer.status} ${answer.text}`);
      if (!examples.has(operationId)) {
        const response = shorten(answer.body) as object;
        examples.set(operationId, { ...(body === undefined ? {} : { request: body }), response });
      }
      return answer.body;
    },
  };
}

/** An example shows a list by its first two entries, and no secret. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === "signing_secret")
        return [name, `whsec_${Buffer.from("an example, not a secret at all.").toString("base64")}`];
      if (name === "key" && typeof inner === "string")
        return [name, `${inner.slice(0, 9)}example0not0a0real0key0000000000000`];
      return [name, name === "event_types" || name === "scopes" ? inner : shorten(inner)];
    }),
  );
}

async function playOperator({ record }: Recorder): Promise<void> {
  const app = await record("operatorCreateApp", {}, { name: "Example POS", scopes: ["orders:read", "orders:write"] });
  const appId = app.id;
  await record("operatorListApps");
  await record(
    "operatorUpdateApp",
    { appId },
    { scopes: ["orders:read", "orders:write", "menus:read", "menus:write"] },
  );
  const key = await record("operatorIssueKey", { appId }, { expires_at: "2099-01-01T00:00:00.000Z" });
  await record("operatorListKeys", { appId });
  const location = await record(
    "operatorCreateLocation",
    {},
    {
      name: "Maple Street Diner",
      timezone: "America/Chicago",
      phone: "+12175550100",
      payment_options: ["link", "pay_in_store"],
    },
  );
  const locationId = location.id;
  await record("operatorUpdateLocation", { locationId }, { decision_timeout: "accept" });
  await record("operatorGrantLocation", { appId, locationId });
  await record("operatorGetLocation", { locationId });
  await record("operatorListLocations");
  await record("operatorListAuditLog");
  await record("operatorRevokeGrant", { appId, locationId });
  await record("operatorRevokeKey", { keyId: key.id });
}

async function playLocations(service: TestService, { record }: Recorder, key: string): Promise<string> {
  await record("ping");
  const app = await record("getMe");
  const location = await record(
    "operatorCreateLocation",
    {},
    { name: "Maple Street Diner", timezone: "America/Chicago" },
  );
  const locationId: string = location.id;
  const address = {
    line1: "1 Main St",
    line2: null,
    city: "Springfield",
    region: "IL",
    postal_code: "62701",
    country: "US",
  };
  await record("operatorUpdateLocation", { locationId }, { address, payment_options: ["link", "pay_in_store"] });
  await record("operatorGrantLocation", { appId: app.id, locationId });
  await record("listLocations");
  await record("getLocation", { locationId });
  await record("createConnection", { locationId });
  await record("getConnection", { locationId });
  await record("deleteConnection", { locationId });
  await record("createConnection", { locationId });
  const headers = { "idempotency-key": "example" };
  await service.call("POST", "/v1/feedback", { key, body: { kind: "other", summary: "Example" }, headers });
  const kept = await service.database.read.one<{ id: string }>(
    "SELECT operation_id AS id FROM idempotency_keys LIMIT 1",
  );
  await record("operatorGetOperation", { operationId: kept.id });
  const wanted = { kind: "unclear_error", summary: "The message names no field.", request_ids: [] };
  await record("createFeedback", {}, wanted);
  await record("operatorListFeedback");
  return locationId;
}

async function playWebhooks({ record }: Recorder, notificationUrl: string): Promise<void> {
  await record("listWebhookEventTypes");
  const body = { notification_url: notificationUrl, event_types: ["order.notification", "order.cancelled"] };
  const { subscription } = await record("createWebhookSubscription", {}, body);
  const subscriptionId = subscription.id;
  await record("listWebhookSubscriptions");
  await record("getWebhookSubscription", { subscriptionId });
  await record(
    "changeWebhookSubscription",
    { subscriptionId },
    { event_types: ["order.notification", "order.cancelled", "order.paid"] },
  );
  await record("testWebhookSubscription", { subscriptionId });
  await record("rotateWebhookSecret", { subscriptionId }, { grace_seconds: 3600 });
  const other = await record("createWebhookSubscription", {}, body);
  await record("deleteWebhookSubscription", { subscriptionId: other.subscription.id });
}

async function playMenus({ record }: Recorder, locationId: string): Promise<void> {
  const sync = await record("publishMenu", { locationId }, smallMenu);
  await record("getMenuSync", { locationId, syncId: sync.id });
  await record("getMenu", { locationId });
  const stock = await record("getStockStatus", { locationId });
  await record("updateStockStatus", { locationId }, [{ id: stock.data[0].id, stockStatus: "low_stock" }]);
}

async function playOrders({ record }: Recorder, locationId: string): Promise<void> {
  const place = async (changes: object = {}): Promise<{ readonly orderId: string }> => {
    const order = await record("placeSandboxOrder", {}, { ...simulatedOrder(locationId), ...changes });
    return { orderId: order.id };
  };
  const first = await place();
  await record("resendOrder", first);
  await record("acceptOrder", first, {
    pos_ticket_id: "T-1042",
    estimated_ready_at: Math.floor(Date.now() / 1000) + 900,
  });
  await record("getOrder", first);
  await record("markOrderReady", first);
  await record("completeOrder", first);
  await record("denyOrder", await place(), { reason: "ITEM_AVAILABILITY", out_of_stock: ["tomato-soup-cup"] });
  const cancelled = await place();
  await record("setOrderStatus", cancelled, { status: "ACCEPTED" });
  await record("cancelOrder", cancelled, { reason: "STORE_CLOSED" });
  await record("paySandboxOrder", await place({ payment: "unpaid" }), { card_number: "4242424242424242" });
  await record("cancelSandboxOrderAsCustomer", await place(), { reason: "Changed my mind" });
  await record("cancelSandboxOrderAsStore", await place(), { reason: "STORE_CLOSED" });
  await record("listOrders");
  await playValidation(record, place);
  await record("getSandboxClock", { locationId });
  await record("advanceSandboxClock", { locationId }, { advance_seconds: 60 });
}

async function playValidation(
  record: Recorder["record"],
  place: () => Promise<{ readonly orderId: string }>,
): Promise<void> {
  const wanted = { notification_url: "http://127.0.0.1:9/validation", event_types: ["order.validation_requested"] };
  const { subscription } = await record("createWebhookSubscription", {}, wanted);
  const order = await place();
  const events = await record("listWebhookEvents");
  const asked = events.data.find((event: Answer) => event.event_type === "order.validation_requested");
  const event = await record("getWebhookEvent", { eventId: asked.event_id });
  await record("answerOrderValidation", order, { validation_id: event.data.validation_id, valid: true });
  await record("deleteWebhookSubscription", { subscriptionId: subscription.id });
}

async function playEvents({ record }: Recorder): Promise<void> {
  for (let tries = 0; tries < 100; tries++, await delay(50)) {
    const events = await record("listWebhookEvents");
    const delivered = events.data.find((event: Answer) => event.deliveries[0]?.status === "delivered");
    if (delivered === undefined) continue;
    await record("getWebhookEvent", { eventId: delivered.event_id });
    await record("listWebhookDeliveryAttempts", { eventId: delivered.event_id });
    return;
  }
  throw new Error("no event was delivered in five seconds");
}
