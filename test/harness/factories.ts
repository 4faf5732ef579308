/** Rows that most tests need, written straight into the database of the test. */
import { randomBytes } from "node:crypto";
import { formatKey, hashKey } from "../../src/apps/api-key.ts";
import { newId, type Id } from "../../src/kernel/id.ts";
import { scopes as allScopes, type Scope } from "../../src/platform/http/scopes.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";

export interface TestApp {
  readonly id: Id<"app">;
  readonly key: string;
}

/** A fresh API key and the parts of it that are stored. */
export function freshKey(livemode: boolean): string {
  const key = formatKey(livemode, randomBytes(64));
  if (key === undefined) throw new Error("too many random bytes were passed over");
  return key;
}

/** An enabled app with a key; all scopes unless some are named. */
export async function createApp(database: TextDatabase, scopes: readonly Scope[] = allScopes): Promise<TestApp> {
  const app: TestApp = { id: newId("app"), key: freshKey(database.livemode) };
  await database.transaction(async (tx) => {
    await tx.rows("INSERT INTO apps (id, name, scopes) VALUES ($1, 'Test POS', $2)", [app.id, scopes]);
    await tx.rows("INSERT INTO api_keys (id, app_id, hash, last_four) VALUES ($1, $2, $3, $4)", [
      newId("key"),
      app.id,
      hashKey(app.key),
      app.key.slice(-4),
    ]);
  });
  return app;
}

const address = {
  line1: "1 Main St",
  line2: null,
  city: "Springfield",
  region: "IL",
  postal_code: "62701",
  country: "US",
};

/** An active location in America/Chicago, always open, with both payment options. */
export async function createLocation(
  database: TextDatabase,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Id<"str">> {
  const id = newId("str");
  const columns = {
    name: "Maple Street Diner",
    timezone: "America/Chicago",
    phone: "+12175550100",
    address: JSON.stringify(address),
    payment_options: ["link", "pay_in_store"],
    ...fields,
  };
  const names = Object.keys(columns);
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO locations (id, ${names.join(", ")}) VALUES ($1, ${names.map((_, index) => `$${index + 2}`).join(", ")})`,
      [id, ...Object.values(columns)],
    ),
  );
  return id;
}

/** A worker that has been there for ten minutes: only then is what was not done a fault. */
export async function createWorker(database: TextDatabase): Promise<void> {
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO processes (id, kind, host, started_at, skew_seconds)
       VALUES (gen_random_uuid(), 'work', 'test', now() - interval '10 minutes', 0)`,
    ),
  );
}

/** Delivery without a fee within 20 km of a point in Springfield, in the menu's currency. */
export async function addFreeDelivery(database: TextDatabase, locationId: Id<"str">, currency: string): Promise<void> {
  const center = { latitude: 39.799, longitude: -89.644 };
  const geometry = JSON.stringify({ type: "Circle", radius_meters: 20_000, center });
  await database.transaction(async (tx) => {
    await tx.rows("INSERT INTO delivery_zone_sets (location_id) VALUES ($1)", [locationId]);
    await tx.rows(
      `INSERT INTO delivery_zones
        (id, location_id, name, enabled, priority, geometry, corners, area_square_meters, currency, fee)
      VALUES ($1, $2, 'Everywhere', true, 0, $3, 0, 1.2e9, $4, 0)`,
      [newId("dzn"), locationId, geometry, currency],
    );
  });
}

/** Grants the location to the app and connects it. */
export async function connect(database: TextDatabase, app: TestApp, locationId: Id<"str">): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
      app.id,
      locationId,
    ]);
    await tx.rows("INSERT INTO connections (location_id, app_id) VALUES ($1, $2)", [locationId, app.id]);
  });
}
