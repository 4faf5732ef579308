/** Bookings that ask for a deposit, for tests of their money. */
import assert from "node:assert/strict";
import type { GivenConfiguration } from "../../src/bookings/venue/configuration.schemas.ts";
import type { Id } from "../../src/kernel/id.ts";
import { guest, tablesOfFour, type BookingPartner, type SearchOptions } from "./booking-partner.ts";

/** Ten euros for each person of a party of two and more, back until a day before, and 30 percent of them later. */
export const deposit = {
  paymentId: "deposit",
  kind: "deposit",
  amount: { amount: 1_000, currency: "EUR" },
  per: "person",
  minPartySize: 2,
  refundUntilMinutes: 24 * 60,
  refundPercentAfter: 30,
} as const;

/** Four tables that ask for the deposit. */
export function asking(more: Partial<GivenConfiguration> = {}): GivenConfiguration {
  return tablesOfFour(4, { payments: [deposit], ...more });
}

let guests = 0;
/** A guest with a phone of their own. */
export function newGuest(): typeof guest {
  return { ...guest, phone: `+331426${String(++guests).padStart(5, "0")}` };
}

/** What a guest of the partner does; the answers of calls that must succeed. */
export function payingGuests(partner: () => BookingPartner) {
  const post = (path: string, body?: unknown) => partner().call("POST", path, body);
  const pay = (id: string, card_number?: string) =>
    post(`/v1/sandbox/bookings/${id}/pay`, card_number === undefined ? {} : { card_number });
  const bookAt = async (location: Id<"str">, partySize = 2, options?: SearchOptions) => {
    const { slot_token } = await partner().slot(location, partySize, options);
    const made = await post("/v1/bookings", { slot_token, guest: newGuest(), accepts_payment_link: true });
    assert.equal(made.status, 201, made.text);
    return made.body;
  };
  const paidAt = async (location: Id<"str">, partySize = 2, options?: SearchOptions) => {
    const { id } = await bookAt(location, partySize, options);
    const paid = await pay(id);
    assert.deepEqual([paid.status, paid.body.status, paid.body.payment.status], [200, "confirmed", "paid"], paid.text);
    return paid.body;
  };
  const read = async (id: string) => (await partner().call("GET", `/v1/bookings/${id}`)).body;
  return { post, pay, bookAt, paidAt, read };
}
