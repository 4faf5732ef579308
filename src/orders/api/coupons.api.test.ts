/** Coupons through whole orders: limits that hold under parallel orders, and redemptions that are given back. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { item } from "../../../test/harness/menu-calls.ts";
import { createOrderingLocation, placeOnceServed, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const percentOff = (percentage: number, promotionId: string, limits: object) => ({
  productSets: [{ externalId: "all", allProducts: true }],
  discounts: [
    { externalId: "d", name: "Off", benefitType: "percentage", percentage, benefitTargetProductSetId: "all" },
  ],
  promotions: [{ externalId: promotionId, name: "Welcome", discountId: "d", applicationMode: "coupon" }],
  coupons: [{ externalId: "welcome", code: "WELCOME", promotionId, ...limits }],
});
const soup = { ...item("soup"), externalId: "soup" };

function couponLocation(limits: object, columns = {}): Promise<OrderingLocation> {
  const menu = {
    currency: "USD",
    categories: [{ externalId: "c", name: "C", items: [soup] }],
    ...percentOff(20, "p", limits),
  };
  return createOrderingLocation(service, columns, menu);
}

const order = (location: OrderingLocation, phone: string, more: object = {}): Promise<CallAnswer> =>
  placeOnceServed(location, {
    items: [{ menu_entity_id: "soup", quantity: 1 }],
    coupon_codes: ["welcome"],
    customer: { name: "Dana", phone },
    ...more,
  });
const phone = (index: number): string => `+1217555${String(1000 + index)}`;

async function redeemed(location: OrderingLocation): Promise<{ counted: number; live: number }> {
  return service.database.read.one(
    `SELECT coalesce(sum(u.redeemed), 0) AS counted, (SELECT count(*) FROM coupon_redemptions r
      WHERE r.location_id = $1 AND given_back_at IS NULL) AS live FROM coupon_uses u WHERE u.location_id = $1`,
    [location.locationId],
  );
}

test("a coupon takes its discount off, line by line, and the order says so", async () => {
  const location = await couponLocation({});
  const placed = await order(location, phone(1));
  assert.equal(placed.status, 201, placed.text);
  assert.equal(placed.body.totals.subtotal, 500);
  assert.equal(placed.body.totals.discount, 100);
  assert.equal(placed.body.totals.total, 400);
  assert.equal(placed.body.line_items[0].discount, 100);
  assert.deepEqual(await redeemed(location), { counted: 1, live: 1 });
  const unknown = await order(location, phone(1), { coupon_codes: ["NOPE"] });
  assert.equal(unknown.status, 422);
  assert.equal(unknown.body.details.reasons[0].code, "coupon_invalid");
  assert.deepEqual(await redeemed(location), { counted: 1, live: 1 });
});

test("40 parallel orders for 7 redemptions: 7 are placed, the others are told (rules/ordering 9.2)", async () => {
  const location = await couponLocation({ maxRedemptions: 7 });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => order(location, phone(index))));
  const placed = answers.filter(({ status }) => status === 201);
  assert.equal(placed.length, 7);
  for (const { status, body } of answers) {
    if (status === 201) continue;
    assert.equal(status, 422);
    assert.match(body.details.reasons[0].message, /redeemed as often as it may be/);
    assert.equal(body.details.reasons[0].path, "/coupon_codes/0");
  }
  assert.deepEqual(await redeemed(location), { counted: 7, live: 7 });
});

test("parallel orders of one customer, whatever way the number is written: once (rules/ordering 9.2, 9.3)", async () => {
  const location = await couponLocation({ maxPerCustomer: 1 });
  const numbers = ["+12175550100", "+1 217 555 0100", "+1 (217) 555-0100", "0012175550100"];
  const answers = await Promise.all([...numbers, ...numbers].map((number) => order(location, number)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.match(
    answers.find(({ status }) => status !== 201)?.body.details.reasons[0].message,
    /as often as one customer may/,
  );
  assert.equal((await order(location, "+12175550101")).status, 201);
  assert.deepEqual(await redeemed(location), { counted: 2, live: 2 });
});

test("a denied, a store-cancelled and a diner-cancelled order give the coupon back, once (rules/ordering 9.4)", async () => {
  const location = await couponLocation({ maxRedemptions: 1 });
  const end = async (id: string, calls: readonly (readonly [string, object])[]) => {
    for (const [path, body] of calls) {
      const answer = await location.call("POST", path.replace("ID", id), body);
      assert.equal(answer.status, 200, answer.text);
    }
  };
  const endings = [
    [["/v1/orders/ID/deny", { reason: "CAPACITY" }]],
    [
      ["/v1/orders/ID/accept", {}],
      ["/v1/orders/ID/cancel", { reason: "CAPACITY" }],
    ],
    [["/v1/sandbox/orders/ID/customer_cancel", {}]],
  ] as const;
  for (const calls of endings) {
    const placed = await order(location, phone(1));
    assert.equal(placed.status, 201, placed.text);
    assert.equal((await order(location, phone(2))).status, 422);
    await end(placed.body.id, calls);
    await end(placed.body.id, calls.slice(-1));
    assert.deepEqual(await redeemed(location), { counted: 0, live: 0 });
  }
  const lapsed = await order(location, phone(1));
  const moved = await location.call("POST", `/v1/sandbox/locations/${location.locationId}/clock`, {
    advance_seconds: 400,
  });
  assert.equal(moved.status, 200, moved.text);
  assert.equal((await location.call("GET", `/v1/orders/${lapsed.body.id}`)).body.status, "REJECTED");
  assert.deepEqual(await redeemed(location), { counted: 0, live: 0 });
});

test("placing and ending in parallel: the count is the number of live redemptions and never above the limit", async () => {
  const location = await couponLocation({ maxRedemptions: 3 });
  const work = async (index: number): Promise<void> => {
    for (let round = 0; round < 4; round++) {
      const placed = await order(location, phone(index));
      assert.ok([201, 422].includes(placed.status), placed.text);
      assert.ok((await redeemed(location)).live <= 3);
      if (placed.status === 201) {
        const denied = await location.call("POST", `/v1/orders/${placed.body.id}/deny`, { reason: "CAPACITY" });
        assert.equal(denied.status, 200, denied.text);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => work(index)));
  assert.deepEqual(await redeemed(location), { counted: 0, live: 0 });
});

test("a menu that is published again keeps what was redeemed; an order without a coupon leaves no trace (rules/ordering 9.5)", async () => {
  const location = await couponLocation({ maxRedemptions: 1 });
  assert.equal((await order(location, phone(1), { coupon_codes: [] })).status, 201);
  assert.deepEqual(await redeemed(location), { counted: 0, live: 0 });
  assert.equal((await order(location, phone(1))).status, 201);
  const menu = {
    currency: "USD",
    categories: [{ externalId: "c", name: "C", items: [soup] }],
    ...percentOff(30, "other", { maxRedemptions: 2 }),
  };
  const published = await location.call("POST", `/v1/locations/${location.locationId}/menu`, menu);
  assert.equal(published.status, 200, published.text);
  const second = await order(location, phone(2));
  assert.equal(second.body.totals.discount, 150);
  assert.equal((await order(location, phone(3))).status, 422);
});
