import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { newId } from "../../kernel/id.ts";
import { createMetrics } from "../../platform/metrics/create-metrics.ts";
import { measureRefunds } from "./measure-refunds.job.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service);
});
after(() => service.stop());

const read = async (id: string) => (await shop.call("GET", `/v1/orders/${id}`)).body;
const pay = (id: string, card?: string) =>
  shop.call("POST", `/v1/sandbox/orders/${id}/pay`, card === undefined ? undefined : { card_number: card });
const payment = (id: string) =>
  service.database.read.one<{ status: string; captured: number; refunded: number }>(
    "SELECT status, captured, refunded FROM payments WHERE order_id = $1",
    [id],
  );

describe("the test processor", () => {
  test("an unpaid order waits for its link to be paid, then is handed over (rules/ordering 5.7, 10.9)", async () => {
    const order = await shop.place({ payment: "unpaid" });
    assert.equal(order.payment_status, "unpaid");
    assert.equal(order.decision_deadline, null);
    assert.match(order.payment.payment_link_url, /\/pay\/[\w-]{32}$/);
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/accept`)).body.code, "order_not_ready");
    const paid = await pay(order.id);
    assert.equal(paid.status, 200, paid.text);
    assert.equal(paid.body.payment_status, "paid");
    assert.notEqual(paid.body.decision_deadline, null);
    assert.equal(paid.body.payment.payment_link_url, null);
    assert.equal((await pay(order.id)).body.code, "payment_not_open");
    assert.deepEqual(await payment(order.id), { status: "paid", captured: 990, refunded: 0 });
  });

  test("each line of the ledger has the location of its payment, whatever is written, and is never changed", async () => {
    const order = await shop.place({ payment: "unpaid" });
    await pay(order.id);
    const { id } = await service.database.read.one<{ id: string }>(
      "SELECT m.id FROM payments_ledger m JOIN payments p ON p.id = m.payment_id WHERE p.order_id = $1",
      [order.id],
    );
    const copy = `INSERT INTO payments_ledger (id, payment_id, kind, debit, credit, amount, currency, reference, location_id)
      SELECT $2, payment_id, kind, debit, credit, amount, currency, 'again', 'str_00000000000000000000000000'
      FROM payments_ledger WHERE id = $1 RETURNING location_id`;
    const undone = new Error("undone");
    await assert.rejects(
      service.database.transaction(async (tx) => {
        const [written] = await tx.rows<{ location_id: string }>(copy, [id, newId("pml")]);
        assert.equal(written?.location_id, shop.locationId);
        throw undone;
      }),
      undone,
    );
    for (const change of ["UPDATE payments_ledger SET location_id = location_id", "DELETE FROM payments_ledger"])
      await assert.rejects(
        service.database.transaction((tx) => tx.rows(change, [])),
        /only grows/,
      );
  });

  test("a declined card leaves the link open for another (rules/ordering 10.8)", async () => {
    const order = await shop.place({ payment: "unpaid" });
    assert.equal((await pay(order.id, "4000 0000 0000 0002")).body.payment_status, "failed");
    assert.equal((await pay(order.id)).body.payment_status, "paid");
  });

  test("a delayed settlement is pending until it settles by the location's clock", async () => {
    const order = await shop.place({ payment: "unpaid" });
    assert.equal((await pay(order.id, "4000000000003220")).body.payment_status, "pending");
    await service.runDue();
    assert.equal((await read(order.id)).payment_status, "pending");
    await shop.call("POST", `/v1/sandbox/locations/${shop.locationId}/clock`, { advance_seconds: 31 });
    assert.equal((await read(order.id)).payment_status, "paid");
  });

  test("money that settles after the diner cancelled goes back (rules/ordering 11.2)", async () => {
    const order = await shop.place({ payment: "unpaid" });
    await pay(order.id, "4000000000003220");
    const cancelled = await shop.call("POST", `/v1/sandbox/orders/${order.id}/customer_cancel`, {
      reason: "changed my mind",
    });
    assert.equal(cancelled.body.status, "CUSTOMER_CANCELLED");
    assert.deepEqual(cancelled.body.cancellation, { actor: "customer", reason: "changed my mind" });
    await shop.call("POST", `/v1/sandbox/locations/${shop.locationId}/clock`, { advance_seconds: 31 });
    assert.equal((await read(order.id)).payment_status, "refunded");
    assert.deepEqual(await payment(order.id), { status: "refunded", captured: 990, refunded: 990 });
  });

  test("a refund that fails is tried again (rules/ordering 11.3)", async () => {
    const order = await shop.place({ payment: "unpaid" });
    await pay(order.id, "4000000000005126");
    await shop.call("POST", `/v1/orders/${order.id}/deny`, { reason: "OTHER" });
    await service.runDue();
    assert.equal((await read(order.id)).payment_status, "refund_pending");
    const metrics = createMetrics();
    await measureRefunds(service.database, metrics);
    assert.match(await metrics.registry.metrics(), /^maple_owed_refunds\{environment="test"\} 1$/m);
    await shop.call("POST", `/v1/sandbox/locations/${shop.locationId}/clock`, { advance_seconds: 6 });
    assert.equal((await read(order.id)).payment_status, "refunded");
  });

  test("a cancelled unpaid order closes its link (rules/ordering 11.1)", async () => {
    const order = await shop.place({ payment: "unpaid" });
    await shop.call("POST", `/v1/sandbox/orders/${order.id}/customer_cancel`);
    assert.equal((await payment(order.id)).status, "void");
    assert.equal((await pay(order.id)).body.code, "payment_not_open");
    const again = await shop.call("POST", `/v1/sandbox/orders/${order.id}/customer_cancel`);
    assert.equal(again.status, 200);
  });

  test("two payments of one link at once: one is taken", async () => {
    for (let round = 0; round < 10; round++) {
      const order = await shop.place({ payment: "unpaid" });
      const answers = await Promise.all([pay(order.id), pay(order.id), pay(order.id)]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
      assert.equal((await payment(order.id)).captured, 990);
    }
  });

  test("an unknown card is named with the ones that work", async () => {
    const order = await shop.place({ payment: "unpaid" });
    const answer = await pay(order.id, "4111111111111111");
    assert.equal(answer.status, 400);
    assert.match(answer.body.message, /body\.card_number must be one of the test cards: 4242424242424242/);
  });

  test("pay in store has no link to pay", async () => {
    const order = await shop.place({ payment: "pay_in_store" });
    assert.equal((await pay(order.id)).body.code, "payment_not_open");
  });

  test("the store's console cancels a pending order, the diner no ready one (rules/ordering 3.4, 3.5)", async () => {
    const pending = await shop.place();
    const cancelled = await shop.call("POST", `/v1/sandbox/orders/${pending.id}/store_cancel`);
    assert.equal(cancelled.body.status, "STORE_CANCELLED");
    const ready = await shop.place();
    await shop.call("POST", `/v1/orders/${ready.id}/accept`);
    await shop.call("POST", `/v1/orders/${ready.id}/ready`);
    const refused = await shop.call("POST", `/v1/sandbox/orders/${ready.id}/customer_cancel`);
    assert.equal(refused.status, 409);
    assert.equal(refused.body.code, "illegal_transition");
    await shop.call("POST", `/v1/orders/${ready.id}/cancel`, { reason: "STORE_CLOSED" });
    await service.runDue();
    assert.equal((await read(ready.id)).payment_status, "refunded");
    const cancelEvents = (await shop.events(ready.id)).filter(({ event_type }) => event_type === "order.cancelled");
    assert.equal(cancelEvents.length, 1);
  });
});

describe("the hosted page", () => {
  const page = async (url: string, form?: Readonly<Record<string, string>>) => {
    const body = form === undefined ? null : new URLSearchParams(form);
    const answer = await fetch(url, { method: form === undefined ? "GET" : "POST", body });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  test("takes a test card in a form, and shows what came of it", async () => {
    const order = await shop.place({ payment: "unpaid" });
    const url = order.payment.payment_link_url;
    const open = await page(url);
    assert.equal(open.status, 200);
    assert.match(open.text, /Pay \$9\.90/);
    assert.match(open.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    assert.equal(open.headers.get("referrer-policy"), "no-referrer");
    assert.match((await page(url, { card_number: "1" })).text, /not one of the test cards/);
    assert.match((await page(url, { card_number: "4000 0000 0000 0002" })).text, /declined/);
    assert.match((await page(url, { card_number: "4242 4242 4242 4242" })).text, /Paid \$9\.90/);
    assert.match((await page(url, { card_number: "4242 4242 4242 4242" })).text, /Paid \$9\.90/);
    assert.equal((await read(order.id)).payment_status, "paid");
  });

  test("an unknown token is a page that says so", async () => {
    const answer = await page(`${service.url}/pay/${"x".repeat(32)}`);
    assert.equal(answer.status, 404);
    assert.match(answer.text, /We could not find this payment/);
  });
});
