/** How much of a payment goes back: the words never promise a time that is over (rules/bookings 17.5). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking } from "../../bookings/book/booking.ts";
import { cancelTermsOf, fewerTermsOf, paymentTermsOf, refundTermsOf } from "./booking-payment-words.ts";

const startsAt = Date.UTC(2026, 11, 6, 18);
const hour = 3_600_000;

function said(hoursBefore: number, percent: number): string {
  const terms = {
    payment_id: "evening",
    kind: "deposit",
    unit_amount: 1000,
    currency: "EUR",
    per: "person",
    refund_until_minutes: 48 * 60,
    refund_percent_after: percent,
  } as const;
  const start = { terms, partySize: 4, startsAt, now: startsAt - hoursBefore * hour, timeZone: "UTC", locale: "en" };
  return (paymentTermsOf(start)?.text ?? "").replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
}

test("before the time everything is said, after it what goes back now", () => {
  assert.match(
    said(49, 50),
    /Cancel until Friday, December 4, .* get everything back\. After that, you get 50% back\./,
  );
  assert.match(said(47, 50), /€40\.00 If you cancel, you get 50% back\. You pay on the next page\./);
  assert.match(said(48, 0), /€40\.00 If you cancel, we keep the payment\. You pay/);
  assert.match(said(1, 100), /€40\.00 You pay on the next page\./);
});

function paid(percent: number, more: Partial<NonNullable<Booking["payment"]>> = {}): Booking {
  const terms = {
    payment_id: "evening",
    kind: "deposit",
    unit_amount: 1000,
    currency: "EUR",
    per: "person",
    refund_until_minutes: 48 * 60,
    refund_percent_after: percent,
  } as const;
  const payment = { state: "paid", amount: 4_000, refund_requested: 0, refunded: 0, link_url: null, terms, ...more };
  return { payment, starts_at: startsAt, time_zone: "UTC", party_size: 4 } as Booking;
}

test("a smaller party reads what goes back before they confirm it; as many or more people read nothing", () => {
  const text = (booking: Booking, people: number, hoursBefore: number): string =>
    fewerTermsOf(booking, people, { now: startsAt - hoursBefore * hour, locale: "en" })?.text ?? "";
  assert.match(text(paid(50), 3, 49), /You get €10\.00 back\. Your bank/);
  assert.match(text(paid(50), 2, 47), /You get €10\.00 of €20\.00 back\./);
  assert.match(text(paid(0), 2, 47), /We keep your payment of €20\.00\./);
  // Twenty of the forty have gone back already: a party of two is what is left.
  assert.match(text(paid(50, { refund_requested: 2_000 }), 1, 49), /You get €10\.00 back/);
  for (const nothing of [
    text(paid(50), 4, 49),
    text(paid(50), 5, 49),
    text(paid(50, { refund_requested: 2_000 }), 2, 49),
    text(paid(50, { state: "unpaid" }), 2, 49),
    text({ ...paid(50), payment: null }, 2, 49),
    // Of one who gave up late, half was kept: three who come at another time are as many as before.
    text({ ...paid(50, { refund_requested: 500 }), party_size: 3 }, 3, 47),
  ])
    assert.equal(nothing, "");
  assert.match(
    text({ ...paid(50, { refund_requested: 500 }), party_size: 3 }, 2, 47),
    /You get €5\.00 of €10\.00 back/,
  );
});

test("who cancels late reads the part of what the guests who still come have paid; in time, all that is left", () => {
  const text = (booking: Booking, hoursBefore: number): string =>
    cancelTermsOf(booking, { now: startsAt - hoursBefore * hour, locale: "en" })?.text ?? "";
  const fewer = { ...paid(50, { refund_requested: 500 }), party_size: 3 };
  assert.match(text(paid(50), 47), /You get €20\.00 of €40\.00 back/);
  assert.match(text(fewer, 47), /You get €15\.00 of €35\.00 back/);
  assert.match(text(fewer, 49), /You get €35\.00 back/);
});

test("who has paid reads until when what goes back; nothing where everything goes back at any time, or nothing is left", () => {
  const text = (booking: Booking, hoursBefore: number): string | null =>
    refundTermsOf(booking, { now: startsAt - hoursBefore * hour, locale: "en" });
  assert.match(text(paid(0), 49) ?? "", /^Cancel until .* everything back\. After that, we keep the payment\.$/);
  assert.equal(text(paid(50), 47), "If you cancel, you get 50% back.");
  assert.equal(text(paid(100), 49), null);
  assert.equal(text(paid(0, { state: "refunded", refund_requested: 4_000 }), 49), null);
});
