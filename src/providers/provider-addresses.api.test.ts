import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { createApp, createLocation } from "../../test/harness/factories.ts";
import { operatorToken, startService, type TestService } from "../../test/harness/service.ts";
import { usualTerms } from "./provider-settings.ts";

let service: TestService;
before(async () => {
  service = await startService({ live: true });
});
after(() => service.stop());

test("live saves no provider address that is not public, though the sandbox beside it may (rules/providers 1.7)", async () => {
  assert.ok(service.live !== null);
  for (const base_url of ["https://127.0.0.1/reserve", "https://169.254.169.254/", "http://bookings.example.com"]) {
    const body = { booking_mode: "provider", booking_provider: { adapter: "booking_server_v3", base_url } };
    const save = async (environment: "test" | "live", locationId: string) =>
      service.call("PATCH", `/operator/v1/${environment}/locations/${locationId}`, { key: operatorToken, body });
    const refused = await save("live", await createLocation(service.live));
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_request"], base_url);
    assert.match(refused.body.message, /body\.booking_provider\.base_url/);
    assert.equal((await save("test", await createLocation(service.database))).status, 200, base_url);
  }
  const saved = await service.live.read.rows("SELECT location_id FROM booking_providers");
  assert.deepEqual(saved, []);
});

test("live dials no private address that is in the settings already; the sandbox does (rules/providers 1.7)", async () => {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.setHeader("content-type", "application/json").end(`{"slot_time_availability":[]}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const search = async (environment: "test" | "live"): Promise<number> => {
    const database = environment === "live" ? service.live : service.database;
    assert.ok(database !== null);
    const locationId = await createLocation(database, { booking_mode: "provider", bookings_enabled: true });
    await database.transaction((tx) =>
      tx.rows(
        "INSERT INTO booking_providers (location_id, adapter, base_url, terms) VALUES ($1, 'booking_server_v3', $2, $3)",
        [locationId, address, JSON.stringify(usualTerms(locationId))],
      ),
    );
    const app = await createApp(database, ["bookings:read"]);
    await database.transaction((tx) =>
      tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [app.id, locationId]),
    );
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const query = `start=${day}T12:00&end=${day}T20:00&party_size=2`;
    const path = `/v1/locations/${locationId}/booking_availability?${query}`;
    return (await service.call("GET", path, { key: app.key })).status;
  };
  assert.equal(await search("test"), 200);
  assert.equal(calls, 1);
  const status = await search("live");
  assert.equal(calls, 1, "nothing was sent");
  assert.equal(status, 503);
  server.close();
});
