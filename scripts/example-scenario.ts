/** The scenario whose requests and answers become the examples of the documentation: the main job from start to end. */
import { setTimeout as delay } from "node:timers/promises";
import { smallMenu, simulatedOrder } from "../test/harness/small-menu.ts";
import type { TestService } from "../test/harness/service.ts";

export interface Recorder {
  /** Calls an operation, keeps it as the example if it is the first, and answers its body. */
  readonly record: (operationId: string, params?: Readonly<Record<string, string>>, body?: unknown) => Promise<Answer>;
  readonly examples: ReadonlyMap<string, object>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- every operation answers another shape
export type Answer = any;

/** The operator sets up an app and a location of its own. */
export async function playOperator({ record }: Recorder): Promise<void> {
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

/** The app finds its location and connects to it; answers the id of the location. */
export async function playLocations(service: TestService, { record }: Recorder, key: string): Promise<string> {
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

/** The app subscribes; `notificationUrl` answers 200. */
export async function playWebhooks({ record }: Recorder, notificationUrl: string): Promise<void> {
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

/** The app publishes a menu and changes the stock. */
export async function playMenus({ record }: Recorder, locationId: string): Promise<void> {
  const sync = await record("publishMenu", { locationId }, smallMenu);
  await record("getMenuSync", { locationId, syncId: sync.id });
  await record("getMenu", { locationId });
  const stock = await record("getStockStatus", { locationId });
  await record("updateStockStatus", { locationId }, [{ id: stock.data[0].id, stockStatus: "low_stock" }]);
}

/** Simulated diners order, and the app decides. */
export async function playOrders({ record }: Recorder, locationId: string): Promise<void> {
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
  await record("updateOrder", first, { estimated_ready_at: Math.floor(Date.now() / 1000) + 1200 });
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

/** The app looks at what was delivered. */
export async function playEvents({ record }: Recorder): Promise<void> {
  for (let tries = 0; tries < 100; tries++, await delay(50)) {
    const events = await record("listWebhookEvents");
    const delivered = events.data.find((event: Answer) => event.deliveries[0]?.status === "delivered");
    if (delivered === undefined) continue;
    await record("getWebhookEvent", { eventId: delivered.event_id });
    await record("listWebhookDeliveryAttempts", { eventId: delivered.event_id });
    await record("replayWebhookEvent", { eventId: delivered.event_id }, { force: true });
    await record("replayWebhookEvents", {}, { since: Math.floor(Date.now() / 1000) - 3600, dry_run: true });
    return;
  }
  throw new Error("no event was delivered in five seconds");
}
