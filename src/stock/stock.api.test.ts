import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { getOrderableMenu } from "../menus/read/get-orderable-menu.query.ts";
import { item, menuOf, type Json, startMenuPartner, type MenuPartner } from "../../test/harness/menu-calls.ts";

let partner: MenuPartner;
before(async () => {
  partner = await startMenuPartner();
});
after(() => partner.stop());

test("stock: read, updated all or nothing, seen by ordering at once, kept by a publish unless stated (rules/menus 6.3 to 6.6)", async () => {
  const locationId = await partner.connectedLocation();
  assert.deepEqual((await partner.readStock(locationId)).body, {
    object: "list",
    data: [],
    has_more: false,
    next_cursor: null,
  });
  await partner.publish(locationId, menuOf(item("a"), item("b")));
  const rows = (await partner.readStock(locationId)).body.data as { id: string; kind: string; externalId: string }[];
  assert.deepEqual(
    rows.map(({ kind, externalId }) => `${kind} ${externalId}`),
    ["item a", "item b", "variation a", "variation b"],
  );
  const [a, b] = rows;
  const changed = await partner.patchStock(locationId, [
    { id: b?.id, stockStatus: "out_of_stock" },
    { id: a?.id, stockStatus: "low_stock" },
  ]);
  assert.equal(changed.status, 200);
  assert.deepEqual(
    changed.body.data.map((row: Json) => [row["externalId"], row["stockStatus"]]),
    [
      ["b", "out_of_stock"],
      ["a", "low_stock"],
    ],
  );
  const category = (await partner.read(locationId)).body.categories[0]?.id;
  const bad = await partner.patchStock(locationId, [
    { id: a?.id, stockStatus: "in_stock" },
    { id: category, stockStatus: "in_stock" },
    { id: "item_01k0abcdefghjkmnpqrstvwxyz", stockStatus: "in_stock" },
  ]);
  assert.equal(bad.status, 400);
  assert.deepEqual(
    bad.body.details.issues.map(({ path }: { path: string }) => path),
    ["body[1].id", "body[2].id"],
  );
  const malformed = await partner.patchStock(locationId, [
    { id: a?.id, stockStatus: "gone" },
    { id: "x" },
    5,
    { id: a?.id, stockStatus: "in_stock" },
    { id: category, stockStatus: "in_stock" },
    { id: "item_01k0abcdefghjkmnpqrstvwxyz", stockStatus: "gone" },
  ]);
  assert.deepEqual(
    malformed.body.details.issues.map(({ path }: { path: string }) => path),
    [
      "body[0].stockStatus",
      "body[1].id",
      "body[1].stockStatus",
      "body[2]",
      "body[3].id",
      "body[4].id",
      "body[5].stockStatus",
      "body[5].id",
    ],
  );
  assert.equal((await partner.patchStock(locationId, [])).status, 400);
  assert.equal((await partner.patchStock(locationId, { id: 1 })).status, 400);
  const orderable = await getOrderableMenu(partner.service.database.read, locationId);
  assert.deepEqual([...(orderable?.outOfStock ?? [])], ["item:b"]);
  await partner.publish(locationId, menuOf(item("a", { name: "A" }), item("b")));
  assert.deepEqual(await stockOf(locationId), ["low_stock", "out_of_stock", "in_stock", "in_stock"]);
  await partner.publish(locationId, menuOf(item("a"), item("b", { stockStatus: "in_stock" })));
  assert.deepEqual(await stockOf(locationId), ["low_stock", "in_stock", "in_stock", "in_stock"]);
});

async function stockOf(locationId: string): Promise<string[]> {
  return (await partner.readStock(locationId)).body.data.map(({ stockStatus }: { stockStatus: string }) => stockStatus);
}

test("an object that is gone has no stock, and one that returns has the stock it had (rules/menus 1.3)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a"), item("b", { stockStatus: "out_of_stock" })));
  const b = (await partner.readStock(locationId)).body.data[1];
  await partner.publish(locationId, menuOf(item("a")));
  assert.equal((await partner.readStock(locationId)).body.data.length, 2);
  assert.equal((await partner.patchStock(locationId, [{ id: b.id, stockStatus: "in_stock" }])).status, 400);
  await partner.publish(locationId, menuOf(item("a"), item("b")));
  assert.deepEqual((await partner.readStock(locationId)).body.data[1], b);
});

test("a row may name its thing by externalId and kind; every mistake is named at once (rules/menus 6.4)", async () => {
  const locationId = await partner.connectedLocation();
  await partner.publish(locationId, menuOf(item("a"), item("b")));
  const changed = await partner.patchStock(locationId, [
    { externalId: "a", kind: "variation", stockStatus: "out_of_stock" },
    { externalId: "b", kind: "item", stockStatus: "low_stock" },
  ]);
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(
    changed.body.data.map((row: Json) => [row["kind"], row["externalId"], row["stockStatus"]]),
    [
      ["variation", "a", "out_of_stock"],
      ["item", "b", "low_stock"],
    ],
  );
  assert.deepEqual(await stockOf(locationId), ["in_stock", "low_stock", "out_of_stock", "in_stock"]);
  const [, b] = (await partner.readStock(locationId)).body.data as { id: string }[];
  const wrong = await partner.patchStock(locationId, [
    { externalId: "b", kind: "item", stockStatus: "in_stock" },
    { id: b?.id, stockStatus: "in_stock" },
    { externalId: "a", stockStatus: "in_stock" },
    { externalId: "a", kind: "category", stockStatus: "in_stock" },
    { externalId: "c", kind: "item", stockStatus: "in_stock" },
    { externalId: "", kind: "item", stockStatus: "gone" },
    { stockStatus: "in_stock" },
    { externalId: "b", kind: "item", stockStatus: "in_stock" },
  ]);
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.message, /body\[4\]\.externalId names nothing of this menu: there is no item c;/);
  assert.deepEqual(
    wrong.body.details.issues.map(({ path }: { path: string }) => path),
    [
      "body[1].id",
      "body[2].kind",
      "body[3].kind",
      "body[4].externalId",
      "body[5].externalId",
      "body[5].stockStatus",
      "body[6].id",
      "body[7].externalId",
    ],
  );
  assert.deepEqual(await stockOf(locationId), ["in_stock", "low_stock", "out_of_stock", "in_stock"]);
  const whole = { ...(await partner.readStock(locationId)).body.data[0], stockStatus: "low_stock" };
  assert.equal((await partner.patchStock(locationId, [whole])).status, 200, "a row of the list, sent back");
});
