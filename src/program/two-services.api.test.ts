/** One process that runs test and live. No service knows, counts, keeps or takes anything of the other. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../test/harness/ordering.ts";
import { startService, type CallAnswer, type TestService } from "../../test/harness/service.ts";
import { waitUntil } from "../../test/harness/wait-until.ts";
import { newId } from "../kernel/id.ts";
import { createCompiledMenus } from "../menus/read/compiled-menus.cache.ts";
import type { TextDatabase } from "../platform/postgres/database.ts";

/** One of the two, as partners and diners meet it. */
interface Side {
  readonly database: TextDatabase;
  readonly venue: OrderingLocation;
}

let service: TestService;
let sandbox: Side;
let live: Side;

before(async () => {
  service = await startService({ live: true, settings: { budgets: { availability: 2, bookings: 2 } } });
  assert.ok(service.live !== null);
  const sideOf = async (database: TextDatabase): Promise<Side> => ({
    database,
    venue: await createOrderingLocation({ ...service, database }),
  });
  [sandbox, live] = [await sideOf(service.database), await sideOf(service.live)];
});
after(() => service.stop());

const countOf = async ({ database }: Side, table: "orders" | "events" | "idempotency_keys"): Promise<number> => {
  const { count } = await database.read.one<{ readonly count: number }>(`SELECT count(*)::int4 AS count FROM ${table}`);
  return count;
};

/** Orders as a diner does, who has no key: the location alone says which service takes it. */
async function order({ venue }: Side, key: string): Promise<CallAnswer["body"]> {
  const body = { items: [{ menu_entity_id: "soup-bowl", quantity: 1 }], payment: "pay_in_store" };
  const customer = { name: "Dana Diner", phone: "+12175550142" };
  const answer = await service.call("POST", `/store/v1/locations/${venue.locationId}/orders`, {
    body: { ...body, customer },
    headers: { "idempotency-key": key },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

describe("test and live of one process share nothing", () => {
  test("keys: each opens its own service, and is told so where it names what the other keeps (rules/http 1.3)", async () => {
    for (const [own, other] of [
      [sandbox, live],
      [live, sandbox],
    ] as const) {
      const listed = await own.venue.call("GET", "/v1/locations");
      assert.deepEqual(
        listed.body.data.map(({ id }: { readonly id: string }) => id),
        [own.venue.locationId],
      );
      const strange = await own.venue.call("GET", `/v1/locations/${other.venue.locationId}`);
      assert.deepEqual([strange.status, strange.body.code], [403, "wrong_environment"]);
      // Where the app has never been the ledger is empty; what the other environment keeps is another mistake.
      for (const [method, path, body] of [
        ["GET", `/v1/webhook_events?location_id=${other.venue.locationId}`, undefined],
        ["POST", "/v1/webhook_events/replay", { since: 1, location_id: other.venue.locationId }],
      ] as const) {
        const ledger = await own.venue.call(method, path, body);
        assert.deepEqual([ledger.status, ledger.body.code], [403, "wrong_environment"], path);
      }
      const unknown = await own.venue.call("GET", `/v1/webhook_events?location_id=${newId("str")}`);
      assert.deepEqual([unknown.status, unknown.body.data], [200, []]);
      const swapped = other.venue.app.key.replace(/^mpk_(test|live)_/, (_all, name) =>
        name === "test" ? "mpk_live_" : "mpk_test_",
      );
      assert.equal((await service.call("GET", "/v1/me", { key: swapped })).status, 401);
    }
  });

  test("a ledger is read while the other service stands still", async () => {
    const { database } = live;
    const { venue } = sandbox;
    const ledger = await database.transaction(async (tx) => {
      await tx.rows("LOCK TABLE locations, events IN ACCESS EXCLUSIVE MODE");
      return venue.call("GET", `/v1/webhook_events?location_id=${venue.locationId}`);
    });
    assert.equal(ledger.status, 200, ledger.text);
  });

  test("orders, their events and the keys of repeats stay where the order is", async () => {
    const before = { orders: await countOf(sandbox, "orders"), events: await countOf(sandbox, "events") };
    const repeats = await countOf(sandbox, "idempotency_keys");
    const { order: placed, token } = await order(live, "the-same-key");
    assert.deepEqual([await countOf(live, "orders"), placed.livemode], [1, true]);
    assert.ok((await live.venue.events(placed.id)).length > 0);
    assert.deepEqual({ orders: await countOf(sandbox, "orders"), events: await countOf(sandbox, "events") }, before);
    assert.equal(await countOf(sandbox, "idempotency_keys"), repeats);
    // The same key of a repeat in the other service is another call.
    const other = await order(sandbox, "the-same-key");
    assert.notEqual(other.order.id, placed.id);
    assert.deepEqual([await countOf(sandbox, "orders"), await countOf(live, "orders")], [before.orders + 1, 1]);
    assert.deepEqual(await sandbox.venue.events(placed.id), []);
    for (const [mine, key] of [
      [placed.id, sandbox.venue.app.key],
      [other.order.id, live.venue.app.key],
    ])
      assert.equal((await service.call("GET", `/v1/orders/${mine}`, { key })).status, 403);
    assert.equal((await service.call("GET", `/store/v1/orders/${token}`)).body.livemode, true);
  });

  test("caches: what one remembers the other reads for itself", async () => {
    const remembered = ({ database }: Side) => database.read.memories.of(createCompiledMenus);
    assert.notEqual(remembered(sandbox), remembered(live));
    const third = await createOrderingLocation({ ...service, database: live.database });
    const [before, compiled] = [remembered(sandbox).state(), remembered(live).state().compiled];
    await order({ ...live, venue: third }, "of-a-menu-that-nobody-has-asked-for");
    assert.equal(remembered(live).state().compiled, compiled + 1);
    assert.deepEqual(remembered(sandbox).state(), before);
  });

  test("budgets: an app that has used its own up in test takes none of live's", async () => {
    const ask = ({ venue }: Side) => venue.call("GET", `/v1/locations/${venue.locationId}/booking_configuration`);
    const { status } = await ask(sandbox);
    assert.notEqual(status, 429);
    assert.deepEqual([(await ask(sandbox)).status, (await ask(sandbox)).status], [status, 429]);
    assert.equal((await ask(live)).status, status);
  });

  test("pools: while every connection of test is taken, live answers", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
    const { size } = sandbox.database.pool();
    const held = Array.from({ length: size }, () => sandbox.database.transaction(() => gate));
    await waitUntil(
      () => sandbox.database.pool(),
      ({ taken }) => taken === size,
    );
    const stuck = sandbox.venue.call("GET", "/v1/locations");
    await waitUntil(
      () => sandbox.database.pool(),
      ({ waiting }) => waiting > 0,
    );
    const answered = await live.venue.call("GET", "/v1/locations");
    assert.equal(answered.status, 200);
    assert.ok(sandbox.database.pool().waiting > 0);
    open(undefined);
    await Promise.all(held);
    assert.equal((await stuck).status, 200);
  });
});
