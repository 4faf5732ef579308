import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { checkOrderInvariants } from "../../../test/models/order-invariants.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import { verifyMoney } from "../decide/verify-money.query.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, { payment_options: ["link", "pay_in_store"] });
});
after(() => service.stop());

const items = [
  { menu_entity_id: "soup-bowl", quantity: 2 },
  { menu_entity_id: "bread-loaf", quantity: 1 },
];
// Two soups of 9.00 and a loaf of 4.50, and 10 % tax.
const whole = 2475;

const read = async (id: string) => (await shop.call("GET", `/v1/orders/${id}`)).body;
const post = (id: string, what: string, body?: unknown) => shop.call("POST", `/v1/orders/${id}/${what}`, body);
const report = (id: string, line_items: readonly object[], more: object = {}) =>
  post(id, "unavailable_items", { line_items, ...more });
const answer = (id: string, changeId: string, choice: string) =>
  shop.call("POST", `/v1/sandbox/orders/${id}/changes/${changeId}`, { choice });
const advance = (seconds: number) =>
  shop.call("POST", `/v1/sandbox/locations/${shop.locationId}/clock`, { advance_seconds: seconds });
const payment = (id: string) =>
  service.database.read.one<{ captured: number; refund_requested: number; refunded: number; status: string }>(
    "SELECT captured, refund_requested, refunded, status FROM payments WHERE order_id = $1",
    [id],
  );

async function accepted(fields: object = {}): Promise<{ id: string; soup: string; bread: string }> {
  const order = await shop.place({ items, ...fields });
  assert.equal((await post(order.id, "accept")).status, 200);
  return { id: order.id, soup: order.line_items[0].id, bread: order.line_items[1].id };
}

function assertStatus(expected: number, { status, text }: CallAnswer): void {
  assert.equal(status, expected, text);
}

describe("items that are unavailable", () => {
  test("the diner takes the order without them: priced anew, the rest goes back, everything is told (rules/ordering 12.1)", async () => {
    const { id, soup } = await accepted();
    const offered = await report(id, [{ id: soup, quantity: 1 }], { reason: "The pot is empty" });
    assertStatus(200, offered);
    assert.equal(offered.body.status, "offered");
    assert.deepEqual([offered.body.total, offered.body.refund], [1485, 990]);
    assert.equal((await read(id)).totals.total, whole, "nothing changes before the answer");
    const taken = await answer(id, offered.body.id, "remove");
    assertStatus(200, taken);
    assert.deepEqual([taken.body.status, taken.body.answered_by], ["removed", "diner"]);
    const order = await read(id);
    assert.deepEqual(
      order.line_items.map(({ quantity, total }: { quantity: number; total: number }) => [quantity, total]),
      [
        [1, 900],
        [1, 450],
      ],
    );
    assert.equal(order.totals.total, 1485);
    assert.equal(order.status, "ACCEPTED");
    assert.equal(order.payment_status, "paid");
    assert.deepEqual(await payment(id), { captured: whole, refund_requested: 990, refunded: 0, status: "paid" });
    await service.runDue();
    assert.equal((await payment(id)).refunded, 990);
    assert.equal((await read(id)).payment.refunded, 990);
    const told = (await shop.events(id)).map(({ event_type }) => event_type);
    assert.equal(told.filter((type) => type === "order.updated").length, 4, "accept, report, removal, refund");
  });

  test("the diner cancels instead: all the money goes back, once", async () => {
    const { id, bread } = await accepted();
    const offered = (await report(id, [{ id: bread }])).body;
    assertStatus(200, await answer(id, offered.id, "cancel"));
    assertStatus(200, await answer(id, offered.id, "cancel"));
    const late = await answer(id, offered.id, "remove");
    assert.equal(late.body.code, "change_closed");
    assert.deepEqual(late.body.details, { status: "cancelled" });
    await service.runDue();
    const order = await read(id);
    assert.deepEqual([order.status, order.payment_status], ["CUSTOMER_CANCELLED", "refunded"]);
    assert.deepEqual(order.cancellation, { actor: "customer", reason: "ITEM_AVAILABILITY" });
    assert.equal((await payment(id)).refunded, whole);
  });

  test("without an answer they are removed after five minutes, not before (rules/ordering 12.2)", async () => {
    const { id, bread } = await accepted();
    const offered = (await report(id, [{ id: bread }])).body;
    await advance(240);
    assert.equal((await read(id)).changes[0].status, "offered");
    await advance(61);
    const order = await read(id);
    assert.deepEqual([order.changes[0].status, order.changes[0].answered_by], ["removed", "service"]);
    assert.equal(order.totals.total, 1980);
    assert.equal((await answer(id, offered.id, "cancel")).body.code, "change_closed");
    assertStatus(200, await answer(id, offered.id, "remove"));
  });

  test("an order reported ready is ready without them (rules/ordering 12.2)", async () => {
    const { id, bread } = await accepted();
    await report(id, [{ id: bread }]);
    assertStatus(200, await post(id, "ready"));
    const order = await read(id);
    assert.deepEqual([order.status, order.totals.total, order.changes[0].answered_by], ["READY", 1980, "partner"]);
    assert.equal((await payment(id)).refund_requested, 495);
    assert.equal((await report(id, [{ id: order.line_items[0].id, quantity: 1 }])).body.code, "illegal_transition");
  });

  test("the same report again is the same offer; a further one names everything and replaces it (rules/ordering 12.3)", async () => {
    const { id, soup, bread } = await accepted();
    const first = (await report(id, [{ id: soup, quantity: 1 }])).body;
    assert.equal((await report(id, [{ id: soup, quantity: 1 }])).body.id, first.id);
    const second = (await report(id, [{ id: bread }])).body;
    assert.deepEqual(
      second.line_items.map(({ id: line, quantity }: { id: string; quantity: number }) => [line, quantity]),
      [
        [soup, 1],
        [bread, 1],
      ],
    );
    assert.equal(second.total, 990);
    assert.deepEqual(
      (await read(id)).changes.map(({ status }: { status: string }) => status),
      ["replaced", "offered"],
    );
    assert.equal((await answer(id, first.id, "remove")).body.code, "change_closed");
    assertStatus(200, await answer(id, second.id, "remove"));
    assert.equal((await read(id)).totals.total, 990);
  });

  test("removed twice, then cancelled: what is left goes back, and never more than was paid (rules/ordering 11.6)", async () => {
    const { id, soup, bread } = await accepted();
    await answer(id, (await report(id, [{ id: bread }])).body.id, "remove");
    await answer(id, (await report(id, [{ id: soup, quantity: 1 }])).body.id, "remove");
    assertStatus(200, await post(id, "cancel", { reason: "STORE_CLOSED" }));
    await service.runDue();
    assert.deepEqual(await payment(id), {
      captured: whole,
      refund_requested: whole,
      refunded: whole,
      status: "refunded",
    });
    assert.equal((await read(id)).payment.refunded, whole);
  });

  test("the venue cancels while the diner is asked: the question is over", async () => {
    const { id, bread } = await accepted();
    const offered = (await report(id, [{ id: bread }])).body;
    await post(id, "cancel", { reason: "STORE_CLOSED" });
    assert.equal((await read(id)).changes[0].status, "cancelled");
    assert.equal((await answer(id, offered.id, "remove")).body.code, "change_closed");
  });

  test("pay in store: the order costs less, and no money moves", async () => {
    const { id, bread } = await accepted({ payment: "pay_in_store" });
    const offered = (await report(id, [{ id: bread }])).body;
    assert.deepEqual([offered.total, offered.refund], [1980, 0]);
    await answer(id, offered.id, "remove");
    const order = await read(id);
    assert.deepEqual([order.totals.total, order.payment_status, order.payment.refunded], [1980, "pay_in_store", 0]);
  });

  test("what cannot be reported is named (rules/ordering 12.4)", async () => {
    const { id, soup, bread } = await accepted();
    const wrong = await report(id, [{ id: soup, quantity: 3 }, { id: "oli_01k7zfmt64eae8pv7md9cjpk9f" }]);
    assertStatus(400, wrong);
    assert.match(wrong.body.message, /body\.line_items\[0\]\.quantity is more than the 2 that were ordered/);
    assert.match(wrong.body.message, /body\.line_items\[1\]\.id is no line item of this order/);
    assert.equal((await report(id, [{ id: soup }, { id: bread }])).body.code, "nothing_left");
    const pending = await shop.place({ items });
    const early = await report(pending.id, [{ id: pending.line_items[0].id, quantity: 1 }]);
    assert.deepEqual([early.status, early.body.code], [409, "illegal_transition"]);
  });

  test("what is named becomes out of stock", async () => {
    const other = await createOrderingLocation(service);
    const order = await other.place({ items });
    await other.call("POST", `/v1/orders/${order.id}/accept`);
    const body = { line_items: [{ id: order.line_items[1].id }], out_of_stock: ["bread-loaf"] };
    assertStatus(200, await other.call("POST", `/v1/orders/${order.id}/unavailable_items`, body));
    const refused = await other.call("POST", "/v1/sandbox/orders", { location_id: other.locationId, items });
    assert.equal(refused.body.details.reasons[0].code, "out_of_stock");
  });

  test("the answer races with the clock and with the venue: one outcome, and the money agrees", async () => {
    for (let round = 0; round < 20; round++) {
      const { id, bread } = await accepted();
      const offered = (await report(id, [{ id: bread }])).body;
      await Promise.all([
        answer(id, offered.id, "remove"),
        answer(id, offered.id, "cancel"),
        post(id, "ready"),
        post(id, "cancel", { reason: "STORE_CLOSED" }),
      ]);
    }
    await service.runDue();
  });

  test("afterwards every book agrees", async () => {
    await service.runDue();
    assert.deepEqual(await checkOrderInvariants(service.database.read), []);
    const found = await verifyMoney(service.database.read);
    assert.deepEqual(
      found.filter(({ violations }) => violations > 0),
      [],
    );
  });
});
