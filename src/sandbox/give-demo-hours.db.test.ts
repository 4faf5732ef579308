/** The hours of the demonstration from start to start (rules/operating 9.3). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocation } from "../../test/harness/factories.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { isOpenAt, type Availability } from "../kernel/wall-time.ts";
import { getLocationSettings } from "../locations/grants/read-locations.query.ts";
import { giveDemoHours, renewDemoHours } from "./give-demo-hours.command.ts";

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function hoursOf(id: Id<"str">): Promise<{ hours: Availability | null; isOpen: boolean }> {
  const place = await getLocationSettings(service.database.read, id);
  assert.ok(!isRefusal(place));
  const hours = place.opening_hours;
  return { hours, isOpen: hours !== null && isOpenAt(hours, "Europe/Paris", place.now) };
}
const demo = () => createLocation(service.database, { timezone: "Europe/Paris" });
const advance = (id: Id<"str">, hours: number) =>
  service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + $2 WHERE id = $1", [id, hours * 3600]),
  );

test("the first start opens it, and each later one that finds it closed", async () => {
  const id = await demo();
  await service.database.transaction((tx) => giveDemoHours(tx, id));
  const first = await hoursOf(id);
  assert.equal(first.isOpen, true);
  let hour = 0;
  for (; hour < 24 && (await hoursOf(id)).isOpen; hour++) await advance(id, 1);
  assert.ok(hour > 4 && hour < 24, `closed after ${hour} hours`);
  await service.database.transaction((tx) => renewDemoHours(tx, id));
  const second = await hoursOf(id);
  assert.equal(second.isOpen, true);
  assert.notDeepEqual(second.hours, first.hours);
  await service.database.transaction((tx) => renewDemoHours(tx, id));
  assert.deepEqual(await hoursOf(id), second);
});

test("no start touches hours that somebody has set, or taken away", async () => {
  for (const hours of [null, '{"windows":[]}']) {
    const id = await demo();
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET opening_hours = $2 WHERE id = $1", [id, hours]),
    );
    const before = await hoursOf(id);
    await service.database.transaction((tx) => renewDemoHours(tx, id));
    assert.deepEqual(await hoursOf(id), before);
  }
});
