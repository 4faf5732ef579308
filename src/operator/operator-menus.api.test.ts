/** operatorListMenuVersions and operatorRestoreMenuVersion: looking at kept menus and going back to one. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newId } from "../kernel/id.ts";
import { createMenuSyncJob } from "../menus/publish/run-menu-syncs.job.ts";
import { idsOf, item, menuOf, startMenuPartner, type MenuPartner } from "../../test/harness/menu-calls.ts";
import { operatorToken } from "../../test/harness/service.ts";

let partner: MenuPartner;
before(async () => {
  partner = await startMenuPartner();
});
after(() => partner.stop());

const pathOf = (locationId: string): string => `/operator/v1/test/locations/${locationId}/menu_versions`;
const operate = (method: string, path: string) => partner.service.call(method, path, { key: operatorToken });
const restore = (locationId: string, id: string) => operate("POST", `${pathOf(locationId)}/${id}/restore`);

test("kept versions are listed newest first, with the live one marked", async () => {
  const locationId = await partner.connectedLocation();
  assert.deepEqual((await operate("GET", pathOf(locationId))).body, {
    object: "list",
    data: [],
    has_more: false,
    next_cursor: null,
  });
  const published = [];
  for (const id of ["a", "b", "c"]) published.push((await partner.publish(locationId, menuOf(item(id)))).body);
  const { data } = (await operate("GET", pathOf(locationId))).body;
  assert.deepEqual(
    data.map(({ id, object_count, live }: { id: string; object_count: number; live: boolean }) => [
      id,
      object_count,
      live,
    ]),
    published.map(({ version_id }, index) => [version_id, 3, index === 2]).toReversed(),
  );
  const page = await operate("GET", `${pathOf(locationId)}?limit=1&before=${data[0].id}`);
  assert.deepEqual(page.body.data, [data[1]]);
  assert.equal((await operate("GET", pathOf(newId("str")))).status, 404);
});

test("restoring makes a version live whole: ids and stock stay, the app is told, the log says who (rules/menus 4.11)", async () => {
  const locationId = await partner.connectedLocation();
  const first = (await partner.publish(locationId, menuOf(item("a"), item("b", { stockStatus: "low_stock" })))).body;
  const ids = idsOf((await partner.read(locationId)).body);
  const etag = (await partner.read(locationId)).headers.get("etag");
  const second = (await partner.publish(locationId, menuOf(item("c")))).body;
  await partner.publish(locationId, menuOf(item("b"), item("c")));
  const b = (await partner.readStock(locationId)).body.data.find(
    ({ externalId }: { externalId: string }) => externalId === "b",
  );
  await partner.patchStock(locationId, [{ id: b.id, stockStatus: "out_of_stock" }]);
  const restored = await restore(locationId, first.version_id);
  assert.equal(restored.status, 200, restored.text);
  assert.equal(restored.body.id, first.version_id);
  assert.equal(restored.body.live, true);
  const menu = await partner.read(locationId);
  assert.equal(menu.body.versionId, first.version_id);
  assert.deepEqual(idsOf(menu.body), ids);
  assert.equal(menu.body.categories[0].items[1].stockStatus, "out_of_stock");
  assert.notEqual(menu.headers.get("etag"), etag);
  const event = (await partner.eventsOf(locationId)).at(-1);
  assert.equal(event?.event_type, "menu.sync_completed");
  assert.equal(event?.data.menu_sync["version_id"], first.version_id);
  assert.deepEqual(event?.data.changed_external_ids, ["a", "a", "c", "c", "c"]);
  assert.equal((await partner.readSync(locationId, event?.resource_id ?? "")).body.status, "completed");
  const log = await partner.service.database.read.rows<{ action: string; before: object; after: object }>(
    "SELECT action, before, after FROM audit_log WHERE subject = $1",
    [locationId],
  );
  assert.equal(log.length, 1);
  assert.equal(log[0]?.action, "menu.restored");
  assert.deepEqual(log[0]?.after, { version_id: first.version_id });
  // Again: nothing to do, nobody to tell.
  assert.equal((await restore(locationId, first.version_id)).status, 200);
  assert.equal((await partner.eventsOf(locationId)).length, 4);
  // The bytes that were live before the restore are a change again.
  const again = await partner.publish(locationId, menuOf(item("b"), item("c")));
  assert.equal(again.body.no_op, false);
  assert.notEqual(second.version_id, first.version_id);
});

test("a version of another location is not found, and a publish that waits is superseded by a restore (rules/menus 4.11)", async () => {
  const [here, elsewhere] = [await partner.connectedLocation(), await partner.connectedLocation()];
  const first = (await partner.publish(here, menuOf(item("a")))).body;
  await partner.publish(here, menuOf(item("b")));
  const other = (await partner.publish(elsewhere, menuOf(item("a")))).body;
  assert.equal((await restore(here, other.version_id)).status, 404);
  assert.equal((await restore(here, newId("mnv"))).status, 404);
  const waiting = (await partner.publish(here, menuOf(item("c")), "", { prefer: "respond-async" })).body;
  assert.equal((await restore(here, first.version_id)).status, 200);
  const job = createMenuSyncJob({ database: partner.service.database });
  while (await job.runOnce());
  assert.equal((await partner.readSync(here, waiting.id)).body.failure.code, "superseded");
  assert.equal((await partner.read(here)).body.versionId, first.version_id);
});

test("a location without a receiving app is restored too", async () => {
  const locationId = await partner.connectedLocation();
  const first = (await partner.publish(locationId, menuOf(item("a")))).body;
  await partner.publish(locationId, menuOf(item("b")));
  await partner.service.database.transaction(async (tx) =>
    tx.send("DELETE FROM connections WHERE location_id = $1", [locationId]),
  );
  assert.equal((await restore(locationId, first.version_id)).status, 200);
  assert.equal((await partner.read(locationId)).body.versionId, first.version_id);
  assert.equal((await partner.eventsOf(locationId)).length, 2);
});
