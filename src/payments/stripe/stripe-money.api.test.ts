import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { StandInRefund } from "../../../test/stand-ins/stripe/books.ts";
import { sendEvent } from "../../../test/stand-ins/stripe/send-events.ts";
import { startStripeShop, type StripeShop } from "../../../test/stand-ins/stripe/stripe-shop.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";

let at: StripeShop;

before(async () => {
  at = await startStripeShop();
});
after(() => at.stop());
afterEach(() => {
  at.stripe.fault = () => "none";
  at.stripe.books.refundOutcome = () => "succeeded";
});

const post = (id: string, what: string, body?: unknown) => at.shop.call("POST", `/v1/orders/${id}/${what}`, body);
const cancelByDiner = (id: string) => at.shop.call("POST", `/v1/sandbox/orders/${id}/customer_cancel`);

async function open(fields: object = {}): Promise<{ id: string; session: string; lines: readonly string[] }> {
  const { id, url, lines } = await at.place(fields);
  const { session } = await at.checkOut(url);
  assert.ok(session !== null);
  return { id, session, lines };
}

async function paid(fields: object = {}): Promise<{ id: string; session: string; lines: readonly string[] }> {
  const order = await open(fields);
  at.stripe.books.pay(order.session, "succeeds");
  await at.events.sendAll();
  assert.equal((await at.order(order.id)).payment_status, "paid");
  return order;
}

/** The refunds at Stripe of a session's payment. */
function refundsOf(session: string): readonly StandInRefund[] {
  return at.stripe.books.listRefunds(at.stripe.books.session(session).payment_intent ?? "none");
}

/** As if the time until the next attempt had passed. */
async function runDue(): Promise<void> {
  await at.service.database.transaction((tx) =>
    tx.rows("UPDATE refunds SET due_at = now() - interval '1 second', leased_until = NULL WHERE due_at IS NOT NULL"),
  );
  await at.service.runDue();
}

const ledger = (id: string) =>
  at.service.database.read.rows<{ kind: string; amount: number; reason: string | null }>(
    `SELECT m.kind, m.amount, m.reason FROM payments_ledger m JOIN payments p ON p.id = m.payment_id
     WHERE p.order_id = $1 ORDER BY m.id`,
    [id],
  );

describe("orders that end", () => {
  test("cancelled before it was paid: the session is expired at Stripe", async () => {
    const { id, session } = await open();
    await cancelByDiner(id);
    await at.service.runDue();
    assert.equal(at.stripe.books.session(session).status, "expired");
    await at.events.sendAll();
    assert.equal((await at.money(id)).status, "void");
  });

  test("cancelled while Stripe could not be reached: expired when it can", async () => {
    const { id, session } = await open();
    at.stripe.fault = () => "rate_limited";
    await cancelByDiner(id);
    await at.service.runDue();
    assert.equal(at.stripe.books.session(session).status, "open");
    at.stripe.fault = () => "none";
    await at.service.database.transaction((tx) =>
      tx.rows("UPDATE payment_links SET look_at = now() WHERE look_at IS NOT NULL"),
    );
    await at.service.runDue();
    assert.equal(at.stripe.books.session(session).status, "expired");
  });

  test("paid at the moment it was cancelled: the money goes back, whoever tells of it first", async () => {
    for (const first of ["job", "event"]) {
      const { id, session } = await open();
      at.stripe.books.pay(session, "succeeds");
      await cancelByDiner(id);
      if (first === "event") await at.events.sendAll();
      await at.service.runDue();
      await at.events.sendAll();
      await at.service.runDue();
      assert.equal((await at.order(id)).payment_status, "refunded");
      assert.deepEqual(
        refundsOf(session).map(({ amount, status }) => [amount, status]),
        [[990, "succeeded"]],
      );
    }
  });

  test("settles after it was cancelled: the money goes back (rules/ordering 11.2)", async () => {
    const { id, session } = await open();
    at.stripe.books.pay(session, "settles_later");
    await at.events.sendAll();
    await cancelByDiner(id);
    at.stripe.books.settle(session, "succeeds");
    await at.events.sendAll();
    await at.service.runDue();
    assert.equal((await at.order(id)).payment_status, "refunded");
  });

  test("denied: one refund, though answers are lost and the service asks again (rules/ordering 11.3)", async () => {
    for (const fault of ["lost_before", "lost_after", "fails_before", "fails_after"] as const) {
      const { id, session } = await paid();
      at.stripe.fault = (method, path) => (method === "POST" && path.includes("refunds") ? fault : "none");
      await post(id, "deny", { reason: "CAPACITY" });
      await runDue();
      await runDue();
      at.stripe.fault = () => "none";
      for (let i = 0; i < 3; i++) await runDue();
      assert.equal((await at.order(id)).payment_status, "refunded", fault);
      assert.deepEqual(
        refundsOf(session).map(({ amount }) => amount),
        [990],
        fault,
      );
      await at.events.sendAll();
    }
  });

  test("refunded by hand at Stripe before: taken as the refund, not asked for for ever", async () => {
    const { id, session } = await paid();
    at.stripe.books.createRefund({ payment_intent: at.stripe.books.session(session).payment_intent ?? "" });
    await at.events.sendAll();
    await post(id, "deny", { reason: "CAPACITY" });
    await runDue();
    assert.equal((await at.order(id)).payment_status, "refunded");
    assert.equal(refundsOf(session).length, 1);
  });

  test("a refund under way is waited for; one that fails is asked for again, under another key", async () => {
    const { id, session } = await paid();
    at.stripe.books.refundOutcome = () => "pending";
    await post(id, "deny", { reason: "CAPACITY" });
    await runDue();
    await runDue();
    const [first] = refundsOf(session);
    assert.equal(refundsOf(session).length, 1);
    assert.equal((await at.order(id)).payment_status, "refund_pending");
    at.stripe.books.endRefund(first?.id ?? "", "failed");
    await at.events.sendAll();
    at.stripe.books.refundOutcome = () => "succeeded";
    await runDue();
    assert.equal((await at.order(id)).payment_status, "refunded");
    assert.deepEqual(
      refundsOf(session).map(({ status }) => status),
      ["failed", "succeeded"],
    );
  });

  test("a refund that the bank sends back is owed again, and paid again; late news of it counts for nothing (rules/ordering 11.4)", async () => {
    const { id, session } = await paid();
    await post(id, "deny", { reason: "CAPACITY" });
    await runDue();
    const [first] = refundsOf(session);
    const created = at.stripe.books.events.at(-1);
    at.stripe.books.endRefund(first?.id ?? "", "failed");
    await at.events.sendAll();
    assert.equal((await at.order(id)).payment_status, "refund_pending");
    assert.ok(created !== undefined);
    await sendEvent(at.service.url, { ...created, id: "evt_late" });
    assert.equal((await at.order(id)).payment_status, "refund_pending");
    await runDue();
    assert.equal((await at.order(id)).payment_status, "refunded");
    assert.deepEqual(
      (await ledger(id)).map(({ kind }) => kind),
      ["charge", "refund_requested", "refund_settled", "refund_failed", "refund_settled"],
    );
  });

  test("removed items: a part goes back at Stripe, and the rest when the order ends", async () => {
    const items = [
      { menu_entity_id: "soup-bowl", quantity: 1 },
      { menu_entity_id: "bread-loaf", quantity: 1 },
    ];
    const { id, session, lines } = await paid({ items });
    await post(id, "accept");
    await post(id, "unavailable_items", { line_items: [{ id: lines[1] }] });
    await post(id, "ready");
    await runDue();
    await post(id, "cancel", { reason: "STORE_CLOSED" });
    await runDue();
    assert.deepEqual(
      refundsOf(session).map(({ amount }) => amount),
      [495, 990],
    );
    assert.deepEqual(await at.money(id), {
      status: "refunded",
      captured: 1485,
      refund_requested: 1485,
      refunded: 1485,
    });
  });
});

describe("charges that were not asked for", () => {
  test("another amount goes back, the order is still to be paid, and can be (rules/ordering 10.7)", async () => {
    const { id, url } = await at.place();
    const { session } = await at.checkOut(url);
    at.stripe.books.pay(session ?? "", "succeeds", 989);
    await at.events.sendAll();
    const order = await at.order(id);
    assert.deepEqual([order.payment_status, order.decision_deadline], ["unpaid", null]);
    await runDue();
    assert.deepEqual(
      refundsOf(session ?? "").map(({ amount }) => amount),
      [989],
    );
    assert.deepEqual(
      (await ledger(id)).map(({ kind, amount, reason }) => [kind, amount, reason]),
      [
        ["charge", 989, "amount_mismatch"],
        ["refund_requested", 989, "surplus"],
        ["refund_settled", 989, "surplus"],
      ],
    );
    const again = await at.checkOut(url);
    at.stripe.books.pay(again.session ?? "", "succeeds");
    await at.events.sendAll();
    assert.equal((await at.order(id)).payment_status, "paid");
  });

  test("a second charge of a paid order goes back, the order keeps the first (rules/ordering 10.6)", async () => {
    const { id, session } = await paid();
    const event = at.stripe.books.events.findLast(({ type }) => type === "checkout.session.completed");
    assert.ok(event !== undefined);
    const object = { ...(event.data.object as object), payment_intent: "pi_second" };
    at.stripe.books.intents.set("pi_second", {
      id: "pi_second",
      object: "payment_intent",
      status: "succeeded",
      amount: 990,
      amount_received: 990,
      currency: "usd",
    });
    for (const eventId of ["evt_second", "evt_second", "evt_second_again"]) {
      assert.equal(await sendEvent(at.service.url, { ...event, id: eventId, data: { object } }), 200);
    }
    await runDue();
    assert.equal(at.stripe.books.refundedOf("pi_second"), 990);
    assert.equal(refundsOf(session).length, 0);
    assert.deepEqual(await at.money(id), { status: "paid", captured: 990, refund_requested: 0, refunded: 0 });
  });
});

test("the sandbox takes no test card for an order that is paid at Stripe, and pays simulated diners itself", async () => {
  const { id } = await at.place();
  const refused = await at.shop.call("POST", `/v1/sandbox/orders/${id}/pay`);
  assert.deepEqual([refused.status, refused.body.code], [409, "payment_not_open"]);
  assert.match(refused.body.message, /open its payment link/);
  const simulated = await at.shop.place({ payment: "paid" });
  assert.deepEqual([simulated.payment.provider, simulated.payment_status], ["test", "paid"]);
  await post(simulated.id, "deny", { reason: "CAPACITY" });
  await runDue();
  assert.equal((await at.order(simulated.id)).payment_status, "refunded");
});

test("afterwards every book agrees", async () => {
  await at.events.sendAll();
  await runDue();
  const found = await verifyMoney(at.service.database.read);
  assert.deepEqual(
    found.filter(({ violations }) => violations > 0),
    [],
  );
});
