/** The menu in the console: photos that stay, versions and differences, a document where no app keeps the menu. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connect, createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { photoBytes } from "../../menus/photos/parse-photo.ts";

let service: TestService;
let app: TestApp;
/** Kept by an app, and by nobody. */
let kept: Place;
let own: Place;

interface Place {
  readonly id: Id<"str">;
  call(method: string, path: string, body?: unknown, key?: string): Promise<CallAnswer>;
}

async function openPlace(id: Id<"str">): Promise<Place> {
  const { token } = await createPerson(service.database, [{ role: "manager", at: id }], { name: "Mia Manager" });
  return {
    id,
    call: (method, path, body, key = token) =>
      service.call(method, `/console/v1${path}`, { key, ...(body === undefined ? {} : { body }) }),
  };
}

before(async () => {
  service = await startService();
  app = await createApp(service.database);
  kept = await openPlace(await createLocation(service.database));
  own = await openPlace(await createLocation(service.database));
  await connect(service.database, app, kept.id);
});
after(() => service.stop());

const dish = (externalId: string, name: string, more: object = {}) => ({
  externalId,
  name,
  variations: [
    { externalId: `${externalId}-one`, name: "One", price: { amount: { amountMinor: 900, currency: "EUR" } } },
  ],
  ...more,
});
const menuOf = (...items: readonly object[]) => ({
  currency: "EUR",
  categories: [{ externalId: "all", name: "All", items }],
});
const png = (text: string): Buffer => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(text)]);
const photoOf = (bytes: Uint8Array) => ({ photo: Buffer.from(bytes).toString("base64") });

async function publishAsApp(menu: object): Promise<void> {
  const answer = await service.call("POST", `/v1/locations/${kept.id}/menu`, { key: app.key, body: menu });
  assert.equal(answer.status, 200, answer.text);
}

async function itemIdOf(place: Place, externalId: string): Promise<string> {
  const menu = (await place.call("GET", `/locations/${place.id}/menu`)).body;
  const items: { id: string; externalId: string }[] = menu.categories[0].items;
  return items.find((item) => item.externalId === externalId)?.id ?? "";
}

async function photoUrlOf(place: Place, externalId: string): Promise<string | null> {
  const answer = await service.call("GET", `/store/v1/locations/${place.id}/menu`);
  const items: { menu_entity_id: string; photo_url: string | null }[] = answer.body.categories[0].items;
  return items.find((item) => item.menu_entity_id === externalId)?.photo_url ?? null;
}

async function auditOf(subject: string): Promise<readonly string[]> {
  const rows = await service.database.read.rows<{ action: string; actor_kind: string }>(
    "SELECT action, actor_kind FROM audit_log WHERE subject = $1 ORDER BY sequence",
    [subject],
  );
  return rows.map(({ action, actor_kind: kind }) => `${action} by ${kind}`);
}

describe("photos (rules/menus 7)", () => {
  test("a photo wins over imageUrl and stays through publishes, also while the dish is away; it goes when it is taken away (rules/menus 7.2, 7.3)", async () => {
    const soup = dish("soup", "Soup", { imageUrl: "http://127.0.0.1:9/soup.png" });
    await publishAsApp(menuOf(soup));
    const id = await itemIdOf(kept, "soup");
    const fromDocument = await photoUrlOf(kept, "soup");
    const set = await kept.call("PUT", `/locations/${kept.id}/menu_items/${id}/photo`, photoOf(png("soup")));
    assert.equal(set.status, 200, set.text);
    assert.equal(await photoUrlOf(kept, "soup"), set.body.url);

    await publishAsApp(menuOf({ ...soup, name: "Onion soup", imageUrl: "http://127.0.0.1:9/onion.png" }));
    assert.equal(await photoUrlOf(kept, "soup"), set.body.url, "a publish that changes the item and its imageUrl");
    await publishAsApp(menuOf(dish("bread", "Bread")));
    await publishAsApp(menuOf(soup));
    assert.equal(await photoUrlOf(kept, "soup"), set.body.url, "the item left the menu and came back");

    const served = await service.call("GET", set.body.url);
    assert.deepEqual([served.status, served.headers.get("content-type")], [200, "image/png"]);
    const same = await service.call("GET", set.body.url, {
      headers: { "if-none-match": served.headers.get("etag") ?? "" },
    });
    assert.equal(same.status, 304);
    const listed = (await kept.call("GET", `/locations/${kept.id}/menu_photos`)).body.data;
    assert.deepEqual(listed, [{ object: "menu_photo", item_id: id, external_id: "soup", url: set.body.url }]);

    const other = await kept.call("PUT", `/locations/${kept.id}/menu_items/${id}/photo`, photoOf(png("another soup")));
    assert.notEqual(other.body.url, set.body.url);
    assert.equal((await service.call("GET", set.body.url)).status, 404);
    await kept.call("PUT", `/locations/${kept.id}/menu_items/${id}/photo`, photoOf(png("another soup")));
    assert.equal((await kept.call("DELETE", `/locations/${kept.id}/menu_items/${id}/photo`)).status, 200);
    assert.equal((await service.call("GET", other.body.url)).status, 404, "gone at once, though it was in memory");
    assert.equal(await photoUrlOf(kept, "soup"), fromDocument);
    assert.equal((await kept.call("DELETE", `/locations/${kept.id}/menu_items/${id}/photo`)).status, 404);
    const done = ["menu.photo_set by person", "menu.photo_set by person", "menu.photo_removed by person"];
    assert.deepEqual(await auditOf(id), done, "the same photo again is no change");
  });

  test("the bytes decide what a photo is, and nothing else becomes one", async () => {
    await publishAsApp(menuOf(dish("soup", "Soup")));
    const id = await itemIdOf(kept, "soup");
    const cases: readonly (readonly [string, string, string])[] = [
      ["text", Buffer.from("<svg xmlns='x'><script/></svg>").toString("base64"), "not_a_picture"],
      ["a GIF", Buffer.from("GIF89a......").toString("base64"), "not_a_picture"],
      ["no base64", "iVBORw0KGgo=!!", "not_base64"],
      [
        "too many bytes",
        png("x".repeat(photoBytes))
          .subarray(0, photoBytes + 1)
          .toString("base64"),
        "too_large",
      ],
    ];
    for (const [name, photo, reason] of cases) {
      const answer = await kept.call("PUT", `/locations/${kept.id}/menu_items/${id}/photo`, { photo });
      if (answer.body.code === "invalid_request") assert.equal(reason, "too_large", name);
      else
        assert.deepEqual(
          [answer.status, answer.body.code, answer.body.details.reason],
          [400, "invalid_photo", reason],
          name,
        );
    }
    for (const [head, type] of [
      ["ffd8ffe0", "image/jpeg"],
      ["524946460000000057454250", "image/webp"],
    ] as const) {
      const set = await kept.call(
        "PUT",
        `/locations/${kept.id}/menu_items/${id}/photo`,
        photoOf(Buffer.from(`${head}00`, "hex")),
      );
      assert.equal((await service.call("GET", set.body.url)).headers.get("content-type"), type);
    }
    const foreign = await own.call("PUT", `/locations/${own.id}/menu_items/${id}/photo`, photoOf(png("x")));
    assert.equal(foreign.status, 404, "an item of another location");
  });
});

describe("where no app keeps the menu (rules/menus 4.12)", () => {
  test("a manager publishes: first the dry run, then the document, and no event; the same again changes nothing", async () => {
    const menu = menuOf(dish("soup", "Soup"), dish("bread", "Bread"));
    const dry = await own.call("POST", `/locations/${own.id}/menu?dry_run=true`, menu);
    assert.deepEqual([dry.status, dry.body.version_id], [200, null], dry.text);
    assert.deepEqual(
      dry.body.changes.detail.filter(({ kind }: { readonly kind: string }) => kind === "item"),
      [
        { kind: "item", external_id: "soup", name: "Soup", change: "created", fields: [] },
        { kind: "item", external_id: "bread", name: "Bread", change: "created", fields: [] },
      ],
    );
    assert.equal((await own.call("GET", `/locations/${own.id}/menu`)).status, 404, "nothing is written");
    const made = await own.call("POST", `/locations/${own.id}/menu`, menu);
    assert.deepEqual([made.status, made.body.no_op, made.body.changes.created], [200, false, 5]);
    assert.equal((await own.call("POST", `/locations/${own.id}/menu`, menu)).body.no_op, true);
    const bad = await own.call("POST", `/locations/${own.id}/menu`, { currency: "EUR" });
    assert.deepEqual([bad.status, bad.body.code], [400, "invalid_menu"]);
    assert.deepEqual(await auditOf(own.id), ["menu.published by person"]);
    const events = await service.database.read.rows("SELECT 1 FROM events WHERE location_id = $1", [own.id]);
    assert.equal(events.length, 0);
  });

  test("versions are listed and compared, and an earlier one is made live again", async () => {
    const before = (await own.call("GET", `/locations/${own.id}/menu_versions`)).body.data[0].id;
    await own.call("POST", `/locations/${own.id}/menu`, menuOf(dish("soup", "Hot soup"), dish("cake", "Cake")));
    const [live, first] = (await own.call("GET", `/locations/${own.id}/menu_versions`)).body.data;
    assert.deepEqual([live.live, first.id, first.live], [true, before, false]);
    const itemsOf = (answer: CallAnswer) =>
      answer.body.changes.detail
        .filter(({ kind }: { readonly kind: string }) => kind === "item")
        .map(({ name, change }: { readonly name: string; readonly change: string }) => `${name} ${change}`);
    const back = await own.call("GET", `/locations/${own.id}/menu_versions/${first.id}/diff`);
    assert.equal(back.body.against, live.id);
    assert.deepEqual(itemsOf(back), ["Bread created", "Soup updated", "Cake removed"], "what restoring would do");
    const latest = await own.call("GET", `/locations/${own.id}/menu_versions/${live.id}/diff`);
    assert.deepEqual(itemsOf(latest), ["Cake created", "Hot soup updated", "Bread removed"], "against the one before");
    const same = await own.call("GET", `/locations/${own.id}/menu_versions/${live.id}/diff?against=${live.id}`);
    assert.deepEqual(same.body.changes.detail, []);
    assert.equal(
      (await own.call("GET", `/locations/${own.id}/menu_versions/${first.id}/diff`)).body.changes.removed > 0,
      true,
    );
    const restored = await own.call("POST", `/locations/${own.id}/menu_versions/${first.id}/restore`, {});
    assert.deepEqual([restored.status, restored.body.live], [200, true]);
    assert.equal((await own.call("GET", `/locations/${own.id}/menu`)).body.versionId, first.id);
    assert.deepEqual((await auditOf(own.id)).slice(-1), ["menu.restored by person"]);
  });

  test("what restoring would do names no stock, as stock stays; what a publish did names it (rules/menus 4.11)", async () => {
    const out = { stockStatus: "out_of_stock" };
    await own.call("POST", `/locations/${own.id}/menu`, menuOf(dish("soup", "Soup", out), dish("bread", "Rye")));
    await own.call("POST", `/locations/${own.id}/menu`, menuOf(dish("soup", "Soup"), dish("bread", "Bread", out)));
    const [live, first] = (await own.call("GET", `/locations/${own.id}/menu_versions`)).body.data;
    const path = `/locations/${own.id}/menu_versions`;
    const fieldsOf = async (rest: string): Promise<readonly string[]> =>
      (await own.call("GET", `${path}/${rest}`)).body.changes.detail.map(
        ({ name, fields }: { readonly name: string; readonly fields: readonly string[] }) =>
          `${name}: ${fields.join(", ")}`,
      );
    assert.deepEqual(await fieldsOf(`${first.id}/diff`), ["Rye: name"]);
    assert.deepEqual(await fieldsOf(`${first.id}/diff?against=${live.id}`), ["Rye: name"]);
    assert.deepEqual(await fieldsOf(`${live.id}/diff`), ["Bread: name, stockStatus"]);
  });

  test("with a connected app the menu is the app's; an operator_admin may still restore", async () => {
    const [{ id }] = (await kept.call("GET", `/locations/${kept.id}/menu_versions`)).body.data.slice(-1);
    for (const query of ["", "?dry_run=true"]) {
      const refused = await kept.call("POST", `/locations/${kept.id}/menu${query}`, menuOf(dish("soup", "Soup")));
      assert.deepEqual([refused.status, refused.body.code], [409, "app_owns_menu"], query);
    }
    const refused = await kept.call("POST", `/locations/${kept.id}/menu_versions/${id}/restore`, {});
    assert.deepEqual([refused.status, refused.body.code], [409, "app_owns_menu"]);
    const admin = await createPerson(service.database, [{ role: "operator_admin" }]);
    const restored = await kept.call("POST", `/locations/${kept.id}/menu_versions/${id}/restore`, {}, admin.token);
    assert.deepEqual([restored.status, restored.body.live], [200, true], restored.text);
    const missing = await kept.call("GET", `/locations/${kept.id}/menu_versions/mnv_01k0abcdefghjkmnpqrstvwxyz/diff`);
    assert.equal(missing.status, 404);
  });
});
