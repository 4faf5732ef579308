/** Orders as a connected partner and simulated diners use them, for tests of the whole lifecycle over HTTP. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Id } from "../../src/kernel/id.ts";
import { addFreeDelivery, connect, createApp, createLocation, type TestApp } from "./factories.ts";
import { startService, type CallAnswer, type StartOptions, type TestService } from "./service.ts";

const menu = readFileSync(new URL("../../examples/menus/small-bistro.json", import.meta.url));
const { currency: menuCurrency }: { readonly currency: string } = JSON.parse(menu.toString());

export interface OrderPartner {
  readonly service: TestService;
  readonly app: TestApp;
  /** A fresh location with a published menu, connected to the app. */
  connectedLocation(columns?: Readonly<Record<string, unknown>>): Promise<Id<"str">>;
  call(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<CallAnswer>;
  /** Places an order and answers its id. */
  place(locationId: string, fields?: Readonly<Record<string, unknown>>): Promise<string>;
  read(orderId: string): Promise<CallAnswer["body"]>;
  /** Moves the clock of a location; what becomes due acts before it answers. */
  advance(locationId: string, seconds: number): Promise<void>;
}

/** An app of all scopes on a running service. */
export async function createOrderPartner(service: TestService): Promise<OrderPartner> {
  const app = await createApp(service.database);
  const call: OrderPartner["call"] = (method, path, body, idempotencyKey) =>
    service.call(method, path, {
      key: app.key,
      ...(body === undefined ? {} : { body }),
      ...(idempotencyKey === undefined ? {} : { headers: { "idempotency-key": idempotencyKey } }),
    });
  return {
    service,
    app,
    async connectedLocation(columns) {
      const id = await createLocation(service.database, columns);
      await connect(service.database, app, id);
      await addFreeDelivery(service.database, id, menuCurrency);
      const published = await service.call("POST", `/v1/locations/${id}/menu`, { key: app.key, raw: menu });
      assert.equal(published.status, 200, published.text);
      return id;
    },
    call,
    async place(locationId, fields = {}) {
      const placed = await call("POST", "/v1/sandbox/orders", { location_id: locationId, ...fields });
      assert.equal(placed.status, 201, placed.text);
      return placed.body.id;
    },
    async read(orderId) {
      const read = await call("GET", `/v1/orders/${orderId}`);
      assert.equal(read.status, 200, read.text);
      return read.body;
    },
    async advance(locationId, seconds) {
      const moved = await call("POST", `/v1/sandbox/locations/${locationId}/clock`, { advance_seconds: seconds });
      assert.equal(moved.status, 200, moved.text);
    },
  };
}

/** Starts a service with one such partner. */
export async function startOrderPartner(options: StartOptions = {}): Promise<OrderPartner> {
  return createOrderPartner(await startService(options));
}
