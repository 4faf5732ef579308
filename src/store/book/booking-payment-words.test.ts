/** What goes back of a payment: no time that is over is promised (rules/bookings 17.5). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentTermsOf } from "./booking-payment-words.ts";

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
