/**
 * One resource of every kind, made through the service itself, for the tests that go through all routes. Legal calls
 * about them are in `known-calls.ts`.
 */
import { boardBodies } from "./known-board.ts";
import assert from "node:assert/strict";
import { smallConfiguration } from "../../src/bookings/api/setup-examples.ts";
import { newZoneExample } from "../../src/delivery-zones/api/zone-examples.ts";
import { idPrefixOf, newId, type Id, type IdPrefix } from "../../src/kernel/id.ts";
import { canonicalMenu } from "../../src/menus/document/menu-fingerprint.ts";
import { isRefusal } from "../../src/kernel/refusal.ts";
import { parseMenu } from "../../src/menus/document/parse-menu.ts";
import { publishMenu } from "../../src/menus/publish/publish-menu.command.ts";
import { placeExample } from "../../src/store/menu/store-examples.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { createBookableLocation } from "../harness/booking-setup.ts";
import { connect, createApp, createLocation, type TestApp } from "../harness/factories.ts";
import { createPerson } from "../harness/people.ts";
import { simulatedOrder, smallMenu } from "../harness/small-menu.ts";
import { makeKnownBookings } from "./known-bookings.ts";
import { makeKnownBlock, makeKnownGroup } from "./known-stand.ts";
import { makeKnownChannel } from "./known-channel.ts";
import { developerBodies } from "./known-developer.ts";
import { makeKnownPeople } from "./known-people.ts";
import { operatorToken, type TestService } from "../harness/service.ts";

export interface KnownResources {
  readonly app: TestApp;
  /** What a booking channel authenticates with. */
  readonly channelCredential: string;
  /** The session of somebody who is everything: manager of the location, operator, developer of the app. */
  readonly session: string;
  /** Sessions that one call alone uses, by operation id: what it ends the others stand on. */
  readonly ownSessions: Readonly<Record<string, string>>;
  readonly locationId: Id<"str">;
  /** Values of path parameters by name, as an app uses them. */
  readonly params: Readonly<Record<string, string>>;
  /** Values that one call alone uses, by operation id: what it changes is not what the others stand on. */
  readonly ownParams: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The same for the operator, who works on an app and a location of which nothing else depends. */
  readonly operatorParams: Readonly<Record<string, string>>;
  /** Bodies by operation id; what is not listed is made from the schema. */
  readonly bodies: Readonly<Record<string, unknown>>;
}

/** Makes the resources; the service needs no workers. */
export async function makeKnownResources(service: TestService): Promise<KnownResources> {
  const app = await createApp(service.database);
  const locationId = await createLocation(service.database);
  await connect(service.database, app, locationId);
  const configured = await createBookableLocation(service.database);
  await connect(service.database, app, configured);
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await service.call("POST", path, { key: app.key, body, headers });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const sync = await post(`/v1/locations/${locationId}/menu`, smallMenu);
  const subscription = await post("/v1/webhook_subscriptions", {
    notification_url: "http://127.0.0.1:9/hook",
    event_types: ["order.notification", "order.cancelled"],
  });
  const order = await post("/v1/sandbox/orders", simulatedOrder(locationId), { "idempotency-key": "known-order" });
  const changed = await makeItemChange(post, locationId);
  const booking = await makeKnownBookings(service, app, locationId, post);
  const channel = await makeKnownChannel(service, locationId, booking.startsAt);
  const zone = await post(`/v1/locations/${locationId}/delivery_zones`, newZoneExample);
  const feedback = await post("/v1/feedback", { kind: "other", summary: "known" });
  const events = await service.call("GET", "/v1/webhook_events", { key: app.key });
  // A read of the request log writes what waits, the request for the events among it.
  await service.call("GET", "/v1/requests?limit=1", { key: app.key });
  const stock = await service.call("GET", `/v1/locations/${locationId}/stock_status`, { key: app.key });
  const menu = await service.call("GET", `/v1/locations/${locationId}/menu`, { key: app.key });
  const { session, ownSessions, ...people } = await makeKnownPeople(service, app, locationId);
  return {
    app,
    session,
    ownSessions,
    channelCredential: channel.credential,
    locationId,
    params: {
      locationId,
      appId: app.id,
      orderId: order.id,
      orderToken: await placeStoreOrder(service, locationId),
      changeId: changed.changeId,
      syncId: sync.id,
      versionId: sync.version_id,
      itemId: menu.body.categories[0].items[0].id,
      kind: "logo",
      zoneId: zone.id,
      bookingId: booking.bookingId,
      holdId: booking.holdId,
      entryId: booking.entryId,
      guestKey: booking.bookingId,
      blockId: await makeKnownBlock(service.database, locationId),
      groupRequestId: await makeKnownGroup(service.database, locationId),
      name: "orders",
      ...booking.guestTokens,
      ...people.peopleParams,
      subscriptionId: subscription.subscription.id,
      eventId: events.body.data[0].event_id,
      requestId: events.headers.get("x-request-id") ?? "",
    },
    ownParams: {
      ...people.peopleOwnParams,
      reportUnavailableItems: { orderId: changed.orderId },
      answerSandboxOrderChange: { orderId: changed.orderId, changeId: changed.changeId },
      publishBookingConfiguration: { locationId: configured },
      replaceBookingBlackouts: { locationId: configured },
    },
    operatorParams: {
      ...(await makeOperatorResources(service)),
      channelId: channel.channelId,
      feedbackId: feedback.id,
    },
    bodies: {
      ...bodiesFor(locationId, stock.body.data[0].id),
      reportUnavailableItems: changed.report,
      ...booking.bodies,
      ...channel.bodies,
      ...people.peopleBodies,
      ...boardBodies,
      ...developerBodies(locationId, subscription.subscription.id),
    },
  };
}

/** An accepted order of two lines, of which one is reported as unavailable. */
async function makeItemChange(
  post: (path: string, body: unknown) => Promise<{ readonly id: string; readonly line_items: { id: string }[] }>,
  locationId: Id<"str">,
) {
  const items = [
    { menu_entity_id: "tomato-soup-cup", quantity: 3 },
    { menu_entity_id: "tomato-soup-bowl", quantity: 1 },
  ];
  const { id, line_items } = await post("/v1/sandbox/orders", { ...simulatedOrder(locationId), items });
  await post(`/v1/orders/${id}/accept`, {});
  const report = { line_items: [{ id: line_items[0]?.id, quantity: 1 }], reason: "The pot is empty" };
  const change = await post(`/v1/orders/${id}/unavailable_items`, report);
  return { orderId: id, changeId: change.id, report };
}

/** The token of an order that a diner placed in the store. */
async function placeStoreOrder(service: TestService, locationId: Id<"str">): Promise<string> {
  const placed = await service.call("POST", `/store/v1/locations/${locationId}/orders`, {
    body: placeExample,
    headers: { "idempotency-key": "known-store-order" },
  });
  assert.equal(placed.status, 201, placed.text);
  return placed.body.token;
}

async function makeOperatorResources(service: TestService): Promise<Readonly<Record<string, string>>> {
  const app = await createApp(service.database);
  const locationId = await createLocation(service.database, { order_routing: "manual" });
  const key = await service.call("POST", `/operator/v1/test/apps/${app.id}/keys`, { key: operatorToken, body: {} });
  const operation = await service.database.read.one<{ id: string }>(
    "SELECT operation_id AS id FROM idempotency_keys LIMIT 1",
  );
  const versionId = await publishSmallMenu(service, app.id, locationId);
  const orderId = await placeManualOrder(service, locationId);
  const ids = { appId: app.id, locationId, keyId: key.body.id, operationId: operation.id, versionId, orderId };
  return { environment: "test", ...ids, ...(await makeServicePeople(service)) };
}

/** A role that nothing else depends on, and an open invitation to one. */
async function makeServicePeople(service: TestService): Promise<Readonly<Record<string, string>>> {
  const { database } = service;
  const { id } = await createPerson(database, [{ role: "operator_support" }]);
  const [role] = await database.read.rows<{ id: string }>("SELECT id FROM person_roles WHERE person_id = $1", [id]);
  const body = { role: "operator_support" };
  const invited = await service.call("POST", "/operator/v1/test/invitations", { key: operatorToken, body });
  assert.ok(role !== undefined && invited.status === 201, invited.text);
  return { roleId: role.id, invitationId: invited.body.id };
}

/** An order of a location without an app, for the operator to decide. */
async function placeManualOrder(service: TestService, locationId: Id<"str">): Promise<string> {
  const { location_id: _location, ...basket } = simulatedOrder(locationId);
  const placed = await service.call("POST", `/store/v1/locations/${locationId}/orders`, {
    body: { ...basket, payment: "pay_in_store" },
    headers: { "idempotency-key": "known-manual-order" },
  });
  assert.equal(placed.status, 201, placed.text);
  return placed.body.order.id;
}

/** Publishes without a connection, which nothing else may depend on. */
async function publishSmallMenu(service: TestService, appId: Id<"app">, locationId: Id<"str">): Promise<string> {
  const parsed = parseMenu(smallMenu);
  assert.ok(!isRefusal(parsed));
  const options = { dryRun: false, respondAsync: false };
  const sync = await service.database.transaction((tx) =>
    publishMenu(tx, { appId, locationId, now: Date.now() }, canonicalMenu(parsed), options),
  );
  assert.ok(sync.version_id !== null);
  return sync.version_id;
}

function bodiesFor(locationId: string, stockId: string): Readonly<Record<string, unknown>> {
  return {
    publishMenu: smallMenu,
    publishBookingConfiguration: { configuration: smallConfiguration, expected_revision: 1 },
    consolePublishMenu: smallMenu,
    consoleSetMenuPhoto: { photo: "iVBORw0KGgo=" },
    consoleSetPicture: { picture: "iVBORw0KGgo=" },
    updateStockStatus: [{ id: stockId, stockStatus: "low_stock" }],
    acceptOrder: { pos_ticket_id: "T-1042", estimated_ready_at: Math.floor(Date.now() / 1000) + 900 },
    updateOrder: { pos_ticket_id: "T-7" },
    updateOrderingSettings: { preparation_minutes: 20 },
    denyOrder: { reason: "ITEM_AVAILABILITY", out_of_stock: ["tomato-soup-bowl"] },
    cancelOrder: { reason: "STORE_CLOSED" },
    setOrderStatus: { status: "ACCEPTED" },
    answerOrderValidation: { validation_id: newId("val"), valid: true },
    createWebhookSubscription: { notification_url: "http://127.0.0.1:9/other", event_types: ["order.notification"] },
    changeWebhookSubscription: { status: "enabled" },
    createFeedback: { kind: "unclear_error", summary: "The message names no field.", request_ids: [newId("req")] },
    placeSandboxOrder: simulatedOrder(locationId),
    paySandboxBooking: { card_number: "4242424242424242" },
    paySandboxOrder: { card_number: "4242424242424242" },
    cancelSandboxOrderAsCustomer: { reason: "Changed my mind" },
    cancelSandboxOrderAsStore: { reason: "STORE_CLOSED" },
    advanceSandboxClock: { advance_seconds: 0 },
    operatorCreateApp: { name: "Example POS", scopes: ["orders:read", "orders:write"] },
    operatorUpdateApp: { name: "Example POS" },
    operatorIssueKey: { expires_at: "2099-01-01T00:00:00.000Z" },
    operatorCreateLocation: { name: "Maple Street Diner", timezone: "America/Chicago" },
    operatorUpdateLocation: { phone: "+12175550100" },
  };
}

const tables: Partial<Record<IdPrefix, string>> = {
  str: "locations",
  ord: "orders",
  dws: "webhook_subscriptions",
  evt: "events",
  syn: "menu_syncs",
  mnv: "menu_versions",
  dzn: "delivery_zones",
  bkg: "bookings",
  bkh: "booking_holds",
  bkw: "waitlist_entries",
  blk: "table_blocks",
  grq: "group_requests",
  req: "requests",
};

/** Copies the row behind an id into the other database under a new id, without what it refers to. */
export async function copyRow(from: TextDatabase, to: TextDatabase, id: string): Promise<string> {
  const prefix = idPrefixOf(id);
  const table = prefix === undefined ? undefined : tables[prefix];
  assert.ok(
    prefix !== undefined && table !== undefined,
    `test/house/known-resources.ts does not know the table of ${id}`,
  );
  const { row } = await from.read.one<{ row: object }>(`SELECT to_jsonb(r) AS row FROM ${table} r WHERE id = $1`, [id]);
  const copy = { ...row, id: newId(prefix) };
  await to.transaction(async (tx) => {
    await tx.rows("SET LOCAL session_replication_role = replica");
    await tx.rows(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`,
      [JSON.stringify(copy)],
    );
  });
  return copy.id;
}
