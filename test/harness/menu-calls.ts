/** The menu and stock interface as one connected partner uses it, for tests of those features. */
import type { Id } from "../../src/kernel/id.ts";
import { createMenuThreads } from "../../src/menus/publish/menu-threads.worker.ts";
import { menuRoutes } from "../../src/menus/api/menus.routes.ts";
import { operatorMenuRoutes } from "../../src/operator/operator-menus.routes.ts";
import { stockRoutes } from "../../src/stock/stock.routes.ts";
import { connect, createApp, createLocation, type TestApp } from "./factories.ts";
import { startService, type CallAnswer, type TestService } from "./service.ts";

export type Json = Record<string, unknown>;

export interface MenuEvent {
  readonly event_type: string;
  readonly resource_id: string;
  readonly idempotency_key: string;
  readonly data: { readonly menu_sync: Json; readonly changed_external_ids?: string[]; readonly issues?: Json[] };
}

export interface MenuPartner {
  readonly service: TestService;
  readonly app: TestApp;
  /** A fresh location to which the app is connected. */
  connectedLocation(): Promise<Id<"str">>;
  publish(locationId: string, body: unknown, query?: string, headers?: Record<string, string>): Promise<CallAnswer>;
  read(locationId: string, headers?: Record<string, string>): Promise<CallAnswer>;
  /** getMenuSync */
  readSync(locationId: string, id: string): Promise<CallAnswer>;
  readStock(locationId: string): Promise<CallAnswer>;
  patchStock(locationId: string, body: unknown): Promise<CallAnswer>;
  /** The recorded events of a location, oldest first. */
  eventsOf(locationId: string): Promise<MenuEvent[]>;
  /** Stops the service and its threads, which would keep the process of the test for a while. */
  stop(): Promise<void>;
}

/** Starts a service of menus and stock with one app of all scopes. */
export async function startMenuPartner(): Promise<MenuPartner> {
  const threads = createMenuThreads();
  const service = await startService({
    routes: () => [...menuRoutes({ threads }), ...stockRoutes(), ...operatorMenuRoutes(threads)],
  });
  const app = await createApp(service.database);
  return {
    service,
    app,
    async connectedLocation() {
      const locationId = await createLocation(service.database);
      await connect(service.database, app, locationId);
      return locationId;
    },
    publish: (locationId, body, query = "", headers = {}) =>
      service.call("POST", path(locationId, `menu${query}`), { key: app.key, body, headers }),
    read: (locationId, headers = {}) => service.call("GET", path(locationId, "menu"), { key: app.key, headers }),
    readSync: (locationId, id) => service.call("GET", path(locationId, `menu/syncs/${id}`), { key: app.key }),
    readStock: (locationId) => service.call("GET", path(locationId, "stock_status"), { key: app.key }),
    patchStock: (locationId, body) => service.call("PATCH", path(locationId, "stock_status"), { key: app.key, body }),
    eventsOf: (locationId) =>
      service.database.read.rows<MenuEvent>(
        "SELECT event_type, resource_id, idempotency_key, data FROM events WHERE location_id = $1 ORDER BY id",
        [locationId],
      ),
    async stop() {
      await service.stop();
      await threads.close();
    },
  };
}

function path(locationId: string, rest: string): string {
  return `/v1/locations/${locationId}/${rest}`;
}

/** An item of 5.00 with one variation of the same externalId. */
export function item(id: string, more: Json = {}): Json {
  const price = { amount: { amountMinor: 500, currency: "USD" } };
  return { externalId: id, name: id, variations: [{ externalId: id, name: "One", price }], ...more };
}

/** A menu of one category "c". */
export function menuOf(...items: Json[]): Json {
  return { currency: "USD", categories: [{ externalId: "c", name: "C", items }] };
}

/** Every object with an id in a read-back, as "prefix externalId" to id. */
export function idsOf(menu: unknown, ids = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(menu)) for (const entry of menu) idsOf(entry, ids);
  else if (typeof menu === "object" && menu !== null) {
    const { id, externalId } = menu as Json;
    if (typeof id === "string") ids.set(`${id.split("_")[0]} ${String(externalId)}`, id);
    for (const entry of Object.values(menu)) idsOf(entry, ids);
  }
  return ids;
}
