/**
 * One resource of every kind, made through the service itself, and a legal request for every call that takes a body: what
 * the tests that go through all routes start from.
 */
import assert from "node:assert/strict";
import { newZoneExample } from "../src/delivery-zones/zone-examples.ts";
import { idPrefixOf, newId, type Id, type IdPrefix } from "../src/kernel/id.ts";
import { canonicalMenu } from "../src/menus/menu-fingerprint.ts";
import { parseMenu } from "../src/menus/parse-menu.ts";
import { publishMenu } from "../src/menus/publish-menu.command.ts";
import { describeApi } from "../src/docs-pages/api-description.ts";
import { exampleOf } from "../src/platform/http/openapi-examples.ts";
import { dereference, type JsonSchema } from "../src/platform/http/openapi-document.ts";
import type { RouteValue } from "../src/platform/http/route.ts";
import { placeExample } from "../src/store/store-examples.ts";
import type { Database } from "../src/platform/postgres/database.ts";
import { configureBookings, createBookableLocation } from "./booking-setup.ts";
import { connect, createApp, createLocation, type TestApp } from "./factories.ts";
import { makeKnownChannel } from "./known-channel.ts";
import { operatorToken, type TestService } from "./service.ts";

export interface KnownResources {
  readonly app: TestApp;
  /** What a booking channel authenticates with. */
  readonly channelCredential: string;
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

const price = (amountMinor: number) => ({ amount: { amountMinor, currency: "USD" } });

export const smallMenu = {
  currency: "USD",
  modifierGroups: [
    {
      externalId: "size-of-bread",
      name: "Bread",
      minSelections: 0,
      maxSelections: 2,
      options: [
        { externalId: "sourdough", name: "Sourdough" },
        { externalId: "butter", name: "Butter", price: price(75) },
      ],
    },
  ],
  categories: [
    {
      externalId: "soups",
      name: "Soups",
      items: [
        {
          externalId: "tomato-soup",
          name: "Tomato soup",
          description: "With basil",
          variations: [
            { externalId: "tomato-soup-cup", name: "Cup", price: price(550) },
            { externalId: "tomato-soup-bowl", name: "Bowl", price: price(850) },
          ],
          modifierGroups: [{ groupId: "size-of-bread" }],
        },
      ],
    },
  ],
  taxRates: [{ externalId: "sales-tax", name: "Sales tax", percentage: "8.875" }],
};

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
  const booking = await makeBookings(service, app, locationId, post);
  const channel = await makeKnownChannel(service, locationId, booking.startsAt);
  const zone = await post(`/v1/locations/${locationId}/delivery_zones`, newZoneExample);
  await post("/v1/feedback", { kind: "other", summary: "known" });
  const events = await service.call("GET", "/v1/webhook_events", { key: app.key });
  const stock = await service.call("GET", `/v1/locations/${locationId}/stock_status`, { key: app.key });
  return {
    app,
    channelCredential: channel.credential,
    locationId,
    params: {
      locationId,
      orderId: order.id,
      orderToken: await placeStoreOrder(service, locationId),
      changeId: changed.changeId,
      syncId: sync.id,
      zoneId: zone.id,
      bookingId: booking.bookingId,
      holdId: booking.holdId,
      entryId: booking.entryId,
      ...booking.guestTokens,
      subscriptionId: subscription.subscription.id,
      eventId: events.body.data[0].event_id,
    },
    ownParams: {
      reportUnavailableItems: { orderId: changed.orderId },
      answerSandboxOrderChange: { orderId: changed.orderId, changeId: changed.changeId },
      publishBookingConfiguration: { locationId: configured },
      replaceBookingBlackouts: { locationId: configured },
    },
    operatorParams: { ...(await makeOperatorResources(service)), channelId: channel.channelId },
    bodies: {
      ...bodiesFor(locationId, stock.body.data[0].id),
      reportUnavailableItems: changed.report,
      ...booking.bodies,
      ...channel.bodies,
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

/** Switches bookings on at the location and makes a hold and a booking for the evening after tomorrow. */
async function makeBookings(
  service: TestService,
  app: TestApp,
  locationId: Id<"str">,
  post: (path: string, body: unknown) => Promise<{ readonly id: string }>,
) {
  await configureBookings(service.database, locationId);
  await service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET bookings_enabled = true WHERE id = $1", [locationId]),
  );
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const window = `start=${day}T18:00&end=${day}T23:00&party_size=2`;
  const found = await service.call("GET", `/v1/locations/${locationId}/booking_availability?${window}`, {
    key: app.key,
  });
  assert.equal(found.status, 200, found.text);
  const { slot_token, starts_at: startsAt } = found.body.data[0];
  const guest = { first_name: "Dana", last_name: "Diner", phone: "+12175550142" };
  const hold = await post("/v1/booking_holds", { slot_token });
  const made = await post("/v1/bookings", { slot_token, guest });
  const bodies = { createBookingHold: { slot_token }, createBooking: { slot_token, guest } };
  const party = { party_size: 2, guest: { first_name: "Dana" } };
  const entry = await post(`/v1/locations/${locationId}/waitlist_entries`, {
    ...party,
    idempotency_key: "known-party",
  });
  const { token: waitToken } = await service.database.read.one<{ token: string }>(
    "SELECT guest_token AS token FROM waitlist_entries WHERE id = $1",
    [entry.id],
  );
  const guests = await makeGuestBooking(service, locationId, window);
  return {
    bookingId: made.id,
    startsAt,
    holdId: hold.id,
    entryId: entry.id,
    bodies: { ...bodies, ...guests.bodies },
    guestTokens: { ...guests.tokens, waitToken },
  };
}

/** What a guest without an app holds and has booked. */
async function makeGuestBooking(service: TestService, locationId: Id<"str">, window: string) {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, `/store/v1${path}`, body === undefined ? {} : { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const found = await send("GET", `/locations/${locationId}/booking_availability?${window}`);
  const { slot_token } = found.data[0];
  const [first, second] = [
    await send("POST", "/booking_holds", { slot_token }),
    await send("POST", "/booking_holds", { slot_token }),
  ];
  const guest = { first_name: "Dana", last_name: "Diner", phone: "+12175550143" };
  const booked = await send("POST", "/bookings", { hold_token: first.token, guest });
  return {
    tokens: { holdToken: second.token, bookingToken: booked.token },
    bodies: { storeHoldSlot: { slot_token }, storeCreateBooking: { hold_token: second.token, guest } },
  };
}

async function makeOperatorResources(service: TestService): Promise<Readonly<Record<string, string>>> {
  const app = await createApp(service.database);
  const locationId = await createLocation(service.database);
  const key = await service.call("POST", `/operator/v1/test/apps/${app.id}/keys`, { key: operatorToken, body: {} });
  const operation = await service.database.read.one<{ id: string }>(
    "SELECT operation_id AS id FROM idempotency_keys LIMIT 1",
  );
  const versionId = await publishSmallMenu(service, app.id, locationId);
  return { environment: "test", appId: app.id, locationId, keyId: key.body.id, operationId: operation.id, versionId };
}

/** Publishes without a connection, which nothing else may depend on. */
async function publishSmallMenu(service: TestService, appId: Id<"app">, locationId: Id<"str">): Promise<string> {
  const parsed = parseMenu(smallMenu);
  assert.ok(parsed.kind === "menu");
  const options = { dryRun: false, respondAsync: false };
  const sync = await service.database.transaction((tx) =>
    publishMenu(tx, { appId, locationId, now: Date.now() }, canonicalMenu(parsed), options),
  );
  assert.ok(sync.version_id !== null);
  return sync.version_id;
}

/** A simulated diner's order that the small menu can fill. */
export function simulatedOrder(locationId: string) {
  return {
    location_id: locationId,
    items: [
      {
        menu_entity_id: "tomato-soup-bowl",
        quantity: 2,
        modifiers: [{ menu_entity_id: "butter" }],
        notes: "Hot, please",
      },
    ],
    fulfillment_type: "pickup",
    customer: { name: "Dana Diner", phone: "+12175550142" },
    payment: "paid",
  };
}

function bodiesFor(locationId: string, stockId: string): Readonly<Record<string, unknown>> {
  return {
    publishMenu: smallMenu,
    updateStockStatus: [{ id: stockId, stockStatus: "low_stock" }],
    acceptOrder: { pos_ticket_id: "T-1042", estimated_ready_at: Math.floor(Date.now() / 1000) + 900 },
    denyOrder: { reason: "ITEM_AVAILABILITY", out_of_stock: ["tomato-soup-bowl"] },
    cancelOrder: { reason: "STORE_CLOSED" },
    setOrderStatus: { status: "ACCEPTED" },
    answerOrderValidation: { validation_id: newId("val"), valid: true },
    createWebhookSubscription: { notification_url: "http://127.0.0.1:9/other", event_types: ["order.notification"] },
    changeWebhookSubscription: { status: "enabled" },
    createFeedback: { kind: "unclear_error", summary: "The message names no field.", request_ids: [newId("req")] },
    placeSandboxOrder: simulatedOrder(locationId),
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

/** A body that the call takes; undefined when it takes none. */
export function legalBody(known: KnownResources, route: RouteValue): unknown {
  if (route.body === undefined) return undefined;
  const own = known.bodies[route.operationId] ?? route.example?.request;
  if (own !== undefined) return own;
  const document = describeApi([route], "/");
  const media = document.paths[route.path]?.[route.method.toLowerCase()]?.requestBody?.content["application/json"];
  return exampleOf(media?.schema ?? {}, (schema) => dereference<JsonSchema>(document, schema));
}

/** What calls whose query has required values are sent, by operation id. */
function legalQueries(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  return {
    estimateWait: { party_size: "2" },
    storeListBookingDays: { party_size: "2" },
    storeSearchBookings: { start: `${day}T12:00`, end: `${day}T15:00`, party_size: "2" },
    searchBookingAvailability: { start: `${day}T12:00`, end: `${day}T15:00`, party_size: "2" },
  };
}

/** The address with one value of the query set to a text that is sent as it is. */
export function withQuery(address: string, name: string, text: string): string {
  const [path = "", search = ""] = address.split("?");
  const others = search.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `${path}?${[...others, `${name}=${text}`].join("&")}`;
}

/** The address of the call with known values, some of them replaced. */
export function addressOf(
  known: KnownResources,
  route: RouteValue,
  replaced: Readonly<Record<string, string>> = {},
): string {
  const values = { ...paramsFor(known, route), ...known.ownParams[route.operationId], ...replaced };
  const query = legalQueries()[route.operationId];
  const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    assert.ok(value !== undefined, `test/known-resources.ts does not know how to make a ${name} (${route.path})`);
    return value;
  });
  return path + search;
}

/** The path parameters of a call that are ids, with their kind. */
export function idParams(route: RouteValue): readonly (readonly [string, IdPrefix])[] {
  return Object.entries(route.params ?? {}).flatMap(([name, schema]) => {
    const prefix = (schema as { readonly "x-id-prefix"?: IdPrefix })["x-id-prefix"];
    return prefix === undefined ? [] : [[name, prefix] as const];
  });
}

/** The address of the call with ids that name nothing, so that what gets past the checks has no effect. */
export function addressOfNothing(known: KnownResources, route: RouteValue): string {
  return addressOf(known, route, Object.fromEntries(idParams(route).map(([name, prefix]) => [name, newId(prefix)])));
}

function paramsFor(known: KnownResources, route: RouteValue): Readonly<Record<string, string>> {
  return route.access.kind === "operator" ? known.operatorParams : known.params;
}

/** The credential that the call wants. */
export function credentialFor(known: KnownResources, route: RouteValue): string | undefined {
  if (route.access.kind === "public") return undefined;
  if (route.access.kind === "channel") return known.channelCredential;
  return route.access.kind === "operator" ? operatorToken : known.app.key;
}

const tables: Partial<Record<IdPrefix, string>> = {
  str: "locations",
  ord: "orders",
  dws: "webhook_subscriptions",
  evt: "events",
  syn: "menu_syncs",
  dzn: "delivery_zones",
  bkg: "bookings",
  bkh: "booking_holds",
  bkw: "waitlist_entries",
};

/** Copies the row behind an id into the other database under a new id, without what it refers to. */
export async function copyRow(from: Database, to: Database, id: string): Promise<string> {
  const prefix = idPrefixOf(id);
  const table = prefix === undefined ? undefined : tables[prefix];
  assert.ok(prefix !== undefined && table !== undefined, `test/known-resources.ts does not know the table of ${id}`);
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
