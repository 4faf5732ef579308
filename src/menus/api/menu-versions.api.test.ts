/** An app lists its earlier menus and makes one of them live again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp } from "../../../test/harness/factories.ts";
import { item, menuOf, startMenuPartner, type Json, type MenuPartner } from "../../../test/harness/menu-calls.ts";
import { forgetDryRuns } from "../publish/forget-dry-runs.job.ts";

let partner: MenuPartner;
before(async () => {
  partner = await startMenuPartner();
});
after(() => partner.stop());

const call = (method: string, locationId: string, rest = "", key = partner.app.key) =>
  partner.service.call(method, `/v1/locations/${locationId}/menu/versions${rest}`, { key });

// listMenuVersions, getMenuVersion, restoreMenuVersion
test("an app lists its menus, reads one and makes it live again, with its event (rules/menus 4.11)", async () => {
  const locationId = await partner.connectedLocation();
  assert.deepEqual((await call("GET", locationId)).body.data, []);
  await partner.publish(locationId, menuOf(item("a")));
  const ids = (await partner.read(locationId)).body.categories[0].items[0].id;
  await partner.publish(locationId, menuOf(item("a"), item("b")));
  const [newer, older] = (await call("GET", locationId)).body.data;
  assert.deepEqual([newer.current, newer.objects, older.current, older.objects], [true, 5, false, 3]);
  const read = (await call("GET", locationId, `/${older.id}`)).body;
  assert.deepEqual({ ...read, document: null }, { ...older, document: null });
  assert.deepEqual(
    read.document.categories[0].items.map((one: { externalId: string }) => one.externalId),
    ["a"],
  );
  const told = (await partner.eventsOf(locationId)).length;
  const restored = await call("POST", locationId, `/${older.id}/restore`);
  assert.deepEqual(restored.body, { ...older, current: true });
  const live = (await partner.read(locationId)).body;
  assert.deepEqual(
    [live.versionId, live.categories[0].items.length, live.categories[0].items[0].id],
    [older.id, 1, ids],
  );
  const [event, ...others] = (await partner.eventsOf(locationId)).slice(told);
  assert.deepEqual([event?.event_type, others], ["menu.sync_completed", []]);
  assert.deepEqual([...new Set(event?.data.changed_external_ids)].toSorted(), ["b", "c"]);
  assert.equal((await call("POST", locationId, `/${older.id}/restore`)).status, 200, "live already: left alone");
  assert.equal((await partner.eventsOf(locationId)).length, told + 1);
});

test("a restore names no stock: stock stays as it is (rules/menus 4.11)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a", { stockStatus: "out_of_stock" }), item("b")));
  await partner.publish(locationId, menuOf(item("a", { stockStatus: "in_stock" }), item("b", { name: "Bread" })));
  const [, older] = (await call("GET", locationId)).body.data;
  assert.equal((await call("POST", locationId, `/${older.id}/restore`)).status, 200);
  const told = (await partner.eventsOf(locationId)).at(-1)?.data;
  assert.ok(told !== undefined);
  assert.deepEqual([told.changed_external_ids, (told.menu_sync["changes"] as Json)["updated"]], [["b"], 1]);
  const [a] = (await partner.read(locationId)).body.categories[0].items;
  assert.equal(a.stockStatus ?? "in_stock", "in_stock");
});

test("without the connection there is nothing to see or to restore (rules/menus 4.11)", async () => {
  const [locationId, elsewhere] = [await partner.connectedLocation(), await partner.connectedLocation()];
  await partner.publish(locationId, menuOf(item("a")));
  const [{ id }] = (await call("GET", locationId)).body.data;
  const stranger = await createApp(partner.service.database);
  await partner.service.database.transaction((tx) =>
    tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [stranger.id, locationId]),
  );
  for (const [method, rest] of [
    ["GET", ""],
    ["GET", `/${id}`],
    ["POST", `/${id}/restore`],
  ] as const) {
    const refused = await call(method, locationId, rest, stranger.key);
    assert.equal(`${refused.status} ${refused.body.code}`, "404 connection_not_found");
    const foreign = rest === "" ? "404" : String((await call(method, elsewhere, rest)).status);
    assert.equal(foreign, "404");
  }
});

test("a dry run can be polled for a day (rules/menus 4.9)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a")));
  const dry = await partner.publish(locationId, menuOf(item("a"), item("b")), "?dry_run=true");
  const same = await partner.publish(locationId, menuOf(item("a")), "?dry_run=true");
  for (const { body } of [dry, same]) assert.deepEqual((await partner.readSync(locationId, body.id)).body, body);
  assert.equal((await partner.read(locationId)).body.categories[0].items.length, 1);
  const { database } = partner.service;
  assert.equal(await forgetDryRuns(database), false);
  assert.equal((await partner.readSync(locationId, dry.body.id)).status, 200);
  await database.transaction((tx) =>
    tx.rows("UPDATE menu_syncs SET completed_at = completed_at - interval '25 hours' WHERE id = $1", [dry.body.id]),
  );
  await forgetDryRuns(database);
  assert.equal((await partner.readSync(locationId, dry.body.id)).status, 404);
  assert.equal((await partner.readSync(locationId, same.body.id)).status, 200);
});
