/** Bookings that are paid at Stripe (rules/bookings 17). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { asking, payingGuests } from "../../../test/harness/paid-bookings.ts";
import { EventSender, webhookSecret } from "../../../test/stand-ins/stripe/send-events.ts";
import { standInKey, startStripeStandIn, type StripeStandIn } from "../../../test/stand-ins/stripe/stand-in.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";

let stripe: StripeStandIn;
let partner: BookingPartner;
let events: EventSender;
before(async () => {
  stripe = await startStripeStandIn();
  const account = { secretKey: standInKey, webhookSecrets: [webhookSecret], apiUrl: stripe.url };
  partner = await startBookingPartner({ settings: { paymentProcessor: "stripe", stripe: { test: account } } });
  events = new EventSender(stripe.books, partner.service.url, Math.random);
});
after(async () => {
  const broken = (await verifyMoney(partner.service.database.read)).filter(({ violations }) => violations > 0);
  await partner.service.stop();
  await stripe.stop();
  assert.deepEqual(broken, []);
});

const { post, pay, bookAt, read } = payingGuests(() => partner);

/** The session that the link of a booking leads to. */
async function sessionOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/checkout`, { redirect: "manual" });
  return /\/c\/pay\/(\w+)$/.exec(answer.headers.get("location") ?? "")?.[1] ?? assert.fail(await answer.text());
}

test("the session names the booking; paid it is confirmed once, and cancelled the money goes back (rules/bookings 17.2, 17.5)", async () => {
  const location = await partner.location(asking());
  const { id, payment } = await bookAt(location, 2, { days: 5 });
  const byCard = await pay(id);
  assert.deepEqual([byCard.status, byCard.body.code], [409, "payment_not_open"], byCard.text);
  const session = await sessionOf(payment.payment_link_url);
  const made = stripe.books.session(session);
  assert.deepEqual([made.amount_total, made.currency, made.client_reference_id], [2_000, "eur", id]);
  assert.ok(stripe.books.pay(session, "succeeds"));
  await events.sendAll();
  const paid = await read(id);
  assert.deepEqual([paid.status, paid.payment.status, paid.version], ["confirmed", "paid", 2]);
  await post(`/v1/bookings/${id}/cancel`);
  await partner.advance(location, 1);
  await events.sendAll();
  assert.equal((await read(id)).payment.status, "refunded");
});

test("another amount goes back and the booking waits on; declined, its session ends, and late money goes back (rules/bookings 17.2, 17.3)", async () => {
  const location = await partner.location(asking(), { payment_window_minutes: 5 });
  const { id, payment } = await bookAt(location, 2, { days: 5 });
  const wrong = await sessionOf(payment.payment_link_url);
  stripe.books.pay(wrong, "succeeds", 2_001);
  await events.sendAll();
  const waiting = await read(id);
  assert.deepEqual([waiting.status, waiting.payment.status], ["pending", "due"]);
  const session = await sessionOf(payment.payment_link_url);
  assert.notEqual(session, wrong);
  stripe.books.pay(session, "settles_later");
  await events.sendAll();
  await partner.advance(location, 5 * 60);
  assert.equal((await read(id)).status, "declined");
  stripe.books.settle(session, "succeeds");
  await events.sendAll();
  await partner.advance(location, 1);
  await events.sendAll();
  const over = await read(id);
  assert.deepEqual([over.status, over.payment.status, over.payment.refunded], ["declined", "refunded", 2_000]);
});
