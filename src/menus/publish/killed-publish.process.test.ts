/** A large menu whose publishing process is killed: whole before and after, and finished once by the next. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawMenu, seededRandom } from "../../../examples/menus/draw-menu.ts";
import { idsOf, startMenuPartner, type Json, type MenuPartner } from "../../../test/harness/menu-calls.ts";
import { killMoments, killPublishAt } from "./killed-publish.fixture.ts";
import { createMenuThreads } from "./menu-threads.worker.ts";
import { createMenuSyncJob } from "./run-menu-syncs.job.ts";

let partner: MenuPartner;
const threads = createMenuThreads();
before(async () => {
  partner = await startMenuPartner();
});
after(async () => {
  await threads.close();
  await partner.stop();
});

const large = (seed: number, items: number) => drawMenu(seededRandom(seed), { items });
async function runAll(): Promise<void> {
  const runner = createMenuSyncJob({ database: partner.service.database, compare: threads.compare });
  while (await runner.runOnce());
}

test("a process killed in the middle of a publish: the menu is the old or the new one, and the next finishes it once (rules/menus 4.3; rules/operating 5.1)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, large(1, 20));
  const old = idsOf((await partner.read(locationId)).body);
  const { database } = partner.service;
  for (const [round, moment] of killMoments.entries()) {
    const queued = await partner.publish(locationId, large(10 + round, 2_000));
    assert.equal(queued.status, 202);
    await killPublishAt(partner.service.databaseUrl, moment);
    const between = (await partner.readSync(locationId, queued.body.id)).body;
    assert.equal(between.status, moment.leaves, moment.name);
    const menu = (await partner.read(locationId)).body;
    if (between.status === "completed") assert.equal(menu.versionId, between.version_id);
    else assert.notEqual(menu.versionId, between.version_id);
    await assertWhole(locationId, menu);
    // The lease of the dead lapses.
    await database.transaction(async (tx) =>
      tx.send("UPDATE menu_syncs SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL"),
    );
    await runAll();
    const done = (await partner.readSync(locationId, queued.body.id)).body;
    assert.equal(done.status, "completed");
    const finished = (await partner.read(locationId)).body;
    assert.equal(finished.versionId, done.version_id);
    await assertWhole(locationId, finished);
    const events = (await partner.eventsOf(locationId)).filter(({ resource_id }) => resource_id === queued.body.id);
    assert.equal(events.length, 1);
  }
  await partner.publish(locationId, large(1, 20));
  assert.deepEqual(idsOf((await partner.read(locationId)).body), old);
});

/** Every object of the live document has its identity, and nothing else is present. */
async function assertWhole(locationId: string, menu: Json): Promise<void> {
  const { present } = await partner.service.database.read.one<{ present: number }>(
    "SELECT count(*) AS present FROM menu_objects WHERE location_id = $1 AND present",
    [locationId],
  );
  assert.equal(idsOf(menu).size, present);
}
