/** How a partner learns the changes of its orders, and adds to orders that it accepted. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { lockOrder, sendOrderUpdate } from "../order/orders.sql.ts";
import { OrderWork } from "../order/order-work.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service);
});
after(() => service.stop());

interface Listed {
  readonly id: string;
  readonly sequence: number;
  readonly status: string;
  readonly updated: number;
}

const ids = (orders: readonly Listed[]): string[] => orders.map((order) => order.id);

/** Every page of a list by update, in order. */
async function drain(at: OrderingLocation, query: string): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  for (let cursor = ""; ;) {
    const { status, body, text } = await at.call("GET", `/v1/orders?${query}${cursor}`);
    assert.equal(status, 200, text);
    listed.push(...body.data);
    assert.equal(body.has_more, body.next_cursor !== null);
    if (!body.has_more) return listed;
    cursor = `&starting_after=${body.next_cursor}`;
  }
}

const anHourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();
const decide = (at: OrderingLocation, id: string, what: string, body: object = {}) =>
  at.call("POST", `/v1/orders/${id}/${what}`, body);

describe("GET /v1/orders by update", () => {
  test("lists each order where it changed last, in pages that fit together (rules/ordering 13.6)", async () => {
    const own = await createOrderingLocation(service);
    const [a, b, c] = [await own.place(), await own.place(), await own.place()];
    assert.deepEqual(ids(await drain(own, `updated_since=${anHourAgo()}&limit=2`)), [a.id, b.id, c.id]);
    await decide(own, a.id, "accept");
    await decide(own, b.id, "deny", { reason: "OTHER" });
    const changed = await drain(own, `updated_since=${anHourAgo()}&limit=1`);
    assert.deepEqual(ids(changed), [c.id, a.id, b.id]);
    const last = changed.at(-1) ?? assert.fail();
    const from = new Date(last.updated * 1000).toISOString();
    assert.equal((await drain(own, `updated_since=${from}`)).at(-1)?.id, b.id, "the instant itself counts");
    const later = new Date(last.updated * 1000 + 60_000).toISOString();
    assert.deepEqual(await drain(own, `updated_since=${later}`), []);
  });

  test("goes by real time where the clock of the location was moved (rules/ordering 13.6)", async () => {
    const own = await createOrderingLocation(service);
    await own.call("POST", `/v1/sandbox/locations/${own.locationId}/clock`, { advance_seconds: 86_400 });
    const order = await own.place();
    assert.ok(Math.abs(order.updated - Date.now() / 1000) < 3_600);
    assert.deepEqual(ids(await drain(own, `updated_since=${anHourAgo()}`)), [order.id]);
  });

  test("a mirror that is kept by it equals the orders, while they are changed in parallel (rules/ordering 13.6)", async () => {
    const own = await createOrderingLocation(service);
    const placed: string[] = [];
    let working = 4;
    const workers = Array.from({ length: working }, async (_, worker) => {
      for (let i = 0; i < 10; i++) {
        const { id } = await own.place();
        placed.push(id);
        const earlier = placed[(i * 7 + worker) % placed.length] ?? id;
        await Promise.all([
          decide(own, id, i % 3 === 0 ? "deny" : "accept", { reason: "OTHER" }),
          decide(own, earlier, "ready"),
        ]);
      }
      working--;
    });
    const mirror = new Map<string, Listed>();
    let from = anHourAgo();
    const follow = async (): Promise<void> => {
      const changes = await drain(own, `updated_since=${from}&limit=7`);
      for (const order of changes) {
        assert.ok((mirror.get(order.id)?.sequence ?? 0) <= order.sequence, "no older state comes after a newer one");
        mirror.set(order.id, order);
      }
      const last = changes.at(-1);
      if (last !== undefined) from = new Date(last.updated * 1000).toISOString();
    };
    while (working > 0) await follow();
    await Promise.all(workers);
    await follow();
    const actual = await drain(own, "limit=100");
    assert.equal(actual.length, 40);
    for (const order of actual) assert.equal(mirror.get(order.id)?.sequence, order.sequence, order.id);
  });

  test("a change that is being written holds later ones back until it ends, also when its connection is killed (rules/ordering 13.6)", async () => {
    const own = await createOrderingLocation(service);
    const [slow, quick] = [await own.place(), await own.place()];
    const from = `updated_since=${anHourAgo()}`;
    for (const ending of ["commit", "kill"] as const) {
      let finish = (): void => {};
      let entered = (_pid: number): void => {};
      const inside = new Promise<number>((resolve) => (entered = resolve));
      const open = service.database.transaction(async (tx) => {
        const locked = (await lockOrder(tx, slow.id, null)) ?? assert.fail();
        const work = new OrderWork(locked.order, locked);
        work.change("ticket", "partner", { external_id: ending });
        sendOrderUpdate(tx, work.order);
        entered((await tx.one<{ readonly pid: number }>("SELECT pg_backend_pid() AS pid")).pid);
        await new Promise<void>((resolve) => (finish = resolve));
        return { kind: "done" as const };
      });
      const ended = open.then(
        () => "committed",
        () => "lost",
      );
      const pid = await inside;
      await decide(own, quick.id, ending === "commit" ? "accept" : "ready");
      const held = (await drain(own, from)).find(({ id }) => id === quick.id);
      assert.equal(held, undefined, "a change after one that is open is not listed yet");
      if (ending === "kill") await service.database.read.rows("SELECT pg_terminate_backend($1)", [pid]);
      finish();
      assert.equal(await ended, ending === "kill" ? "lost" : "committed");
      // A session that was killed says so to its caller before its locks are free.
      const expected = ending === "commit" ? "ACCEPTED" : "READY";
      const listed = await waitUntil(
        () => drain(own, from),
        (found) => found.some(({ id, status }) => id === quick.id && status === expected),
      );
      assert.equal(
        listed.find(({ id }) => id === slow.id)?.sequence,
        slow.sequence + 1,
        "what was killed did not happen",
      );
    }
  });

  test("cursors are good for their list only (rules/http 7.4; rules/ordering 13.6)", async () => {
    const own = await createOrderingLocation(service);
    await own.place();
    await own.place();
    const since = anHourAgo();
    const { next_cursor: cursor } = (await own.call("GET", `/v1/orders?updated_since=${since}&limit=1`)).body;
    const now = Math.floor(Date.now() / 1000);
    const cases: readonly (readonly [OrderingLocation, string, string])[] = [
      [own, `updated_since=${since}&actionable=true&starting_after=${cursor}`, "invalid_cursor"],
      [own, `updated_since=${since}&starting_after=${cursor.slice(1)}`, "invalid_cursor"],
      [shop, `updated_since=${since}&starting_after=${cursor}`, "invalid_cursor"],
      [own, `starting_after=${cursor}`, "invalid_request"],
      [own, `updated_since=${since}&since=${now}`, "invalid_window"],
      [own, "updated_since=yesterday", "invalid_request"],
      [own, "status=PENDING,EATEN", "invalid_request"],
      [own, "status=pending", "invalid_request"],
      [own, "actionable=maybe", "invalid_request"],
    ];
    for (const [at, query, code] of cases) {
      const answer = await at.call("GET", `/v1/orders?${query}`);
      assert.equal(`${answer.status} ${answer.body.code}`, `400 ${code}`, query);
    }
  });
});

test("status and actionable filter every list (rules/ordering 13.7)", async () => {
  const own = await createOrderingLocation(service);
  const [first, second, third, unpaid] = [
    await own.place(),
    await own.place(),
    await own.place(),
    await own.place({ payment: "unpaid" }),
  ];
  await decide(own, first.id, "accept");
  await decide(own, second.id, "deny", { reason: "OTHER" });
  const since = `since=${first.created - 1}`;
  const updated = `updated_since=${anHourAgo()}`;
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["actionable=true", [third.id]],
    ["actionable=false", [unpaid.id, third.id, second.id, first.id]],
    ["status=ACCEPTED,REJECTED", [second.id, first.id]],
    [`status=ACCEPTED,REJECTED&starting_after=${second.id}`, [first.id]],
    ["status=PENDING&actionable=true", [third.id]],
    [`${since}&actionable=true`, [third.id]],
    [`${since}&status=ACCEPTED,PENDING`, [first.id, third.id, unpaid.id]],
    [`${updated}&actionable=true`, [third.id]],
    [`${updated}&status=ACCEPTED,REJECTED`, [first.id, second.id]],
  ];
  for (const [query, expected] of cases)
    assert.deepEqual(ids((await own.call("GET", `/v1/orders?${query}`)).body.data), expected, query);
  assert.equal(unpaid.handed_over_at, null);
  const read = (await own.call("GET", `/v1/orders/${third.id}`)).body;
  assert.equal(Math.floor(Date.parse(read.handed_over_at) / 1000) + 360, read.decision_deadline);
});

describe("PATCH /v1/orders/{id}", () => {
  const change = (at: OrderingLocation, id: string, body: object) => at.call("PATCH", `/v1/orders/${id}`, body);
  const inMinutes = (minutes: number): number => Math.floor(Date.now() / 1000) + minutes * 60;

  test("says ticket and ready time anew, once (rules/ordering 4.13)", async () => {
    const own = await createOrderingLocation(service);
    const order = await own.place();
    const body = { pos_ticket_id: "T-2", estimated_ready_at: inMinutes(30) };
    const early = await change(own, order.id, body);
    assert.equal(`${early.status} ${early.body.code}`, "409 illegal_transition");
    await decide(own, order.id, "accept", { pos_ticket_id: "T-1" });
    const told = (await own.events(order.id)).length;
    const changed = await change(own, order.id, body);
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.body.external_id, "T-2");
    assert.equal(changed.body.estimated_ready_at, body.estimated_ready_at);
    assert.equal(changed.body.updated_by, "partner");
    assert.deepEqual((await own.call("GET", `/v1/orders/${order.id}`)).body, changed.body);
    assert.deepEqual((await change(own, order.id, body)).body, changed.body, "the same again changes nothing");
    const events = (await own.events(order.id)).slice(told);
    assert.deepEqual(
      events.map((event) => [event.event_type, event.data?.["changed"], event.data?.["actor"]]),
      [["order.updated", ["external_id", "estimated_ready_at"], "partner"]],
    );
  });

  test("later the ticket only, and never what is not to be (rules/ordering 4.13)", async () => {
    const own = await createOrderingLocation(service);
    const order = await own.place();
    await decide(own, order.id, "accept");
    const cases: readonly (readonly [object, string])[] = [
      [{}, "400 change_required"],
      [{ estimated_ready_at: inMinutes(-1) }, "400 invalid_request"],
      [{ pos_ticket_id: "" }, "400 invalid_request"],
      [{ pos_ticket_id: null }, "400 invalid_request"],
    ];
    for (const [body, expected] of cases) {
      const { status, body: answer } = await change(own, order.id, body);
      assert.equal(`${status} ${answer.code}`, expected, JSON.stringify(body));
    }
    await decide(own, order.id, "ready");
    assert.equal((await change(own, order.id, { estimated_ready_at: inMinutes(5) })).body.code, "illegal_transition");
    assert.equal((await change(own, order.id, { pos_ticket_id: "T-9" })).body.external_id, "T-9");
    await decide(own, order.id, "complete");
    assert.equal((await change(own, order.id, { pos_ticket_id: "T-10" })).body.external_id, "T-10");
    assert.equal((await change(shop, order.id, { pos_ticket_id: "T-11" })).status, 404);
    const denied = await own.place();
    await decide(own, denied.id, "deny", { reason: "OTHER" });
    assert.equal((await change(own, denied.id, { pos_ticket_id: "T-12" })).body.code, "illegal_transition");
  });
});
