import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawMenu, seededRandom } from "../../../examples/menus/draw-menu.ts";
import { createMenuSyncJob } from "../publish/run-menu-syncs.job.ts";
import {
  item,
  menuOf,
  idsOf,
  type Json,
  startMenuPartner,
  type MenuPartner,
} from "../../../test/harness/menu-calls.ts";

let partner: MenuPartner;
before(async () => {
  partner = await startMenuPartner();
});
after(() => partner.stop());

test("a dry run names every change, writes nothing and is not announced (rules/menus 4.9)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a"), item("b")));
  const dry = await partner.publish(
    locationId,
    { ...menuOf(item("a", { name: "A" }), item("c")), timezone: "UTC" },
    "?dry_run=true",
  );
  assert.equal(dry.status, 200);
  assert.equal(dry.body.version_id, null);
  assert.deepEqual(dry.body.changes, {
    created: 2,
    updated: 2,
    removed: 2,
    unchanged: 1,
    detail: [
      { kind: "catalog", external_id: null, name: null, change: "updated", fields: ["timezone"] },
      { kind: "item", external_id: "c", name: "c", change: "created", fields: [] },
      { kind: "variation", external_id: "c", name: "One", change: "created", fields: [] },
      { kind: "category", external_id: "c", name: "C", change: "updated", fields: ["items"] },
      { kind: "item", external_id: "a", name: "A", change: "updated", fields: ["name"] },
      { kind: "item", external_id: "b", name: "b", change: "removed", fields: [] },
      { kind: "variation", external_id: "b", name: "One", change: "removed", fields: [] },
    ],
  });
  assert.equal(idsOf((await partner.read(locationId)).body).size, 5);
  assert.equal((await partner.publish(locationId, {}, "?dry_run=true")).status, 400);
  assert.equal((await partner.eventsOf(locationId)).length, 1);
});

test("what is read back and sent again updates nothing; a stated stock that differs from the present one is named (rules/menus 4.8, 6.3)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a", { stockStatus: "in_stock" }), item("b")));
  const [a, b] = (await partner.readStock(locationId)).body.data as { id: string; externalId: string }[];
  await partner.patchStock(locationId, [{ id: b?.id, stockStatus: "low_stock" }]);
  const readBack = (await partner.read(locationId)).body as Json;
  const changesOf = async (document: unknown, query = "?dry_run=true") =>
    (await partner.publish(locationId, document, query)).body.changes as Json;
  assert.deepEqual(await changesOf(readBack), { created: 0, updated: 0, removed: 0, unchanged: 5, detail: [] });
  // The document is as it was published, with another name; but meanwhile the stock is another.
  await partner.patchStock(locationId, [{ id: a?.id, stockStatus: "out_of_stock" }]);
  const renamed = menuOf(item("a", { stockStatus: "in_stock" }), item("b", { name: "B" }));
  const changed = (fields: Json) => ({ kind: "item", change: "updated", ...fields });
  assert.deepEqual((await changesOf(renamed))["detail"], [
    changed({ external_id: "a", name: "a", fields: ["stockStatus"] }),
    changed({ external_id: "b", name: "B", fields: ["name"] }),
  ]);
  // A stock that is no longer stated stays, so it is no change.
  assert.deepEqual((await changesOf(menuOf(item("a"), item("b"))))["detail"], []);
  await partner.publish(locationId, renamed);
  const stock = (await partner.readStock(locationId)).body.data as Json[];
  assert.deepEqual(
    stock.map((row) => row["stockStatus"]),
    ["in_stock", "low_stock", "in_stock", "in_stock"],
  );
});

test("respond-async: a job publishes, the newest wins, the superseded are told (rules/menus 4.5, 4.6)", async () => {
  const locationId = await partner.connectedLocation();
  const job = createMenuSyncJob({ database: partner.service.database });
  const queued = await partner.publish(locationId, menuOf(item("a")), "", { prefer: "respond-async, wait=5" });
  assert.equal(queued.status, 202);
  assert.equal(queued.body.status, "pending");
  assert.equal(queued.body.changes, null);
  assert.equal((await partner.read(locationId)).status, 404);
  const small = await partner.publish(locationId, menuOf(item("b")));
  assert.equal(small.status, 202, "a small publish does not overtake a queued one");
  assert.deepEqual((await partner.readSync(locationId, queued.body.id)).body.failure?.code, "superseded");
  while (await job.runOnce());
  const done = (await partner.readSync(locationId, small.body.id)).body;
  assert.equal(done.status, "completed");
  assert.deepEqual(done.changes, { created: 3, updated: 0, removed: 0, unchanged: 0 });
  const menu = (await partner.read(locationId)).body;
  assert.equal(menu.versionId, done.version_id);
  assert.equal(menu.categories[0]?.items[0].externalId, "b");
  const events = await partner.eventsOf(locationId);
  assert.deepEqual(
    events.map(({ event_type, resource_id }) => [event_type, resource_id]),
    [
      ["menu.sync_failed", queued.body.id],
      ["menu.sync_completed", small.body.id],
    ],
  );
});

test("more than 5,000 objects run as a job, and a dry run follows the same rule (rules/menus 4.5, 4.9)", async () => {
  const locationId = await partner.connectedLocation();
  const job = createMenuSyncJob({ database: partner.service.database });
  const large = drawMenu(seededRandom(1), { items: 1_500 });
  const dry = await partner.publish(locationId, large, "?dry_run=true");
  assert.equal(dry.status, 202);
  while (await job.runOnce());
  const compared = (await partner.readSync(locationId, dry.body.id)).body;
  assert.equal(compared.changes.detail.length, compared.changes.created + 1);
  assert.equal((await partner.read(locationId)).status, 404);
  const queued = await partner.publish(locationId, large);
  assert.equal(queued.status, 202);
  while (await job.runOnce());
  assert.equal((await partner.readSync(locationId, queued.body.id)).body.status, "completed");
  assert.ok(idsOf((await partner.read(locationId)).body).size > 5_000);
  const [event] = await partner.eventsOf(locationId);
  assert.equal(event?.data.changed_external_ids?.length, 1_000);
});

test("a worker that lost its lease cannot finish, an older publish never overwrites a newer one", async () => {
  const locationId = await partner.connectedLocation();
  const queued = await partner.publish(locationId, menuOf(item("old")), "", { prefer: "respond-async" });
  // A worker took it and died: its lease has lapsed.
  await partner.service.database.transaction((tx) =>
    tx.rows(
      "UPDATE menu_syncs SET status = 'processing', leased_by = 'dead', leased_until = now() - interval '1 second', attempts = 1 WHERE id = $1",
      [queued.body.id],
    ),
  );
  const first = createMenuSyncJob({ database: partner.service.database });
  const second = createMenuSyncJob({ database: partner.service.database });
  const ran = await Promise.all([first.runOnce(), second.runOnce()]);
  assert.equal(ran.filter(Boolean).length, 1);
  assert.equal((await partner.readSync(locationId, queued.body.id)).body.status, "completed");
  assert.equal((await partner.eventsOf(locationId)).length, 1);
});

test("a publish that keeps failing ends as failed", async () => {
  const locationId = await partner.connectedLocation();
  const queued = await partner.publish(locationId, menuOf(item("x")), "", { prefer: "respond-async" });
  await partner.service.database.transaction((tx) =>
    tx.rows("UPDATE menu_syncs SET attempts = 5 WHERE id = $1", [queued.body.id]),
  );
  assert.equal(await createMenuSyncJob({ database: partner.service.database }).runOnce(), true);
  assert.equal((await partner.readSync(locationId, queued.body.id)).body.failure.code, "internal");
});

test("parallel publishes of one location: each is whole, the last one committed is live (rules/menus 4.3)", async () => {
  const locationId = await partner.connectedLocation();
  const menus = Array.from({ length: 6 }, (_, index) => menuOf(item("shared"), item(`only-${index}`)));
  const answers = await Promise.all(menus.map((menu) => partner.publish(locationId, menu)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200],
  );
  const menu = (await partner.read(locationId)).body;
  const live = answers.find(({ body }) => body.version_id === menu.versionId);
  const index = answers.indexOf(live ?? assert.fail());
  assert.equal(menu.categories[0]?.items[1].externalId, `only-${index}`);
  const stock = (await partner.readStock(locationId)).body.data.map((row: Json) => row["externalId"]);
  assert.deepEqual(new Set(stock), new Set(["shared", `only-${index}`]));
});

test("an app that lost its connection before the job ran publishes nothing", async () => {
  const locationId = await partner.connectedLocation();
  const queued = await partner.publish(locationId, menuOf(item("a")), "", { prefer: "respond-async" });
  await partner.service.database.transaction((tx) =>
    tx.rows("DELETE FROM connections WHERE location_id = $1", [locationId]),
  );
  await createMenuSyncJob({ database: partner.service.database }).runOnce();
  assert.equal((await partner.readSync(locationId, queued.body.id)).body.failure.code, "connection_not_found");
  assert.equal((await partner.read(locationId)).status, 404);
});
