/** A connected location with a published menu, for tests that order. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isRefusal, type Refusal } from "../../src/kernel/refusal.ts";
import type { Id } from "../../src/kernel/id.ts";
import { getLocationClock } from "../../src/locations/grants/read-locations.query.ts";
import { canonicalMenu } from "../../src/menus/document/menu-fingerprint.ts";
import { parseMenu } from "../../src/menus/document/parse-menu.ts";
import { publishMenu } from "../../src/menus/publish/publish-menu.command.ts";
import { addFreeDelivery, connect, createApp, createLocation, type TestApp } from "./factories.ts";
import type { CallAnswer, CallOptions, TestService } from "./service.ts";
import { waitUntil } from "./wait-until.ts";

export interface OrderingLocation {
  readonly app: TestApp;
  readonly locationId: Id<"str">;
  /** Calls with the app's key. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<CallAnswer>;
  /** Lets a simulated diner order one soup to pick up, or as said. */
  place(fields?: Readonly<Record<string, unknown>>): Promise<CallAnswer["body"]>;
  /** The events recorded for the app, oldest first. */
  events(resourceId?: string): Promise<readonly RecordedEvent[]>;
}

export interface RecordedEvent {
  readonly id: string;
  readonly event_type: string;
  readonly resource_id: string;
  readonly sequence: number;
  readonly idempotency_key: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

const soupMenu = {
  currency: "USD",
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        { externalId: "soup", name: "Soup", variations: [{ externalId: "soup-bowl", name: "Bowl", price: usd(900) }] },
        {
          externalId: "bread",
          name: "Bread",
          variations: [{ externalId: "bread-loaf", name: "Loaf", price: usd(450) }],
        },
      ],
    },
  ],
  taxRates: [{ externalId: "tax", name: "Sales tax", percentage: "10" }],
};

function usd(amountMinor: number) {
  return { amount: { amountMinor, currency: "USD" } };
}

/** Makes app, location and menu straight through the commands; with columns, the location differs from the usual. */
export async function createOrderingLocation(
  service: TestService,
  columns: Readonly<Record<string, unknown>> = {},
  menu: unknown = soupMenu,
): Promise<OrderingLocation> {
  const app = await createApp(service.database);
  const locationId = await createLocation(service.database, columns);
  await connect(service.database, app, locationId);
  await publish(service, app, locationId, menu);
  await addFreeDelivery(service.database, locationId, currencyOf(menu));
  const call: OrderingLocation["call"] = (method, path, body, options) =>
    service.call(method, path, { key: app.key, ...(body === undefined ? {} : { body }), ...options });
  return {
    app,
    locationId,
    call,
    async place(fields = {}) {
      const items = [{ menu_entity_id: "soup-bowl", quantity: 1 }];
      const answer = await call("POST", "/v1/sandbox/orders", { location_id: locationId, items, ...fields });
      if (answer.status !== 201) throw new Error(`not placed: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    events: (resourceId) =>
      service.database.read.rows<RecordedEvent>(
        `SELECT id, event_type, resource_id, sequence, idempotency_key, data FROM events
         WHERE app_id = $1 AND ($2::text IS NULL OR resource_id = $2) ORDER BY id`,
        [app.id, resourceId ?? null],
      ),
  };
}

/** Places a simulated order under one Idempotency-Key, again while the service has no room for it, as the answer 503 says. */
export function placeOnceServed(
  location: OrderingLocation,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<CallAnswer> {
  const body = { location_id: location.locationId, items: [{ menu_entity_id: "soup-bowl", quantity: 1 }], ...fields };
  const headers = { "idempotency-key": randomUUID() };
  return waitUntil(
    () => location.call("POST", "/v1/sandbox/orders", body, { headers }),
    ({ status }) => status !== 503,
  );
}

function currencyOf(menu: unknown): string {
  const { currency } = menu as { readonly currency: string };
  return currency;
}

async function publish(service: TestService, app: TestApp, locationId: Id<"str">, menu: unknown): Promise<void> {
  const parsed = parseMenu(menu);
  if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues));
  await service.database.transaction(async (tx) => {
    const { now } = must(await getLocationClock(tx, locationId));
    await publishMenu(tx, { appId: app.id, locationId, now }, canonicalMenu(parsed), {
      dryRun: false,
      respondAsync: false,
    });
  });
}

function must<T>(value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(value.message);
  return value;
}

/** The demonstration menu. */
export async function readBistroMenu(): Promise<unknown> {
  return JSON.parse(await readFile(new URL("../../examples/menus/small-bistro.json", import.meta.url), "utf8"));
}
