import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { startStripeShop, type StripeShop } from "../../../test/stand-ins/stripe/stripe-shop.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";

let at: StripeShop;

before(async () => {
  at = await startStripeShop();
});
after(() => at.stop());
afterEach(() => {
  at.stripe.fault = () => "none";
});

const links = (id: string) =>
  at.service.database.read.rows<{ state: string; reference: string | null; last_error: string | null }>(
    `SELECT k.state, k.reference, k.last_error FROM payment_links k JOIN payments p ON p.id = k.payment_id
     WHERE p.order_id = $1 ORDER BY k.id`,
    [id],
  );

/** As if ten minutes had passed without news. */
async function look(): Promise<void> {
  await at.service.database.transaction((tx) =>
    tx.rows("UPDATE payment_links SET look_at = now() WHERE look_at IS NOT NULL"),
  );
  await at.service.runDue();
}

/** The session of an order whose page was followed. */
async function sessionOf(url: string): Promise<string> {
  const { session, status, text } = await at.checkOut(url);
  assert.ok(session !== null, `${status} ${text}`);
  return session;
}

describe("the link", () => {
  test("reading the page makes nothing; following it makes one session, and again the same (rules/ordering 10.3)", async () => {
    const { id, url } = await at.place();
    const before = at.stripe.books.sessions.size;
    const page = await fetch(url);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Pay \$9\.90/);
    assert.equal(at.stripe.books.sessions.size, before);
    const session = await sessionOf(url);
    assert.equal(await sessionOf(url), session);
    assert.equal(at.stripe.books.sessions.size, before + 1);
    const made = at.stripe.books.session(session);
    assert.deepEqual([made.amount_total, made.currency, made.client_reference_id], [990, "usd", id]);
    assert.equal(made.success_url, `${url}/back`);
    // In the language of the diner, with what is paid for (rules/ordering 10.10).
    assert.deepEqual([made.locale, made.description], ["en", "1 × Soup"]);
  });

  test("paid: the order is paid and handed over, once, however often and late the event comes (rules/ordering 10.4)", async () => {
    const { id, url } = await at.place();
    const session = await sessionOf(url);
    assert.ok(at.stripe.books.pay(session, "succeeds"));
    await at.events.sendAll();
    const order = await at.order(id);
    assert.equal(order.payment_status, "paid");
    assert.notEqual(order.decision_deadline, null);
    assert.deepEqual(await links(id).then(([link]) => link?.state), "paid");
    assert.match(await (await fetch(url)).text(), /Paid \$9\.90/);
    const told = (await at.shop.events(id)).filter(({ event_type }) => event_type === "order.paid");
    assert.equal(told.length, 1);
  });

  test("the diner who comes back before the event sees that it is paid", async () => {
    const { id, url } = await at.place();
    at.stripe.books.pay(await sessionOf(url), "succeeds");
    assert.match(await (await fetch(`${url}/back`)).text(), /Paid \$9\.90/);
    assert.equal((await at.order(id)).payment_status, "paid");
    await at.events.sendAll();
    assert.equal((await at.money(id)).captured, 990);
  });

  test("clicks at once share one session", async () => {
    const { id, url } = await at.place();
    const before = at.stripe.books.sessions.size;
    await Promise.all([1, 2, 3, 4].map(() => at.checkOut(url)));
    assert.equal(at.stripe.books.sessions.size, before + 1);
    assert.equal((await links(id)).length, 1);
    await sessionOf(url);
  });

  for (const fault of ["lost_before", "lost_after", "rate_limited"] as const) {
    test(`an answer ${fault}: nothing was taken, and the next click gets the one session`, async () => {
      const { id, url } = await at.place();
      const before = at.stripe.books.sessions.size;
      at.stripe.fault = () => fault;
      const { status, text } = await at.checkOut(url);
      assert.equal(status, 502);
      assert.match(text, /does not answer right now/);
      at.stripe.fault = () => "none";
      await sessionOf(url);
      assert.equal(at.stripe.books.sessions.size, before + 1);
      assert.equal((await links(id)).length, 1);
    });
  }

  test("a failure that Stripe keeps under the key is given up, and another session is made", async () => {
    const { id, url } = await at.place();
    at.stripe.fault = () => "fails_after";
    assert.equal((await at.checkOut(url)).status, 502);
    at.stripe.fault = () => "none";
    const session = await sessionOf(url);
    assert.deepEqual(
      (await links(id)).map(({ state }) => state),
      ["expired", "open"],
    );
    at.stripe.books.pay(session, "succeeds");
    await at.events.sendAll();
    assert.equal((await at.order(id)).payment_status, "paid");
  });

  test("a crash before the answer: the job finds the session under its key", async () => {
    const { id, url } = await at.place();
    at.stripe.fault = () => "lost_after";
    await at.checkOut(url);
    at.stripe.fault = () => "none";
    await look();
    const [link] = await links(id);
    assert.equal(link?.state, "open");
    assert.equal(await sessionOf(url), link?.reference);
  });

  test("an event that overtakes the answer finds its order", async () => {
    const { id, url } = await at.place();
    at.stripe.fault = () => "lost_after";
    await at.checkOut(url);
    at.stripe.fault = () => "none";
    const made = [...at.stripe.books.sessions.values()].find((session) => session.client_reference_id === id);
    at.stripe.books.pay(made?.id ?? "", "succeeds");
    await at.events.sendAll();
    assert.equal((await at.order(id)).payment_status, "paid");
    await look();
    assert.equal((await at.money(id)).captured, 990);
  });

  test("a session that expired is replaced at the next click", async () => {
    const { url } = await at.place();
    const first = await sessionOf(url);
    at.stripe.books.expire(first);
    await at.events.sendAll();
    assert.notEqual(await sessionOf(url), first);
  });

  test("what Stripe refuses is told to the diner and the operator, not tried for ever", async () => {
    const menu = { currency: "USD", categories: [{ externalId: "c", name: "C", items: [cheap] }] };
    const { createOrderingLocation } = await import("../../../test/harness/ordering.ts");
    const shop = await createOrderingLocation(at.service, {}, menu);
    const order = await shop.place({ payment: "unpaid", items: [{ menu_entity_id: "gum-one", quantity: 1 }] });
    const { status, text } = await at.checkOut(order.payment.payment_link_url);
    assert.equal(status, 502);
    assert.match(text, /cannot be paid online/);
    assert.match((await links(order.id))[0]?.last_error ?? "", /at least 50 cents/);
  });

  test("no event comes at all: after ten minutes the session is read (rules/ordering 10.5)", async () => {
    const { id, url } = await at.place();
    const session = await sessionOf(url);
    at.stripe.books.pay(session, "succeeds");
    const due = await at.service.database.read.one<{ minutes: number }>(
      `SELECT round(extract(epoch FROM look_at - now()) / 60)::int AS minutes FROM payment_links WHERE reference = $1`,
      [session],
    );
    assert.equal(due.minutes, 10);
    await look();
    assert.equal((await at.order(id)).payment_status, "paid");
    await at.events.sendAll();
    assert.equal((await at.money(id)).captured, 990);
  });
});

const cheap = {
  externalId: "gum",
  name: "Gum",
  variations: [{ externalId: "gum-one", name: "One", price: { amount: { amountMinor: 30, currency: "USD" } } }],
};

describe("payments that take days", () => {
  test("events in the wrong order: success stays success", async () => {
    const { id, url } = await at.place();
    const session = await sessionOf(url);
    at.stripe.books.pay(session, "settles_later");
    at.stripe.books.settle(session, "succeeds");
    const { sendEvent } = await import("../../../test/stand-ins/stripe/send-events.ts");
    for (const event of at.stripe.books.events.slice(-2).toReversed()) {
      assert.equal(await sendEvent(at.service.url, event), 200);
    }
    assert.equal((await at.order(id)).payment_status, "paid");
    await at.events.sendAll();
    assert.equal((await at.money(id)).captured, 990);
  });

  test("pending until it settles; failed, and the diner may try again", async () => {
    const { id, url } = await at.place();
    const first = await sessionOf(url);
    at.stripe.books.pay(first, "settles_later");
    await at.events.sendAll();
    assert.equal((await at.order(id)).payment_status, "pending");
    assert.equal((await at.checkOut(url)).session, null, "no second session while one settles");
    at.stripe.books.settle(first, "fails");
    await at.events.sendAll();
    assert.equal((await at.order(id)).payment_status, "failed");
    const second = await sessionOf(url);
    assert.notEqual(second, first);
    at.stripe.books.pay(second, "succeeds");
    await at.events.sendAll();
    assert.equal((await at.order(id)).payment_status, "paid");
  });

  test("a failure that overtakes the completion is still a failure", async () => {
    const { id, url } = await at.place();
    const session = await sessionOf(url);
    at.stripe.books.pay(session, "settles_later");
    at.stripe.books.settle(session, "fails");
    const { sendEvent } = await import("../../../test/stand-ins/stripe/send-events.ts");
    for (const event of at.stripe.books.events.slice(-2).toReversed()) await sendEvent(at.service.url, event);
    assert.equal((await at.order(id)).payment_status, "failed");
    await sessionOf(url);
  });
});

test("afterwards every book agrees", async () => {
  await at.events.sendAll();
  await at.service.runDue();
  const found = await verifyMoney(at.service.database.read);
  assert.deepEqual(
    found.filter(({ violations }) => violations > 0),
    [],
  );
});
