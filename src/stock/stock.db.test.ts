import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, createApp, createLocation } from "../../test/harness/factories.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { getOrderableMenu } from "../menus/read/get-orderable-menu.query.ts";
import { canonicalMenu } from "../menus/document/menu-fingerprint.ts";
import { parseMenu } from "../menus/document/parse-menu.ts";
import { publishMenu } from "../menus/publish/publish-menu.command.ts";
import { changeStock } from "./change-stock.command.ts";
import { parseStockUpdate } from "./parse-stock-update.ts";
import { listStock } from "./list-stock.query.ts";
import { markOutOfStock } from "./mark-out-of-stock.command.ts";

let service: TestService;
before(async () => {
  service = await startService({ routes: () => [] });
});
after(() => service.stop());

const option = (id: string) => ({ externalId: id, name: id });

async function publishedLocation() {
  const { database } = service;
  const app = await createApp(database);
  const locationId = await createLocation(database);
  await connect(database, app, locationId);
  const price = { amount: { amountMinor: 100, currency: "USD" } };
  const parsed = parseMenu({
    currency: "USD",
    categories: [
      {
        externalId: "dish",
        name: "C",
        items: [
          {
            externalId: "dish",
            name: "Dish",
            variations: [
              { externalId: "small", name: "S", price },
              { externalId: "large", name: "L", price },
            ],
            modifierGroups: [{ externalId: "small", name: "G", options: [option("egg"), option("ham")] }],
          },
        ],
      },
    ],
  });
  if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues));
  const publisher = { appId: app.id, locationId, now: Date.parse("2026-01-05T12:00:00Z") };
  await database.transaction((tx) =>
    publishMenu(tx, publisher, canonicalMenu(parsed), { dryRun: false, respondAsync: false }),
  );
  return locationId;
}

test("a denial marks items, variations and options by externalId; groups, categories and unknown ids are passed over (rules/ordering 4.3)", async () => {
  const locationId = await publishedLocation();
  await service.database.transaction((tx) =>
    markOutOfStock(tx, locationId, [
      { kind: "variation", externalId: "small" },
      { kind: "modifier_option", externalId: "egg" },
      { kind: "item", externalId: "unknown" },
    ]),
  );
  await service.database.transaction((tx) => markOutOfStock(tx, locationId, []));
  const orderable = await getOrderableMenu(service.database.read, locationId);
  assert.deepEqual([...(orderable?.outOfStock ?? [])].toSorted(), ["modifier_option:egg", "variation:small"]);
  await service.database.transaction((tx) => markOutOfStock(tx, locationId, [{ kind: "item", externalId: "dish" }]));
  assert.ok((await getOrderableMenu(service.database.read, locationId))?.outOfStock.has("item:dish"));
  await service.database.transaction((tx) => markOutOfStock(tx, locationId, [{ kind: "item", externalId: "ham" }]));
  const options = (await getOrderableMenu(service.database.read, locationId))?.outOfStock;
  assert.ok(!options?.has("modifier_option:ham"), "an option that has the id of a dish stays");
});

test("parallel updates of the same rows in opposite orders end with one of them, whole (rules/menus 6.4)", async () => {
  const { database } = service;
  const locationId = await publishedLocation();
  const ids = (await listStock(database.read, locationId)).map(({ id }) => id);
  const statuses = ["low_stock", "out_of_stock"] as const;
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      statuses.map((stockStatus, index) => {
        const ordered = index === 0 ? ids : ids.toReversed();
        return database.transaction((tx) =>
          changeStock(tx, locationId, parseStockUpdate(ordered.map((id) => ({ id, stockStatus })))),
        );
      }),
    );
    const now = new Set((await listStock(database.read, locationId)).map(({ stock_status }) => stock_status));
    assert.equal(now.size, 1);
  }
});

test("an id of another location is unknown here", async () => {
  const { database } = service;
  const [here, elsewhere] = [await publishedLocation(), await publishedLocation()];
  const [row] = await listStock(database.read, elsewhere);
  const answer = await database.transaction((tx) =>
    changeStock(tx, here, parseStockUpdate([{ id: row?.id ?? "", stockStatus: "low_stock" }])),
  );
  assert.ok(isRefusal(answer));
  assert.equal((await listStock(database.read, elsewhere))[0]?.stock_status, "in_stock");
});
