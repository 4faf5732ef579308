import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let venue: OrderingLocation;
let keys = 0;

before(async () => {
  service = await startService({ live: true });
  venue = await createOrderingLocation(service);
});
after(() => service.stop());

const usd = (amountMinor: number) => ({ amount: { amountMinor, currency: "USD" } });
const soup = { menu_entity_id: "soup-bowl", quantity: 2 };
const customer = { name: "Dana Diner", phone: "+12175550142" };

function store(method: string, path: string, body?: unknown): Promise<CallAnswer> {
  return service.call(method, path, body === undefined ? {} : { body });
}

/** Places an order as a diner, with a key of its own unless one is given. */
function place(fields: object = {}, { at = venue.locationId, key = `key-${++keys}` } = {}): Promise<CallAnswer> {
  const body = { items: [soup], customer, ...fields };
  return service.call("POST", `/store/v1/locations/${at}/orders`, { body, headers: { "idempotency-key": key } });
}

async function placed(fields: object = {}, at = venue.locationId): Promise<CallAnswer["body"]> {
  const answer = await place(fields, { at });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

describe("looking", () => {
  test("a location says that it takes orders, how, and how long it takes", async () => {
    const { locationId } = await createOrderingLocation(service, { preparation_minutes: 20, busy_delay_minutes: 15 });
    const { body } = await store("GET", `/store/v1/locations/${locationId}`);
    assert.equal(body.open_now, true);
    assert.deepEqual(body.reasons, []);
    assert.deepEqual(body.fulfillment_types, ["pickup", "delivery"]);
    assert.equal(body.ready_in_minutes, 35);
    const wait = body.next_possible_time - Date.now() / 1000;
    assert.ok(wait > 34 * 60 && wait <= 41 * 60, `${wait} s`);
  });

  test("a closed one says when it opens; a paused one until when; an inactive one takes nothing at any time (rules/ordering 1.7, 7.1 and 7.2)", async () => {
    const never = { windows: [] };
    const closed = await createOrderingLocation(service, { opening_hours: JSON.stringify(never) });
    const shut = (await store("GET", `/store/v1/locations/${closed.locationId}`)).body;
    assert.deepEqual([shut.open_now, shut.next_possible_time, shut.reasons[0].code], [false, null, "closed_now"]);
    const until = new Date(Date.now() + 3_600_000);
    const paused = await createOrderingLocation(service, { ordering_paused_until: until });
    const rests = (await store("GET", `/store/v1/locations/${paused.locationId}`)).body;
    assert.deepEqual([rests.open_now, rests.reasons[0].code], [false, "location_paused"]);
    assert.ok(rests.next_possible_time * 1000 >= until.getTime());
    const inactive = await createOrderingLocation(service, { status: "inactive" });
    const off = (await store("GET", `/store/v1/locations/${inactive.locationId}`)).body;
    assert.deepEqual([off.next_possible_time, off.reasons[0].code], [null, "location_inactive"]);
  });

  test("the menu shows what is sold out and what is outside its hours, each with its reason (rules/menus 5.4)", async () => {
    const day = new Date(Date.now()).getUTCDay();
    const far = (day + 3) % 7;
    const windows = [{ dayOfWeek: far, startTime: "08:00", endTime: "11:00" }];
    const menu = {
      currency: "USD",
      categories: [
        {
          externalId: "breakfast",
          name: "Breakfast",
          availability: { windows },
          items: [item("eggs", "Eggs", 700)],
        },
        {
          externalId: "mains",
          name: "Mains",
          items: [
            { ...item("stew", "Stew", 900), imageUrl: "https://pictures.example/stew.jpg", allergens: ["celery"] },
          ],
          categories: [{ externalId: "sides", name: "Sides", items: [item("rice", "Rice", 300)] }],
        },
      ],
    };
    const kitchen = await createOrderingLocation(service, {}, menu);
    const { locationId } = kitchen;
    const stock = await kitchen.call("GET", `/v1/locations/${locationId}/stock_status`);
    const stew = stock.body.data.find((row: { externalId: string; kind: string }) => row.externalId === "stew");
    await kitchen.call("PATCH", `/v1/locations/${locationId}/stock_status`, [
      { id: stew.id, stockStatus: "out_of_stock" },
    ]);
    const { body } = await store("GET", `/store/v1/locations/${locationId}/menu`);
    const [breakfast, mains, sides] = body.categories;
    assert.equal(breakfast.items[0].orderable, false);
    assert.equal(breakfast.items[0].variations[0].reasons[0].code, "not_available_now");
    assert.ok(breakfast.items[0].variations[0].reasons[0].available_from > body.at);
    assert.equal(mains.items[0].variations[0].reasons[0].code, "out_of_stock");
    assert.deepEqual(mains.items[0].allergens, ["celery"]);
    assert.match(mains.items[0].photo_url, new RegExp(`^/store/photos/${locationId}/[\\w-]{22}$`));
    assert.equal(sides.parent_id, "mains");
    assert.equal(sides.items[0].orderable, true);
    const later = breakfast.items[0].variations[0].reasons[0].available_from;
    const then = (await store("GET", `/store/v1/locations/${locationId}/menu?at=${later}`)).body;
    assert.equal(then.categories[0].items[0].orderable, true);
  });
});

function item(externalId: string, name: string, cents: number) {
  return { externalId, name, variations: [{ externalId: `${externalId}-one`, name: "One", price: usd(cents) }] };
}

describe("a quote", () => {
  const quote = (fields: object = {}, at = venue.locationId) =>
    store("POST", `/store/v1/locations/${at}/quotes`, { items: [soup], ...fields });

  test("explains every amount, and is what the order then costs (rules/ordering 5.1, 8.3)", async () => {
    const basket = { items: [soup, { menu_entity_id: "bread-loaf", quantity: 1 }], tip: 150 };
    const { body } = await quote(basket);
    const of = (kind: string): number =>
      body.amounts
        .filter((row: { kind: string }) => row.kind === kind)
        .reduce((sum: number, row: { amount: number }) => sum + row.amount, 0);
    assert.equal(of("price") + of("option"), body.totals.subtotal);
    assert.equal(of("tax"), body.totals.tax);
    assert.equal(of("tip"), 150);
    assert.ok(body.amounts.every((row: { explanation: string }) => row.explanation.length > 10));
    const { order } = await placed({ ...basket, expected_total: body.totals.total });
    assert.deepEqual(order.totals, body.totals);
    assert.deepEqual(order.amounts, body.amounts);
  });

  test("an order keeps what its diner reads, as the call says it (rules/messages-and-privacy 1.9)", async () => {
    const body = { items: [soup], customer };
    const languages: unknown[] = [];
    for (const header of [{}, { "accept-language": "ja, fr-CH;q=0.8, en;q=0.5" }]) {
      const headers = { "idempotency-key": `key-${++keys}`, ...header };
      const path = `/store/v1/locations/${venue.locationId}/orders`;
      const { order } = (await service.call("POST", path, { body, headers })).body;
      languages.push((await venue.call("GET", `/v1/orders/${order.id}`)).body.language);
    }
    assert.deepEqual(languages, [null, "fr"]);
    assert.equal((await venue.place({ language: "pt" })).language, "pt");
  });

  test("names every reason at once, and still says what it would cost where only the time is at fault (rules/ordering 5.2)", async () => {
    const { locationId } = await createOrderingLocation(service, {
      ordering_paused_until: new Date(Date.now() + 1_800_000),
      payment_options: ["link"],
    });
    const { status, body } = await quote({ payment: "pay_in_store", currency: "USD" }, locationId);
    assert.equal(status, 422);
    assert.deepEqual(
      body.details.reasons.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`),
      ["not_accepting_orders /payment", "location_paused "],
    );
    assert.ok(body.details.next_possible_time > Date.now() / 1000 + 1_700);
    assert.match(body.message, /Not taking orders until .* Next possible: /);
    // By the clock of the reader, as the page says it.
    assert.match(body.details.reasons[1].message, /^Not taking orders until .*\d\s[AP]M\.$/);
    assert.equal(body.details.quote.totals.subtotal, 1800);
    const later = await quote({ scheduled_for: body.details.next_possible_time }, locationId);
    assert.equal(later.status, 200, later.text);
    assert.equal(later.body.estimated_ready_at, body.details.next_possible_time);
  });

  test("of something unknown or against the rules has no price and every reason", async () => {
    const { status, body } = await quote({ items: [{ menu_entity_id: "dodo", quantity: 1 }], coupon_codes: ["NOPE"] });
    assert.equal(status, 422);
    assert.equal(body.details.quote, undefined);
    assert.ok(body.details.reasons.some(({ code }: { code: string }) => code === "unknown_item"));
  });

  test("stores nothing (rules/ordering 5.2)", async () => {
    const count = () => service.database.read.one<{ n: number }>("SELECT count(*)::int AS n FROM orders");
    const before = await count();
    await quote();
    assert.deepEqual(await count(), before);
  });
});

describe("placing", () => {
  test("needs an Idempotency-Key; sent again it is the same order with the same token (rules/ordering 14.3)", async () => {
    const without = await store("POST", `/store/v1/locations/${venue.locationId}/orders`, { items: [soup], customer });
    assert.equal(without.status, 400);
    assert.match(without.body.message, /idempotency-key is required/);
    const first = await place({}, { key: "twice" });
    const second = await place({}, { key: "twice" });
    assert.equal(second.headers.get("idempotent-replayed"), "true");
    assert.equal(second.text, first.text);
    assert.equal((await place({ tip: 5 }, { key: "twice" })).body.code, "idempotency_key_reused");
  });

  test("a total that has changed is not charged (rules/ordering 8.11)", async () => {
    const { status, body } = await place({ expected_total: 1 });
    assert.equal(status, 422);
    assert.equal(body.details.reasons[0].code, "price_changed");
    assert.equal(body.details.reasons[0].path, "/expected_total");
  });

  test("the diner pays by the link, follows the order to its end, and the partner decides in between", async () => {
    const { order, token, payment_link_url: link } = await placed();
    assert.match(token, /^[\w-]{32}$/);
    assert.equal(order.status_text, "Your order waits for its payment.");
    assert.match(link, /\/pay\/[\w-]+$/);
    await venue.call("POST", `/v1/sandbox/orders/${order.id}/pay`, {});
    await venue.call("POST", `/v1/orders/${order.id}/accept`, {});
    const accepted = (await store("GET", `/store/v1/orders/${token}`)).body;
    assert.deepEqual([accepted.status, accepted.payment_status, accepted.can_cancel], ["ACCEPTED", "paid", true]);
    assert.equal(accepted.payment_link_url, null);
    await venue.call("POST", `/v1/orders/${order.id}/ready`);
    await venue.call("POST", `/v1/orders/${order.id}/complete`);
    const done = await store("GET", `/store/v1/orders/${token}`);
    assert.equal(done.body.status, "FULFILLED");
    assert.equal(done.headers.get("cache-control"), "no-store");
    assert.equal(done.headers.get("referrer-policy"), "no-referrer");
    const texts = done.body.timeline.map(({ text }: { text: string }) => text);
    assert.equal(texts[0], "You placed the order");
    assert.ok(!texts.includes("The order was updated"), texts.join("; "));
  });

  test("a delivery has the courier's tip and its address; pay in store is for pickup (rules/ordering 5.11)", async () => {
    const delivery_address = {
      street: "2 Main St",
      city: "Springfield",
      state: "IL",
      postal_code: "62701",
      latitude: 39.8,
      longitude: -89.644,
    };
    const { order } = await placed({ fulfillment_type: "delivery", delivery_address, tip: 300 });
    assert.equal(order.totals.delivery_tip, 300);
    assert.equal(order.delivery_address.street, "2 Main St");
    assert.equal(order.delivery_address.latitude, undefined);
    const inStore = await placed({ payment: "pay_in_store" });
    assert.deepEqual([inStore.payment_link_url, inStore.order.payment_status], [null, "pay_in_store"]);
  });

  test("the diner cancels while that is allowed; what was paid goes back; later it is refused (rules/ordering 3.4)", async () => {
    const { order, token } = await placed();
    await venue.call("POST", `/v1/sandbox/orders/${order.id}/pay`, {});
    const cancelled = await store("POST", `/store/v1/orders/${token}/cancel`, { reason: "Too late for us" });
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, "CUSTOMER_CANCELLED"]);
    assert.match(cancelled.body.payment_status, /refund/);
    assert.equal((await store("POST", `/store/v1/orders/${token}/cancel`)).status, 200);
    const other = await placed({ payment: "pay_in_store" });
    for (const step of ["accept", "ready"]) await venue.call("POST", `/v1/orders/${other.order.id}/${step}`);
    const late = await store("POST", `/store/v1/orders/${other.token}/cancel`);
    assert.deepEqual([late.status, late.body.code], [409, "illegal_transition"]);
  });
});

describe("two environments, one surface", () => {
  test("a location and a token are found where they exist; what is ordered there stays there (rules/ordering 14.1)", async () => {
    assert.ok(service.live !== null);
    const live = { ...service, database: service.live };
    const there = await createOrderingLocation(live);
    const seen = await store("GET", `/store/v1/locations/${there.locationId}`);
    assert.deepEqual([seen.status, seen.body.livemode], [200, true]);
    const { order, token } = await placed({ payment: "pay_in_store" }, there.locationId);
    assert.equal(order.livemode, true);
    assert.equal((await store("GET", `/store/v1/orders/${token}`)).body.livemode, true);
    const rows = (database: typeof service.database) =>
      database.read.rows("SELECT id FROM orders WHERE id = $1", [order.id]);
    assert.equal((await rows(service.live)).length, 1);
    assert.equal((await rows(service.database)).length, 0);
  });

  test("an unknown token is 404, whatever it looks like, and is not repeated (rules/ordering 14.2)", async () => {
    for (const token of ["x", "a".repeat(32), "str_01m7zfkx8kf5w9nt3wq2fzs0d4"]) {
      const { status, text } = await store("GET", `/store/v1/orders/${token}`);
      assert.equal(status, 404);
      assert.ok(token === "x" || !text.includes(token));
    }
  });
});
