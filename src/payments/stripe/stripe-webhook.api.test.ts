import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { operatorToken, startService } from "../../../test/harness/service.ts";
import { sendEvent } from "../../../test/stand-ins/stripe/send-events.ts";
import { startStripeShop, type StripeShop } from "../../../test/stand-ins/stripe/stripe-shop.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";
import { forgetProcessorEvents } from "./forget-processor-events.job.ts";

let at: StripeShop;

before(async () => {
  at = await startStripeShop();
});
after(() => at.stop());
afterEach(() => {
  at.stripe.fault = () => "none";
});

async function open(): Promise<{ id: string; session: string }> {
  const { id, url } = await at.place();
  const { session } = await at.checkOut(url);
  assert.ok(session !== null);
  return { id, session };
}

async function paid(): Promise<{ id: string; session: string }> {
  const order = await open();
  at.stripe.books.pay(order.session, "succeeds");
  await at.events.sendAll();
  return order;
}

/** As if the time until the next attempt had passed. */
async function runDue(): Promise<void> {
  await at.service.database.transaction((tx) =>
    tx.rows("UPDATE refunds SET due_at = now() - interval '1 second', leased_until = NULL WHERE due_at IS NOT NULL"),
  );
  await at.service.runDue();
}

describe("the webhook", () => {
  test("takes what Stripe signed within five minutes, and nothing else (rules/ordering 10.4)", async () => {
    const { id, session } = await open();
    at.stripe.books.pay(session, "succeeds");
    const event = at.stripe.books.events.at(-1);
    assert.ok(event !== undefined);
    assert.equal(await sendEvent(at.service.url, event, { secret: "whsec_somebody_else" }), 400);
    assert.equal(await sendEvent(at.service.url, event, { age: 301 }), 400);
    assert.equal(await sendEvent(at.service.url, { ...event, livemode: true }), 400);
    const address = `${at.service.url}/payments/stripe/webhook`;
    const headers = { "content-type": "application/json", "stripe-signature": "t=1,v1=00" };
    assert.equal((await fetch(address, { method: "POST", headers, body: "{}" })).status, 400);
    assert.equal(
      (await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: "{" })).status,
      400,
    );
    assert.equal((await at.order(id)).payment_status, "unpaid");
    assert.equal(await sendEvent(at.service.url, event, { age: 200 }), 200);
    assert.equal((await at.order(id)).payment_status, "paid");
  });

  test("the secret says for which environment, and the event must say the same", async () => {
    const account = {
      secretKey: "sk_live_unused0123",
      webhookSecrets: ["whsec_live0123456789"],
      apiUrl: at.stripe.url,
    };
    const both = await startService({ live: true, settings: { stripe: { live: account } } });
    const signed = (livemode: boolean) => {
      const event = { id: "evt_live", object: "event", type: "customer.created", data: { object: {} } } as const;
      return { ...event, api_version: "2026-01-01", created: 1_780_000_000, livemode };
    };
    assert.equal(await sendEvent(both.url, signed(true), { secret: "whsec_live0123456789" }), 200);
    assert.equal(await sendEvent(both.url, signed(false), { secret: "whsec_live0123456789" }), 400);
    assert.equal(await sendEvent(both.url, signed(true)), 400);
    const taken = "SELECT event_id FROM processor_events";
    assert.deepEqual(await both.live?.read.rows(taken), [{ event_id: "evt_live" }]);
    assert.deepEqual(await both.database.read.rows(taken), []);
    await both.stop();
  });

  test("events are forgotten when they can no longer come again", async () => {
    const { database } = at.service;
    await database.transaction(async (tx) => {
      tx.send("UPDATE processor_events SET taken_at = now() - interval '61 days' WHERE event_id LIKE '%evt_%'");
      tx.send("INSERT INTO processor_events (processor, event_id) VALUES ('stripe', 'young')");
    });
    while (await forgetProcessorEvents(database));
    const left = await database.read.rows("SELECT event_id FROM processor_events");
    assert.deepEqual(left, [{ event_id: "young" }]);
  });

  test("leaves what is not ours alone", async () => {
    const [event] = at.stripe.books.events;
    assert.ok(event !== undefined);
    const foreign = { ...event, id: "evt_foreign", type: "customer.created", data: { object: { id: "cus_1" } } };
    assert.equal(await sendEvent(at.service.url, foreign), 200);
    const session = { ...(event.data.object as object), id: "cs_foreign", metadata: {} };
    assert.equal(await sendEvent(at.service.url, { ...event, id: "evt_other", data: { object: session } }), 200);
  });
});

test("the operator reads the ledger and what is owed, and every book agrees", async () => {
  const { id } = await paid();
  const list = await at.service.call("GET", `/operator/v1/test/payments_ledger?order_id=${id}`, { key: operatorToken });
  assert.equal(list.status, 200, list.text);
  assert.deepEqual(
    list.body.data.map(({ kind, debit, credit, amount, processor }: Record<string, unknown>) => [
      kind,
      debit,
      credit,
      amount,
      processor,
    ]),
    [["charge", "processor", "orders", 990, "stripe"]],
  );
  at.stripe.fault = () => "rate_limited";
  await at.shop.call("POST", `/v1/orders/${id}/deny`, { reason: "CAPACITY" });
  await at.service.runDue();
  const owed = await at.service.call("GET", "/operator/v1/test/owed_refunds", { key: operatorToken });
  const [refund] = owed.body.data;
  assert.deepEqual([refund.order_id, refund.amount, refund.purpose], [id, 990, "order_over"]);
  assert.match(refund.last_error, /StripeRateLimitError/);
  const rest = `/operator/v1/test/owed_refunds?starting_after=${refund.id}`;
  assert.deepEqual((await at.service.call("GET", rest, { key: operatorToken })).body.data, []);
  at.stripe.fault = () => "none";
  await runDue();
  await at.events.sendAll();
  const verified = await at.service.call("GET", "/operator/v1/test/verify", { key: operatorToken });
  assert.deepEqual(
    verified.body.checks.filter(
      ({ invariant, violations }: Record<string, unknown>) => invariant === "I4" && violations !== 0,
    ),
    [],
  );
  assert.equal(verified.body.checks.filter(({ invariant }: Record<string, unknown>) => invariant === "I4").length, 9);
});

test("no row of the ledger can be changed or removed, and the checks notice what is wrong (rules/ordering 11.5)", async () => {
  const { database } = at.service;
  for (const statement of [
    "UPDATE payments_ledger SET amount = 1",
    "DELETE FROM payments_ledger",
    "TRUNCATE payments_ledger",
  ]) {
    await assert.rejects(
      database.transaction((tx) => tx.rows(statement)),
      /only grows/,
    );
  }
  const before = await verifyMoney(database.read);
  assert.ok(before.every(({ violations }) => violations === 0));
});
