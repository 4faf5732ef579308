import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import type { StandSnapshot } from "../console/stand/stand-wire.schemas.ts";
import type { Id } from "../kernel/id.ts";
import { seedSandbox, type SeededSandbox } from "./seed-sandbox.command.ts";

test("the seeded sandbox takes bookings at once", async () => {
  const service = await startService();
  try {
    const read = (name: string): unknown =>
      JSON.parse(readFileSync(new URL(`../../examples/menus/${name}.json`, import.meta.url), "utf8"));
    const menus = { restaurant: read("small-bistro"), shop: read("corner-shop"), baseUrl: "http://127.0.0.1" };
    const made: SeededSandbox[] = [];
    await seedSandbox(service.database, menus, async (seeded) => void made.push(seeded));
    const [seeded] = made;
    assert.ok(seeded !== undefined);
    const at = `/v1/locations/${seeded.location.id}`;
    const profile = await service.call("GET", `${at}/booking_profile`, { key: seeded.apiKey });
    assert.deepEqual([profile.body.enabled, profile.body.capabilities.availability], [true, true], profile.text);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const query = `start=${day}T00:00&end=${day}T23:59&party_size=2`;
    const found = await service.call("GET", `${at}/booking_availability?${query}`, { key: seeded.apiKey });
    assert.equal(found.status, 200, found.text);
    assert.ok(found.body.data.length > 20, `${found.body.data.length} slots`);
    await showsAnEvening(service, seeded.location.id);
  } finally {
    await service.stop();
  }
});

/** The stand of the restaurant shows every kind of party, a line and a plan; its guests have been there before. */
async function showsAnEvening(service: TestService, locationId: Id<"str">): Promise<void> {
  const host = await createPerson(service.database, [{ role: "host", at: locationId }]);
  const at = `/console/v1/locations/${locationId}`;
  const { body } = await service.call("GET", `${at}/snapshot?screen=stand`, { key: host.token });
  const shown = body as StandSnapshot;
  const statuses = new Set(shown.bookings.map(({ status }) => status));
  assert.deepEqual(
    [...statuses].toSorted((a, b) => a.localeCompare(b, "en")),
    ["cancelled_by_guest", "cancelled_by_venue", "completed", "confirmed", "in_service", "no_show"],
  );
  assert.ok(shown.bookings.some(({ late_until: until }) => until !== null));
  const day = shown.settings.service_day;
  assert.ok(day !== null && Date.parse(day.starts_at) < shown.now_ms && shown.now_ms < Date.parse(day.ends_at));
  assert.equal(shown.floor.blocks.length, 1);
  assert.deepEqual(
    shown.waitlist.entries.map(({ status }) => status),
    ["notified", "waiting", "waiting", "waiting"],
  );
  assert.ok(shown.floor_plan.units.every(({ placed }) => placed) && shown.floor_plan.walls.length > 3);
  const { body: found } = await service.call("GET", `${at}/guests?q=Laurent`, { key: host.token });
  const [camille] = found.data;
  assert.ok(camille.visits > 1 && camille.tags.includes("vip"), JSON.stringify(camille));
}
