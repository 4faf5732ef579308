import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createApp } from "../../../test/harness/factories.ts";
import {
  item,
  menuOf,
  idsOf,
  type Json,
  startMenuPartner,
  type MenuPartner,
} from "../../../test/harness/menu-calls.ts";

const sample = readFileSync(new URL("../../../examples/menus/small-bistro.json", import.meta.url), "utf8");
const bistro = JSON.parse(sample) as Json;
let partner: MenuPartner;
before(async () => {
  partner = await startMenuPartner();
});
after(() => partner.stop());

test("the sample menu is published, read back as it was sent, and announced (rules/menus 4.10, 5.1)", async () => {
  const locationId = await partner.connectedLocation();
  assert.equal((await partner.read(locationId)).body.code, "menu_not_published");
  const published = await partner.publish(locationId, bistro);
  assert.equal(published.status, 200);
  const { id, version_id, ...sync } = published.body;
  assert.deepEqual(
    { ...sync, created: 0, completed_at: "" },
    {
      object: "menu_sync",
      location_id: locationId,
      status: "completed",
      created: 0,
      completed_at: "",
      no_op: false,
      changes: { created: 58, updated: 0, removed: 0, unchanged: 0 },
      failure: null,
    },
  );
  assert.deepEqual((await partner.readSync(locationId, id)).body, published.body);
  const menu = (await partner.read(locationId)).body;
  assert.equal(menu.versionId, version_id);
  assert.deepEqual(withoutAdditions(menu), bistro);
  assert.equal(idsOf(menu).size, 53);
  const [event, ...rest] = await partner.eventsOf(locationId);
  assert.equal(rest.length, 0);
  assert.equal(event?.event_type, "menu.sync_completed");
  assert.equal(event?.idempotency_key, `menu_sync:${id}:completed`);
  assert.deepEqual(event?.data.menu_sync, published.body);
  assert.equal(event?.data.changed_external_ids?.length, 58);
});

/** The read-back without what the service adds; an option of the sample states its own stock status. */
function withoutAdditions(menu: Json): unknown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, entry]) => name !== "id" && !(name === "stockStatus" && entry === "in_stock"))
        .map(([name, entry]) => [name, strip(entry)]),
    );
  };
  const { object: _o, locationId: _l, catalogId: _c, versionId: _v, publishedAt: _p, ...document } = menu;
  return strip(document);
}

test("an identical document changes nothing, also with its fields in another order, and is announced (rules/menus 4.4)", async () => {
  const locationId = await partner.connectedLocation();
  const first = await partner.publish(locationId, menuOf(item("a")));
  const again = await partner.publish(locationId, {
    categories: menuOf(item("a"))["categories"],
    currency: "USD",
    unknown: 1,
  });
  assert.equal(again.body.no_op, true);
  assert.equal(again.body.version_id, first.body.version_id);
  assert.deepEqual(again.body.changes, { created: 0, updated: 0, removed: 0, unchanged: 3 });
  const events = await partner.eventsOf(locationId);
  assert.deepEqual(
    events.map(({ event_type }) => event_type),
    ["menu.sync_completed", "menu.sync_completed"],
  );
  assert.deepEqual(events[1]?.data.changed_external_ids, []);
  const { count } = await partner.service.database.read.one<{ count: number }>(
    "SELECT count(*) FROM menu_versions v JOIN menu_catalogs c ON c.id = v.catalog_id WHERE c.location_id = $1",
    [locationId],
  );
  assert.equal(count, 1);
});

test("ids survive renames, moves, removal and return (rules/menus 1.2, 1.3)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a"), item("b")));
  const first = idsOf((await partner.read(locationId)).body);
  await partner.publish(locationId, menuOf(item("b", { name: "Renamed" }), item("a")));
  assert.deepEqual(idsOf((await partner.read(locationId)).body), first);
  const removed = await partner.publish(locationId, menuOf(item("b")));
  assert.deepEqual(removed.body.changes, { created: 0, updated: 2, removed: 2, unchanged: 1 });
  assert.equal(idsOf((await partner.read(locationId)).body).size, 3);
  await partner.publish(locationId, menuOf(item("b"), item("a")));
  assert.deepEqual(idsOf((await partner.read(locationId)).body), first);
});

test("an invalid document writes nothing, answers every issue, and is announced as refused (rules/menus 4.2, 4.10)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a")));
  const refused = await partner.publish(locationId, menuOf(item("a", { name: "" }), item("b", { taxCategoryId: "t" })));
  assert.equal(refused.status, 400);
  assert.equal(refused.body.code, "invalid_menu");
  assert.deepEqual(refused.body.details.issues, [
    { path: "/categories/0/items/0/name", code: "range", message: "must not be empty", external_id: "a" },
    {
      path: "/categories/0/items/1/taxCategoryId",
      code: "unknown_reference",
      message: "the menu has no tax_category t",
      external_id: "b",
    },
  ]);
  assert.equal(refused.body.message.split("\n").length, 2);
  assert.equal(idsOf((await partner.read(locationId)).body).size, 3);
  const [, event] = await partner.eventsOf(locationId);
  assert.equal(event?.event_type, "menu.sync_failed");
  assert.deepEqual(event?.data.menu_sync["failure"], { code: "invalid_menu", message: "the document has 2 issues" });
  assert.deepEqual(event?.data.issues, refused.body.details.issues);
  assert.equal((await partner.readSync(locationId, event?.resource_id ?? "")).body.status, "failed");
  assert.equal((await partner.publish(locationId, [])).body.details.issues[0].path, "");
});

test("the read-back has an ETag that follows the version and the stock (rules/menus 5.3)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a")));
  const etag = (await partner.read(locationId)).headers.get("etag") ?? "";
  const same = await partner.read(locationId, { "if-none-match": `"other", W/${etag}` });
  assert.equal(same.status, 304);
  assert.equal(same.text, "");
  const [row] = (await partner.readStock(locationId)).body.data;
  await partner.patchStock(locationId, [{ id: row.id, stockStatus: "low_stock" }]);
  const changed = await partner.read(locationId, { "if-none-match": etag });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get("etag"), etag);
  await partner.patchStock(locationId, [{ id: row.id, stockStatus: "in_stock" }]);
  assert.equal((await partner.read(locationId, { "if-none-match": etag })).status, 304);
  await partner.publish(locationId, menuOf(item("a"), item("b")));
  assert.equal((await partner.read(locationId, { "if-none-match": etag })).status, 200);
});

test("a repeated Idempotency-Key publishes once", async () => {
  const locationId = await partner.connectedLocation();
  const headers = { "idempotency-key": "publish-1" };
  const first = await partner.publish(locationId, menuOf(item("a")), "", headers);
  const again = await partner.publish(locationId, menuOf(item("a")), "", headers);
  assert.equal(again.text, first.text);
  assert.equal((await partner.eventsOf(locationId)).length, 1);
});

test("a menu needs the grant to be read and the connection to be published (rules/menus 4.1)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a")));
  const other = await createApp(partner.service.database);
  const path = `/v1/locations/${locationId}/menu`;
  assert.equal((await partner.service.call("GET", path, { key: other.key })).status, 404);
  assert.equal((await partner.service.call("POST", path, { key: other.key, body: menuOf() })).status, 404);
  assert.equal(
    (await partner.service.call("PATCH", `/v1/locations/${locationId}/stock_status`, { key: other.key, body: [] }))
      .status,
    404,
  );
  await partner.service.database.transaction((tx) =>
    tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [other.id, locationId]),
  );
  assert.equal(
    (await partner.service.call("POST", path, { key: other.key, body: menuOf() })).body.code,
    "connection_not_found",
  );
  assert.equal((await partner.service.call("GET", path, { key: other.key })).status, 200);
  const reader = await createApp(partner.service.database, ["menus:read"]);
  assert.equal(
    (await partner.service.call("POST", path, { key: reader.key, body: menuOf() })).body.code,
    "insufficient_scope",
  );
  assert.equal((await partner.readSync(locationId, "syn_01k0abcdefghjkmnpqrstvwxyz")).status, 404);
  assert.equal((await partner.readSync(locationId, "nonsense")).status, 400);
});
