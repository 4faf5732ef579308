/** What an unpaid order holds is free for the order that takes its place: the promo code and the capacity (rules/ordering 14.3). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";
import { checkoutAt, type CheckoutCalls } from "./checkout-page.fixture.ts";

let service: TestService;

before(async () => {
  service = await startService();
});
after(async () => {
  const broken = (await verifyMoney(service.database.read)).filter(({ violations }) => violations > 0);
  await service.stop();
  assert.deepEqual(broken, []);
});

const once = (limits: object) => ({
  currency: "USD",
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        {
          externalId: "soup",
          name: "Soup",
          variations: [
            { externalId: "soup-bowl", name: "Bowl", price: { amount: { amountMinor: 900, currency: "USD" } } },
          ],
        },
      ],
    },
  ],
  productSets: [{ externalId: "all", allProducts: true }],
  discounts: [
    { externalId: "d", name: "Off", benefitType: "percentage", percentage: 20, benefitTargetProductSetId: "all" },
  ],
  promotions: [{ externalId: "p", name: "Welcome", discountId: "d", applicationMode: "coupon" }],
  coupons: [{ externalId: "welcome", code: "WELCOME", promotionId: "p", ...limits }],
});
const diner = { name: "Dana Diner", phone: "+12175550142", payment: "link", day: "soon", tip: "0", coupon: "WELCOME" };

interface Venue extends CheckoutCalls {
  readonly venue: OrderingLocation;
}

async function couponVenue(limits: object, columns = {}): Promise<Venue> {
  const venue = await createOrderingLocation(service, { order_messages: "off", ...columns }, once(limits));
  return { venue, ...checkoutAt(service, venue.locationId) };
}

const ordersOf = ({ locationId }: OrderingLocation) =>
  service.database.read.rows<{ status: string; discount: number; payment_status: string; reason: string | null }>(
    `SELECT status, (totals ->> 'discount')::int AS discount, payment_status, cancellation ->> 'reason' AS reason
     FROM orders WHERE location_id = $1 ORDER BY created_at, id`,
    [locationId],
  );
const openOrders = async (venue: OrderingLocation) =>
  (await ordersOf(venue)).filter(({ status }) => status !== "CUSTOMER_CANCELLED");
const redeemed = ({ locationId }: OrderingLocation) =>
  service.database.read.one<{ counted: number; live: number }>(
    `SELECT u.redeemed AS counted, (SELECT count(*) FROM coupon_redemptions r
       WHERE r.location_id = $1 AND given_back_at IS NULL) AS live FROM coupon_uses u WHERE u.location_id = $1`,
    [locationId],
  );
const pay = (path: string | null) =>
  fetch(`${service.url}${path ?? ""}`, {
    method: "POST",
    body: new URLSearchParams({ card_number: "4242 4242 4242 4242" }),
    redirect: "manual",
  });

for (const limits of [{ maxPerCustomer: 1 }, { maxRedemptions: 1 }])
  test(`a promo code of ${JSON.stringify(limits)} goes from the unpaid order to the one that takes its place`, async () => {
    const { venue, open, orderWith } = await couponVenue(limits);
    const first = await orderWith(await open(), diner);
    assert.equal(first.status, 303);
    const back = await open(first.kept);
    const second = await orderWith(back, { ...diner, tip: "10" }, first.kept);
    assert.equal(second.status, 303);
    const [before, now] = await ordersOf(venue);
    assert.deepEqual([before?.status, before?.reason], ["CUSTOMER_CANCELLED", "REPLACED"]);
    assert.deepEqual([now?.status, now?.discount], ["PENDING", 360]);
    assert.deepEqual(await redeemed(venue), { counted: 1, live: 1 });
    await pay(first.to);
    assert.equal((await ordersOf(venue))[0]?.payment_status, "unpaid", "nothing is paid for an order that is over");
    assert.equal((await pay(second.to)).status, 303);
    const third = await orderWith(await open(second.kept), diner, second.kept);
    assert.equal(third.status, 409, "a paid order keeps its code");
    assert.match(third.text, /promo code/i);
    assert.deepEqual(await redeemed(venue), { counted: 1, live: 1 });
  });

test("another browser is refused the code that an unpaid order holds", async () => {
  const { open, orderWith } = await couponVenue({ maxPerCustomer: 1 });
  assert.equal((await orderWith(await open(), diner)).status, 303);
  assert.equal((await orderWith(await open(), diner)).status, 409);
});

test("two windows that order at once with the code: one unpaid order is left, and it has the code", async () => {
  const { venue, open, send, orderWith } = await couponVenue({ maxPerCustomer: 1 });
  const first = await orderWith(await open(), diner);
  const windows = await Promise.all([open(first.kept), open(first.kept), open(first.kept)]);
  const priced = await Promise.all(windows.map((page) => send(page, { ...diner, do: "price" }, first.kept)));
  const sent = await Promise.all(priced.map((page) => send(page, { ...diner, do: "place" }, first.kept)));
  assert.deepEqual(
    sent.map(({ status }) => status),
    [303, 303, 303],
  );
  assert.equal(new Set(sent.map(({ to }) => to)).size, 3);
  assert.deepEqual(
    (await openOrders(venue)).map(({ status, discount }) => [status, discount]),
    [["PENDING", 360]],
  );
  assert.deepEqual(await redeemed(venue), { counted: 1, live: 1 });
});

test("a second window that orders after the first one takes the place of that order too", async () => {
  const { venue, open, send, orderWith } = await couponVenue({ maxPerCustomer: 1 });
  const first = await orderWith(await open(), diner);
  const [one, two] = await Promise.all([open(first.kept), open(first.kept)]);
  const priced = await send(two, { ...diner, do: "price" }, first.kept);
  const second = await orderWith(one, diner, first.kept);
  const third = await send(priced, { ...diner, do: "place" }, second.kept);
  assert.equal(third.status, 303);
  assert.equal((await openOrders(venue)).length, 1);
});

test("a window from before the unpaid order says first that this order ends, then takes the code", async () => {
  const { venue, open, orderWith, send } = await couponVenue({ maxPerCustomer: 1 });
  const old = await send(await open(), { ...diner, do: "price" });
  const first = await orderWith(await open(), diner);
  const told = await send(old, { ...diner, do: "place" }, first.kept);
  assert.equal(told.status, 409);
  assert.match(told.text, /role="alert"[^>]*>\s*<p>Order \d+ is not paid yet\. A new order takes its place/);
  assert.equal((await ordersOf(venue)).length, 1);
  assert.equal((await send(told, { ...diner, do: "place" }, first.kept)).status, 303);
  assert.equal((await openOrders(venue)).length, 1);
});

test("an order that is paid while another window replaces it: one of both has the code, and one is paid", async () => {
  for (let round = 0; round < 8; round++) {
    const { venue, open, send, orderWith } = await couponVenue({ maxPerCustomer: 1 });
    const first = await orderWith(await open(), diner);
    const back = await send(await open(first.kept), { ...diner, do: "price" }, first.kept);
    const [placed] = await Promise.all([send(back, { ...diner, do: "place" }, first.kept), pay(first.to)]);
    assert.equal(placed.status, 303);
    const left = await openOrders(venue);
    assert.equal(left.length, 1);
    assert.deepEqual(await redeemed(venue), { counted: 1, live: 1 });
    if (left[0]?.payment_status !== "paid") assert.equal((await pay(placed.to)).status, 303);
  }
});

test("a window that orders from the page of an order that another window paid is led to that order", async () => {
  const { venue, open, send, orderWith } = await couponVenue({ maxPerCustomer: 1 });
  const first = await orderWith(await open(), diner);
  const two = await send(await open(first.kept), { ...diner, do: "price" }, first.kept);
  const second = await orderWith(await open(first.kept), { ...diner, tip: "10" }, first.kept);
  assert.equal((await pay(second.to)).status, 303);
  // The answer that would have given this window the new key is still on its way.
  const third = await send(two, { ...diner, do: "place" }, first.kept);
  assert.equal(third.status, 303);
  const page = await fetch(`${service.url}${third.to ?? ""}`, { headers: { "accept-language": "en" } });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Dana Diner|Order \d+/);
  assert.equal((await openOrders(venue)).length, 1);
});

test("the last place of an hour is free for the order that takes the place of the unpaid one that has it", async () => {
  const columns = { capacity_interval_minutes: 60, capacity_max_orders: 1, timezone: "UTC" };
  const { venue, open, orderWith } = await couponVenue({}, columns);
  const first = await orderWith(await open(), diner);
  assert.equal(first.status, 303);
  const second = await orderWith(await open(first.kept), { ...diner, tip: "10" }, first.kept);
  assert.equal(second.status, 303);
  assert.equal((await openOrders(venue)).length, 1);
});
