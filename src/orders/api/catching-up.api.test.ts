/** How a partner that missed events finds its orders: by the list, by a checkpoint, and by a resend. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { connect, createLocation } from "../../../test/harness/factories.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service.stop());

interface Listed {
  readonly id: string;
  readonly created: number;
}

const ids = (orders: readonly Listed[]): string[] => orders.map((order) => order.id);

describe("GET /v1/orders", () => {
  test("newest first without since, with paging backwards (rules/ordering 13.1)", async () => {
    const shop = await createOrderingLocation(service);
    const placed: string[] = [];
    for (let i = 0; i < 7; i++) placed.push((await shop.place()).id);
    const newest = placed.toReversed();
    const first = await shop.call("GET", "/v1/orders?limit=3");
    assert.deepEqual(ids(first.body.data), newest.slice(0, 3));
    assert.equal(first.body.has_more, true);
    const second = await shop.call("GET", `/v1/orders?limit=3&starting_after=${newest[2]}`);
    assert.deepEqual(ids(second.body.data), newest.slice(3, 6));
    const last = await shop.call("GET", `/v1/orders?limit=3&starting_after=${newest[5]}`);
    assert.deepEqual(ids(last.body.data), newest.slice(6));
    assert.equal(last.body.has_more, false);
  });

  test("asked again and again, shows each order as it is by then", async () => {
    const shop = await createOrderingLocation(service);
    const placed: string[] = [];
    for (let i = 0; i < 4; i++) placed.push((await shop.place()).id);
    const steps = [
      () => undefined,
      () => undefined,
      () => shop.call("POST", `/v1/orders/${placed[1]}/accept`),
      () => undefined,
      () => shop.call("POST", `/v1/orders/${placed[1]}/amend`, { pos_ticket_id: "T-1" }),
      () => shop.call("POST", `/v1/orders/${placed[3]}/deny`, { reason: "OTHER" }),
    ];
    for (const step of steps) {
      assert.ok((await step())?.status !== 409);
      const { body } = await shop.call("GET", "/v1/orders");
      const each = await Promise.all(ids(body.data).map((id) => shop.call("GET", `/v1/orders/${id}`)));
      assert.deepEqual(
        body.data,
        each.map((one) => one.body),
      );
    }
    const { body } = await shop.call("GET", "/v1/orders");
    assert.deepEqual(
      body.data.map((order: { readonly status: string }) => order.status),
      ["REJECTED", "PENDING", "ACCEPTED", "PENDING"],
    );
  });

  test("covers all connected locations and no others (rules/ordering 13.1)", async () => {
    const shop = await createOrderingLocation(service);
    const second = await createOrderingLocation(service);
    const third = await createLocation(service.database);
    await connect(service.database, shop.app, third);
    await service.database.transaction((tx) =>
      tx.rows("DELETE FROM connections WHERE location_id = $1", [second.locationId]),
    );
    await connect(service.database, shop.app, second.locationId);
    const placed = [await shop.place(), await shop.place({ location_id: second.locationId })];
    assert.deepEqual(ids((await shop.call("GET", "/v1/orders")).body.data), placed.map(({ id }) => id).toReversed());
    assert.deepEqual((await second.call("GET", "/v1/orders")).body.data, []);
  });

  test("drains oldest first after an exclusive checkpoint (rules/ordering 13.2; rules/ordering 13.4)", async () => {
    const shop = await createOrderingLocation(service);
    const placed: Listed[] = [];
    for (let i = 0; i < 5; i++) placed.push(await shop.place());
    const first = placed[0]?.created ?? 0;
    const all = await shop.call("GET", `/v1/orders?since=${first - 1}`);
    assert.deepEqual(ids(all.body.data), ids(placed));
    await shop.call("POST", `/v1/orders/${placed[0]?.id}/deny`, { reason: "OTHER" });
    const later = await shop.call("GET", `/v1/orders?since=${first}`);
    assert.ok(!ids(later.body.data).includes(placed[0]?.id ?? ""), "a change does not list an order again");
    assert.ok((later.body.data as Listed[]).every((order) => order.created > first));
    const paged: string[] = [];
    for (let after = ""; ;) {
      const page = await shop.call("GET", `/v1/orders?since=${first - 1}&limit=2${after}`);
      paged.push(...ids(page.body.data));
      if (page.body.has_more !== true) break;
      after = `&starting_after=${paged.at(-1)}`;
    }
    assert.deepEqual(paged, ids(placed));
  });

  test("a drain misses nothing while a transaction that began earlier is still open (rules/ordering 13.3)", async () => {
    const shop = await createOrderingLocation(service);
    const before = await shop.place();
    let finish = (): void => {};
    let entered = (): void => {};
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const open = service.database.transaction(async (tx) => {
      await tx.one("SELECT enter_order_drain()");
      entered();
      await new Promise<void>((resolve) => (finish = resolve));
    });
    await inside;
    const meanwhile = await shop.place();
    const since = before.created - 1;
    const held = ids((await shop.call("GET", `/v1/orders?since=${since}`)).body.data);
    assert.ok(!held.includes(meanwhile.id), "an order may not be listed while an older one can still appear");
    finish();
    await open;
    assert.deepEqual(ids((await shop.call("GET", `/v1/orders?since=${since}`)).body.data), [before.id, meanwhile.id]);
  });

  test("a poller that drains while orders are being placed in parallel gets each exactly once (rules/ordering 13.3)", async () => {
    const shop = await createOrderingLocation(service);
    const since = Math.floor(Date.now() / 1000) - 1;
    const placed = new Set<string>();
    let placing = 4;
    const placers = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 25; i++) placed.add((await shop.place()).id);
      placing--;
    });
    const seen: string[] = [];
    const drain = async (): Promise<void> => {
      const after = seen.length === 0 ? "" : `&starting_after=${seen.at(-1)}`;
      seen.push(...ids((await shop.call("GET", `/v1/orders?since=${since}&limit=10${after}`)).body.data));
    };
    while (placing > 0) await drain();
    await Promise.all(placers);
    for (let i = 0; i < 11; i++) await drain();
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(new Set(seen), placed);
  });

  const bad: readonly (readonly [string, RegExp])[] = [
    ["limit=0", /query\.limit/],
    ["limit=101", /query\.limit/],
    ["limit=ten", /query\.limit/],
    ["since=yesterday", /query\.since/],
    ["since=-5", /query\.since/],
    ["since=1.5", /query\.since/],
    ["starting_after=nonsense", /query\.starting_after/],
    [`starting_after=${newId("ord")}`, /query\.starting_after must be the id of an order that this app can see/],
    [`starting_after=${newId("str")}`, /query\.starting_after/],
  ];
  for (const [query, message] of bad) {
    test(`400 for ?${query.slice(0, 24)} (rules/ordering 13.5)`, async () => {
      const shop = await createOrderingLocation(service);
      const answer = await shop.call("GET", `/v1/orders?${query}`);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, message);
    });
  }
});

const read = async (shop: OrderingLocation, id: string) => (await shop.call("GET", `/v1/orders/${id}`)).body;

describe("resend", () => {
  test("a live order is notified of again with a fresh event id and the same idempotency key (rules/ordering 4.9; rules/webhooks 4.3)", async () => {
    const shop = await createOrderingLocation(service);
    const order = await shop.place();
    const before = await read(shop, order.id);
    const answer = await shop.call("POST", `/v1/orders/${order.id}/resend`);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.object, "order_resend");
    const notifications = (await shop.events(order.id)).filter((event) => event.event_type === "order.notification");
    assert.equal(notifications.length, 2);
    assert.equal(notifications[1]?.id, answer.body.event_id);
    assert.deepEqual(
      new Set(notifications.map((event) => event.idempotency_key)),
      new Set([`order:${order.id}:notification`]),
    );
    assert.ok((notifications[1]?.sequence ?? 0) > (notifications[0]?.sequence ?? 0));
    assert.deepEqual(await read(shop, order.id), before);
  });

  test("an order that is over is a conflict (rules/ordering 4.9)", async () => {
    const shop = await createOrderingLocation(service);
    const order = await shop.place();
    await shop.call("POST", `/v1/orders/${order.id}/deny`, { reason: "OTHER" });
    const answer = await shop.call("POST", `/v1/orders/${order.id}/resend`);
    assert.equal(answer.status, 409);
    assert.equal(answer.body.code, "order_terminal");
  });
});
