import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { lockAndCountDue } from "./order-capacity.sql.ts";
import { createOrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service.stop());

const minutes = 60_000;
const customer = { name: "Dana Diner", phone: "+12175550142" };
let keys = 0;

/** A location whose intervals of an hour take so many orders. */
async function countedLocation(max: number, columns: Readonly<Record<string, unknown>> = {}) {
  return createOrderingLocation(service, {
    capacity_interval_minutes: 60,
    capacity_max_orders: max,
    timezone: "UTC",
    ...columns,
  });
}

function place(locationId: string, fields: object = {}): Promise<CallAnswer> {
  return service.call("POST", `/store/v1/locations/${locationId}/orders`, {
    body: { items: [{ menu_entity_id: "soup-bowl", quantity: 1 }], customer, payment: "pay_in_store", ...fields },
    headers: { "idempotency-key": `place-${++keys}` },
  });
}

/** The hour after next, so that no test runs into the end of an interval. */
function nextHour(): number {
  return (Math.floor(Date.now() / (60 * minutes)) + 2) * 3600;
}

const codes = (answer: CallAnswer): string[] => answer.body.details.reasons.map(({ code }: { code: string }) => code);

describe("places of an interval", () => {
  test("sixty diners at once get exactly the places there are, and the others the next possible time (rules/ordering 7.4, 7.6)", async () => {
    const { locationId } = await countedLocation(7);
    const at = nextHour();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => place(locationId, { scheduled_for: at + (index % 50) * 60 })),
    );
    const refused = answers.filter(({ status }) => status === 422);
    assert.equal(answers.filter(({ status }) => status === 201).length, 7);
    assert.equal(refused.length, 53);
    for (const answer of refused) {
      assert.deepEqual(codes(answer), ["slot_full"]);
      assert.match(
        answer.body.message,
        /takes no more orders between (tomorrow at )?\d\d:00 and (tomorrow at )?\d\d:00\. Next possible: /,
      );
    }
    const { due } = await service.database.read.one<{ due: number }>(
      "SELECT count(*)::int AS due FROM orders WHERE location_id = $1 AND due_at >= to_timestamp($2) AND due_at < to_timestamp($2 + 3600)",
      [locationId, at],
    );
    assert.equal(due, 7);
  });

  test("an order as soon as possible is due when it can be ready; the next possible time then works (rules/ordering 7.4)", async () => {
    const { locationId } = await countedLocation(1, { capacity_interval_minutes: 5, preparation_minutes: 20 });
    assert.equal((await place(locationId)).status, 201);
    let last = await place(locationId);
    // The interval may have passed between the two.
    if (last.status === 201) last = await place(locationId);
    assert.deepEqual(codes(last), ["slot_full"]);
    const next = last.body.details.next_possible_time;
    const again = await place(locationId, { scheduled_for: next });
    assert.equal(again.status, 201, again.text);
    const quote = await service.call("POST", `/store/v1/locations/${locationId}/quotes`, {
      body: { items: [{ menu_entity_id: "soup-bowl", quantity: 1 }], scheduled_for: next },
    });
    assert.equal(quote.status, 422);
    assert.ok(quote.body.details.next_possible_time > next);
  });

  test("places that are held hold back neither drain: of orders and of bookings", async () => {
    const { database } = service;
    const horizons = () =>
      database.read.one<Record<"orders" | "bookings" | "now", number>>(
        `SELECT order_drain_horizon() AS orders, booking_drain_horizon() AS bookings, clock_timestamp() AS now`,
      );
    await database.transaction(async (tx) => {
      for (const id of ["str_1", "str_2", "str_3"])
        await lockAndCountDue(tx, id as Id<"str">, { from: 0, until: minutes });
      const { orders, bookings, now } = await horizons();
      assert.ok(now - orders < minutes && now - bookings < minutes, `${now - orders} and ${now - bookings} ms behind`);
    });
  });

  test("a rush at one location does not keep the diners of another waiting (rules/operating 3.9)", async () => {
    const busy = await countedLocation(5);
    const calm = await createOrderingLocation(service);
    // A location is a flow of its own once a diner has looked at it.
    for (const { locationId } of [busy, calm]) await service.call("GET", `/store/v1/locations/${locationId}`);
    let served = 0;
    const rush = Array.from({ length: 200 }, async () => {
      const { status } = await place(busy.locationId, { scheduled_for: nextHour() });
      served += 1;
      return status;
    });
    const other = await place(calm.locationId);
    const before = served;
    assert.equal(other.status, 201, other.text);
    const statuses = await Promise.all(rush);
    assert.equal(statuses.filter((status) => status === 201).length, 5);
    assert.ok(before < 150, `${before} of the rush were served first`);
  });

  for (const [how, end] of [
    ["the diner cancels", (venue: Venue, order: Placed) => venue.store("cancel", order)],
    ["the venue denies", (venue: Venue, order: Placed) => venue.partner("deny", order)],
  ] as const) {
    test(`a place comes back when ${how} (rules/ordering 7.5)`, async () => {
      const ordering = await countedLocation(1);
      const scheduled_for = nextHour();
      const order = await placedAt(ordering.locationId, { scheduled_for });
      assert.deepEqual(codes(await place(ordering.locationId, { scheduled_for })), ["slot_full"]);
      const venue: Venue = {
        store: (verb, { token }) => service.call("POST", `/store/v1/orders/${token}/${verb}`),
        partner: (verb, { id }) => ordering.call("POST", `/v1/orders/${id}/${verb}`, { reason: "CAPACITY" }),
      };
      assert.equal((await end(venue, order)).status, 200);
      assert.equal((await place(ordering.locationId, { scheduled_for })).status, 201);
    });
  }

  test("an order that is not paid within a quarter of an hour gives its place back", async () => {
    const venue = await countedLocation(1);
    const { locationId } = venue;
    const scheduled_for = nextHour() + 3600;
    const order = await placedAt(locationId, { payment: "link", scheduled_for });
    const advance = (seconds: number) =>
      venue.call("POST", `/v1/sandbox/locations/${locationId}/clock`, { advance_seconds: seconds });
    // Real time counts too: a slow machine has a minute until the place is asked for.
    await advance(840);
    assert.deepEqual(codes(await place(locationId, { scheduled_for })), ["slot_full"]);
    await advance(61);
    const { body } = await service.call("GET", `/store/v1/orders/${order.token}`);
    assert.deepEqual([body.status, body.denial.reason], ["REJECTED", "PAYMENT_TIMEOUT"]);
    assert.equal(body.status_text, "The order was not paid in time, so it has ended. Nothing was taken.");
    assert.equal((await place(locationId, { scheduled_for })).status, 201);
  });

  test("another length of intervals counts what is due already", async () => {
    const { locationId } = await countedLocation(2);
    const at = nextHour();
    for (const minute of [0, 10]) await placedAt(locationId, { scheduled_for: at + minute * 60 });
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET capacity_interval_minutes = 15, capacity_max_orders = 2 WHERE id = $1", [
        locationId,
      ]),
    );
    assert.deepEqual(codes(await place(locationId, { scheduled_for: at + 14 * 60 })), ["slot_full"]);
    assert.equal((await place(locationId, { scheduled_for: at + 15 * 60 })).status, 201);
  });
});

interface Placed {
  readonly id: string;
  readonly token: string;
}
interface Venue {
  store(verb: string, order: Placed): Promise<CallAnswer>;
  partner(verb: string, order: Placed): Promise<CallAnswer>;
}

async function placedAt(locationId: string, fields: object): Promise<Placed> {
  const answer = await place(locationId, fields);
  assert.equal(answer.status, 201, answer.text);
  return { id: answer.body.order.id, token: answer.body.token };
}
