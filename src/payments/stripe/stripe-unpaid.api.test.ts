/** Orders that are not paid at Stripe in time (rules/ordering 6.4 to 6.6). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operatorToken } from "../../../test/harness/service.ts";
import { startStripeShop, type StripeShop } from "../../../test/stand-ins/stripe/stripe-shop.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";

let at: StripeShop;
before(async () => {
  at = await startStripeShop();
});
after(async () => {
  const broken = (await verifyMoney(at.service.database.read)).filter(({ violations }) => violations > 0);
  await at.stop();
  assert.deepEqual(broken, []);
});

const windowSeconds = 900;
const advance = (seconds: number) =>
  at.shop.call("POST", `/v1/sandbox/locations/${at.shop.locationId}/clock`, { advance_seconds: seconds });
const denied = async (id: string) => {
  const { status, payment_status, denial } = await at.order(id);
  return [status, payment_status, denial?.reason];
};

test("the session is closed at Stripe when the order ends unpaid", async () => {
  const { id, url } = await at.place();
  const { session } = await at.checkOut(url);
  assert.ok(session !== null);
  await advance(windowSeconds + 1);
  await at.service.runDue();
  assert.equal(at.stripe.books.session(session).status, "expired");
  assert.deepEqual(await denied(id), ["REJECTED", "unpaid", "PAYMENT_TIMEOUT"]);
  assert.match((await at.checkOut(url)).text, /^$/);
  assert.match(await (await fetch(url)).text(), /not paid in time/);
});

test("paid in the moment in which the order ends: the money goes back whole, once", async () => {
  const { id, url } = await at.place();
  const { session } = await at.checkOut(url);
  assert.ok(session !== null && at.stripe.books.pay(session, "succeeds"));
  // The order ends before the news of the payment comes, which then comes twice, and by the closing of the link.
  await advance(windowSeconds + 1);
  await at.service.runDue();
  await at.events.sendAll();
  await at.events.sendAll();
  await at.service.runDue();
  await at.events.sendAll();
  assert.deepEqual(await denied(id), ["REJECTED", "refunded", "PAYMENT_TIMEOUT"]);
  assert.deepEqual(await at.money(id), { status: "refunded", captured: 990, refund_requested: 990, refunded: 990 });
});

test("no session is made for an order whose time is over, or that nobody could decide", async () => {
  const made = at.stripe.books.sessions.size;
  const late = await at.place();
  await at.service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + $1", [windowSeconds + 1]),
  );
  assert.equal((await at.checkOut(late.url)).session, null);
  assert.deepEqual(await denied(late.id), ["REJECTED", "unpaid", "PAYMENT_TIMEOUT"]);
  const closed = await at.place();
  const path = `/operator/v1/test/locations/${at.shop.locationId}`;
  const set = (status: string) => at.service.call("PATCH", path, { key: operatorToken, body: { status } });
  await set("inactive");
  assert.equal((await at.checkOut(closed.url)).session, null);
  assert.match(await (await fetch(closed.url)).text(), /not taking orders/);
  assert.deepEqual(await denied(closed.id), ["REJECTED", "unpaid", "STORE_CLOSED"]);
  await set("active");
  assert.equal(at.stripe.books.sessions.size, made);
});
