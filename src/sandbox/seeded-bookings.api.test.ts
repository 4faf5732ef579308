import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { startService } from "../../test/harness/service.ts";
import { seedSandbox, type SeededSandbox } from "./seed-sandbox.command.ts";

test("the seeded sandbox takes bookings at once", async () => {
  const service = await startService();
  try {
    const read = (name: string): unknown =>
      JSON.parse(readFileSync(new URL(`../../examples/menus/${name}.json`, import.meta.url), "utf8"));
    const menus = { restaurant: read("small-bistro"), shop: read("corner-shop") };
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
  } finally {
    await service.stop();
  }
});
