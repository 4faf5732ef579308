/** The settings of a location's provider: addresses, passwords, and who keeps what when they change. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { guest, startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { createApp, createLocation } from "../../test/harness/factories.ts";
import { operatorToken, type CallAnswer, type TestService } from "../../test/harness/service.ts";
import { sealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { resealPasswords } from "./change-provider.command.ts";
import { usualTerms } from "./provider-settings.ts";

let service: TestService;
let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner({ live: true });
  service = partner.service;
});
after(() => service.stop());

const operate = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
  service.call(method, `/operator/v1${path}`, { key: operatorToken, ...(body === undefined ? {} : { body }) });

test("live saves no provider address that is not public, though the sandbox beside it may (rules/providers 1.7; rules/providers 5.3)", async () => {
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

describe("what the operator sets", () => {
  const sealing = sealedSecrets([Buffer.alloc(32, 7)], false, "maple provider secrets");

  test("passwords are sealed to their location, sealed anew under a new key, and shown to nobody (rules/operating 7.1)", async () => {
    const place = await createLocation(service.database);
    const given = {
      adapter: "booking_server_v3",
      base_url: "http://127.0.0.1:9/x/",
      username: "u",
      password: "s3cret",
    };
    const set = await operate("PATCH", `/test/locations/${place}`, { booking_provider: given });
    assert.deepEqual(
      [set.status, set.body.booking_provider.password_set, set.body.booking_provider.base_url],
      [200, true, "http://127.0.0.1:9/x"],
    );
    const { database } = partner.service;
    const read = () =>
      database.read.one<{ sealed: Buffer }>(
        "SELECT password_sealed AS sealed FROM booking_providers WHERE location_id = $1",
        [place],
      );
    const before = await read();
    assert.ok(!before.sealed.includes("s3cret"));
    const other = await createLocation(service.database);
    assert.throws(() => sealing.unseal(`booking provider of ${other}`, before.sealed));
    assert.equal(sealing.unseal(`booking provider of ${place}`, before.sealed), "s3cret");
    const both = sealedSecrets([Buffer.alloc(32, 8), Buffer.alloc(32, 7)], false, "maple provider secrets");
    assert.equal(await database.transaction((tx) => resealPasswords(tx, both)), 1);
    assert.ok(both.isCurrent((await read()).sealed));
    const kept = await operate("PATCH", `/test/locations/${place}`, {
      booking_provider: { adapter: "booking_server_v3" },
    });
    assert.equal(kept.body.booking_provider.password_set, true);
    const audit = await operate("GET", "/test/audit_log?limit=100");
    assert.ok(!audit.text.includes("s3cret"));
  });

  test("an address or adapter that cannot be is refused by name", async () => {
    for (const [provider, field] of [
      [{ adapter: "booking_server_v3" }, "base_url"],
      [{ adapter: "booking_server_v3", base_url: "nowhere" }, "base_url"],
      [{ adapter: "booking_server_v3", base_url: "ftp://example.com" }, "base_url"],
      [{ adapter: "booking_server_v3", base_url: "https://user:pass@example.com" }, "base_url"],
      [{ adapter: "booking_server_v3", base_url: "https://example.com/?a=1" }, "base_url"],
      [{ adapter: "simulated", password: "x" }, "password"],
    ] as const) {
      const place = await createLocation(service.database);
      const answer = await operate("PATCH", `/test/locations/${place}`, { booking_provider: provider });
      assert.equal(answer.status, 400, JSON.stringify(provider));
      assert.match(answer.body.message, new RegExp(`booking_provider\\.${field}`));
    }
    const place = await createLocation(service.database);
    const without = await operate("PATCH", `/test/locations/${place}`, { booking_mode: "provider" });
    assert.deepEqual([without.status, without.body.code], [400, "invalid_request"]);
  });
});

describe("who keeps what", () => {
  test("who keeps a hold or a booking stands in its row, and cannot contradict its tables", async () => {
    const { read } = service.database;
    const location = await partner.location(tablesOfFour(1));
    const mode = { booking_mode: "provider", booking_provider: { adapter: "simulated" } };
    assert.equal((await operate("PATCH", `/test/locations/${location}`, mode)).status, 200);
    const { slot_token } = await partner.slot(location, 2, { from: "19:00" });
    const held = await partner.call("POST", "/v1/booking_holds", { slot_token });
    const booked = await partner.call("POST", "/v1/bookings", { slot_token, guest });
    assert.deepEqual([held.status, booked.status], [201, 201]);
    const slot = await partner.slot(await partner.location(tablesOfFour(1)), 2);
    const native = (await partner.call("POST", "/v1/bookings", { slot_token: slot.slot_token, guest })).body;
    for (const [table, id, keptBy] of [
      ["booking_holds", held.body.id, "provider"],
      ["bookings", booked.body.id, "provider"],
      ["bookings", native.id, "native"],
    ] as const) {
      assert.deepEqual(await read.one(`SELECT kept_by FROM ${table} WHERE id = $1`, [id]), { kept_by: keptBy });
      const other = keptBy === "native" ? "provider" : "native";
      await assert.rejects(read.rows(`UPDATE ${table} SET kept_by = $2 WHERE id = $1`, [id, other]), /tables_check/);
    }
  });

  test("what a provider offered or keeps is not taken for ours once the location keeps its own book, nor the other way", async () => {
    const { database } = partner.service;
    const location = await partner.location(tablesOfFour(2));
    const enter = async (mode: "native" | "provider"): Promise<string> => {
      await database.read.rows("UPDATE locations SET booking_mode = $2 WHERE id = $1", [location, mode]);
      return (await partner.slot(location, 2, { from: "19:00" })).slot_token;
    };
    const ours = await enter("native");
    const answer = await operate("PATCH", `/test/locations/${location}`, {
      booking_mode: "provider",
      booking_provider: { adapter: "simulated" },
    });
    assert.equal(answer.status, 200, answer.text);
    const hold = (slot_token: string): Promise<CallAnswer> => partner.call("POST", "/v1/booking_holds", { slot_token });
    const theirs = await enter("provider");
    const held = await hold(theirs);
    assert.deepEqual([held.status, (await hold(ours)).body.code], [201, "expired_slot_token"]);
    await enter("native");
    assert.equal((await hold(theirs)).body.code, "expired_slot_token");
    const late = await partner.call("POST", "/v1/bookings", { hold_id: held.body.id, guest });
    assert.deepEqual([late.status, late.body.code], [409, "hold_expired"], late.text);
  });
});
