/** Orders that are not paid in time, and orders that nobody could decide (rules/ordering 6.4 to 6.6). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { item } from "../../../test/harness/menu-calls.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { operatorToken, startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { chargeTestCard, type OnPaymentNews } from "../../payments/money/charge-test-card.command.ts";
import { findOrderPayment } from "../../payments/payment/find-payment.query.ts";
import { findTestCard } from "../../payments/test-processor/test-cards.ts";
import { endUnpayable } from "./end-unpayable.command.ts";
import { applyPaymentNews } from "./pay-order.command.ts";
import { verifyMoney } from "./verify-money.query.ts";

let service: TestService;
before(async () => {
  service = await startService();
});
after(async () => {
  const broken = (await verifyMoney(service.database.read)).filter(({ violations }) => violations > 0);
  await service.stop();
  assert.deepEqual(broken, []);
});

/** The payments of this file are of orders. */
const tellOrder: OnPaymentNews = (tx, of, news, about) =>
  applyPaymentNews(tx, of.order_id ?? assert.fail(), news, about);
const read = async (venue: OrderingLocation, id: string) => (await venue.call("GET", `/v1/orders/${id}`)).body;
const advance = (venue: OrderingLocation, advance_seconds: number) =>
  venue.call("POST", `/v1/sandbox/locations/${venue.locationId}/clock`, { advance_seconds });
const pay = (venue: OrderingLocation, id: string, card_number = "4242424242424242") =>
  venue.call("POST", `/v1/sandbox/orders/${id}/pay`, { card_number });
const pagesPath = (order: { readonly payment: { readonly payment_link_url: string } }): string =>
  new URL(order.payment.payment_link_url).pathname;
const page = async (path: string, body?: URLSearchParams): Promise<string> =>
  (await fetch(`${service.url}${path}`, body === undefined ? {} : { method: "POST", body })).text();
const endOf = ({ status, payment_status, denial }: Record<string, { reason: string } | null>) => [
  status,
  payment_status,
  denial?.reason,
];
const ended = (reason: string) => ["REJECTED", "unpaid", reason];
/** Moves the clock without firing what becomes due, as if the sweep were late. */
const late = ({ locationId }: OrderingLocation, seconds: number) =>
  service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + $2 WHERE id = $1", [
      locationId,
      seconds,
    ]),
  );
const charges = async (id: string) =>
  service.database.read.one<{ readonly charged: number; readonly kept: number; readonly refunds: number }>(
    `SELECT (SELECT count(*) FROM payments_ledger m WHERE m.payment_id = p.id AND m.kind = 'charge') AS charged,
       p.captured - p.refunded AS kept, (SELECT count(*) FROM refunds r WHERE r.payment_id = p.id) AS refunds
     FROM payments p WHERE p.order_id = $1`,
    [id],
  );

describe("the payment window", () => {
  test("an order that nobody pays ends after fifteen minutes, not before, and is told of once", async () => {
    const venue = await createOrderingLocation(service);
    const order = await venue.place({ payment: "unpaid" });
    const path = pagesPath(order);
    assert.match(await page(path), /Pay by \d{1,2}:\d\d( [AP]M)?\. After that, the order ends/);
    // Real time counts too: a slow machine has a minute until the order is read.
    await advance(venue, 840);
    assert.equal((await read(venue, order.id)).status, "PENDING");
    await advance(venue, 60);
    const after = await read(venue, order.id);
    assert.deepEqual(endOf(after), ended("PAYMENT_TIMEOUT"));
    assert.equal(after.payment.payment_link_url, null);
    const told = (await venue.events(order.id)).map(({ event_type }) => event_type);
    assert.deepEqual(told, ["order.created", "order.updated"]);
    assert.match(await page(path), /not paid in time, so it has ended\. Nothing was taken/);
    const refused = await pay(venue, order.id);
    assert.deepEqual([refused.status, refused.body.code], [409, "payment_not_open"]);
    assert.deepEqual(await charges(order.id), { charged: 0, kept: 0, refunds: 0 });
  });

  test("its length is the location's", async () => {
    const venue = await createOrderingLocation(service, { payment_window_minutes: 5 });
    const order = await venue.place({ payment: "unpaid" });
    await advance(venue, 301);
    assert.deepEqual(endOf(await read(venue, order.id)), ended("PAYMENT_TIMEOUT"));
  });

  test("a declined card does not make it longer", async () => {
    const venue = await createOrderingLocation(service);
    const order = await venue.place({ payment: "unpaid" });
    await advance(venue, 600);
    assert.equal((await pay(venue, order.id, "4000000000000002")).body.payment_status, "failed");
    await advance(venue, 301);
    assert.deepEqual(endOf(await read(venue, order.id)), ended("PAYMENT_TIMEOUT"));
  });

  test("a scheduled order cannot be paid after its time", async () => {
    const venue = await createOrderingLocation(service);
    const scheduled_for = Math.floor(Date.now() / 1000) + 420;
    const order = await venue.place({ payment: "unpaid", scheduled_for });
    await advance(venue, 421);
    assert.deepEqual(endOf(await read(venue, order.id)), ended("PAYMENT_TIMEOUT"));
  });

  test("it begins when the validation is over", async () => {
    const venue = await createOrderingLocation(service, { validation_timeout: "continue" });
    const subscription = { notification_url: "http://127.0.0.1:9/", event_types: ["order.validation_requested"] };
    assert.equal((await venue.call("POST", "/v1/webhook_subscriptions", subscription)).status, 201);
    const order = await venue.place({ payment: "unpaid" });
    await advance(venue, 31);
    await advance(venue, 840);
    assert.equal((await read(venue, order.id)).status, "PENDING");
    await advance(venue, 61);
    assert.deepEqual(endOf(await read(venue, order.id)), ended("PAYMENT_TIMEOUT"));
  });

  test("money that settles after it goes back, whole and once", async () => {
    const venue = await createOrderingLocation(service);
    const order = await venue.place({ payment: "unpaid" });
    await advance(venue, 885);
    assert.equal((await pay(venue, order.id, "4000000000003220")).body.payment_status, "pending");
    await advance(venue, 16);
    assert.deepEqual(endOf(await read(venue, order.id)), ["REJECTED", "pending", "PAYMENT_TIMEOUT"]);
    await advance(venue, 30);
    await service.runDue();
    assert.deepEqual(endOf(await read(venue, order.id)), ["REJECTED", "refunded", "PAYMENT_TIMEOUT"]);
    assert.deepEqual(await charges(order.id), { charged: 1, kept: 0, refunds: 1 });
    assert.equal((await venue.events(order.id)).filter((event) => event.event_type === "order.notification").length, 0);
  });

  test("a coupon that one diner may use is free again", async () => {
    const menu = {
      currency: "USD",
      categories: [{ externalId: "c", name: "C", items: [item("soup")] }],
      productSets: [{ externalId: "all", allProducts: true }],
      discounts: [
        { externalId: "d", name: "Off", benefitType: "percentage", percentage: 20, benefitTargetProductSetId: "all" },
      ],
      promotions: [{ externalId: "p", name: "Welcome", discountId: "d", applicationMode: "coupon" }],
      coupons: [{ externalId: "welcome", code: "WELCOME", promotionId: "p", maxRedemptions: 1 }],
    };
    const venue = await createOrderingLocation(service, {}, menu);
    const basket = { items: [{ menu_entity_id: "soup", quantity: 1 }], coupon_codes: ["WELCOME"], payment: "unpaid" };
    await venue.place(basket);
    await assert.rejects(venue.place(basket), /coupon_invalid/);
    await advance(venue, 901);
    assert.equal((await venue.place(basket)).totals.discount, 100);
  });
});

describe("paying at the end of the window", () => {
  test("a card after the deadline charges nothing, also when the sweep is late", async () => {
    for (const byPage of [true, false]) {
      const venue = await createOrderingLocation(service);
      const order = await venue.place({ payment: "unpaid" });
      await late(venue, 901);
      if (byPage)
        assert.match(
          await page(pagesPath(order), new URLSearchParams({ card_number: "4242 4242 4242 4242" })),
          /in time/,
        );
      else assert.equal((await pay(venue, order.id)).status, 409);
      assert.deepEqual(endOf(await read(venue, order.id)), ended("PAYMENT_TIMEOUT"));
      assert.deepEqual(await charges(order.id), { charged: 0, kept: 0, refunds: 0 });
    }
  });

  const card = findTestCard("4242424242424242");
  async function unpaid(venue: OrderingLocation) {
    const { id }: { readonly id: Id<"ord"> } = await venue.place({ payment: "unpaid" });
    const payment = await findOrderPayment(service.database.read, id);
    assert.ok(payment !== undefined && card !== undefined);
    return { id, charge: { payment, card } };
  }

  test("who has the order first wins: paid in time, the sweep that waited leaves it", async () => {
    const venue = await createOrderingLocation(service, { payment_window_minutes: 5 });
    const { id, charge } = await unpaid(venue);
    let sweep: Promise<void> | undefined;
    const refused = await service.database.transaction(async (tx) => {
      const charged = await chargeTestCard(tx, charge.payment, charge.card, tellOrder);
      // Shorter than the time to decide, which has begun.
      await late(venue, 301);
      sweep = service.database.transaction((own) => endUnpayable(own, id));
      await untilSomebodyWaits(tx);
      return charged;
    });
    assert.ok(!isRefusal(refused));
    await sweep;
    const order = await read(venue, id);
    assert.deepEqual([order.status, order.payment_status], ["PENDING", "paid"]);
    assert.deepEqual(await charges(id), { charged: 1, kept: 990, refunds: 0 });
  });

  test("who has the order first wins: ended, the diner who waited is charged nothing", async () => {
    const venue = await createOrderingLocation(service);
    const { id, charge } = await unpaid(venue);
    await late(venue, 901);
    let paying: Promise<unknown> | undefined;
    await service.database.transaction(async (tx) => {
      await endUnpayable(tx, id);
      paying = service.database.transaction((own) => chargeTestCard(own, charge.payment, charge.card, tellOrder));
      await untilSomebodyWaits(tx);
    });
    assert.ok(isRefusal(await paying));
    assert.deepEqual(endOf(await read(venue, id)), ended("PAYMENT_TIMEOUT"));
    assert.deepEqual(await charges(id), { charged: 0, kept: 0, refunds: 0 });
  });
});

describe("a location where nobody could decide (rules/ordering 1.8)", () => {
  const close = (venue: OrderingLocation) =>
    service.call("PATCH", `/operator/v1/test/locations/${venue.locationId}`, {
      key: operatorToken,
      body: { status: "inactive" },
    });
  const disconnect = (venue: OrderingLocation) => venue.call("DELETE", `/v1/locations/${venue.locationId}/connection`);

  for (const [how, leave] of [
    ["is inactive", close],
    ["has no receiver", disconnect],
  ] as const) {
    test(`an order ends before any charge where the location ${how}`, async () => {
      const venue = await createOrderingLocation(service);
      const order = await venue.place({ payment: "unpaid" });
      assert.equal((await leave(venue)).status, 200);
      const shown = await page(pagesPath(order), new URLSearchParams({ card_number: "4242424242424242" }));
      assert.match(shown, /are not taking orders, so the order has ended\. Nothing was taken/);
      const stored = await service.database.read.one<{
        status: string;
        payment_status: string;
        denial: { reason: string };
      }>("SELECT status, payment_status, denial FROM orders WHERE id = $1", [order.id]);
      assert.deepEqual([stored.status, stored.payment_status, stored.denial.reason], ended("STORE_CLOSED"));
      assert.deepEqual(await charges(order.id), { charged: 0, kept: 0, refunds: 0 });
    });
  }

  test("a simulated diner is not charged after the validation", async () => {
    const venue = await createOrderingLocation(service, { validation_timeout: "continue" });
    const subscription = { notification_url: "http://127.0.0.1:9/", event_types: ["order.validation_requested"] };
    assert.equal((await venue.call("POST", "/v1/webhook_subscriptions", subscription)).status, 201);
    const order = await venue.place({ payment: "paid" });
    await close(venue);
    await advance(venue, 31);
    assert.deepEqual(endOf(await read(venue, order.id)), ended("STORE_CLOSED"));
    assert.deepEqual(await charges(order.id), { charged: 0, kept: 0, refunds: 0 });
  });

  test("money that was on its way when the location closed goes back at once", async () => {
    const venue = await createOrderingLocation(service);
    const order = await venue.place({ payment: "unpaid" });
    await pay(venue, order.id, "4000000000003220");
    await close(venue);
    await advance(venue, 31);
    await service.runDue();
    assert.deepEqual(endOf(await read(venue, order.id)), ["REJECTED", "refunded", "STORE_CLOSED"]);
    assert.deepEqual(await charges(order.id), { charged: 1, kept: 0, refunds: 1 });
  });

  test("orders that are decided by hand are paid without an app", async () => {
    const venue = await createOrderingLocation(service, { order_routing: "manual" });
    const order = await venue.place({ payment: "unpaid" });
    assert.equal((await disconnect(venue)).status, 200);
    await page(pagesPath(order), new URLSearchParams({ card_number: "4242424242424242" }));
    assert.match(await page(pagesPath(order)), /Paid \$9\.90/);
  });
});
