/** Deposits and prepayment of bookings, from the search to the last refund (rules/bookings 17). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
  type SearchOptions,
} from "../../../test/harness/booking-partner.ts";
import { asking, deposit, newGuest, payingGuests } from "../../../test/harness/paid-bookings.ts";
import { makeGuestPath } from "../../guest-links/make-guest-link.command.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";
import { giveGuestKey } from "../book/give-guest-key.command.ts";
import { resizeParty } from "../acts/resize-party.command.ts";
import { undoBooking } from "../acts/undo-booking.command.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(async () => {
  const broken = (await verifyMoney(partner.service.database.read)).filter(({ violations }) => violations > 0);
  await partner.service.stop();
  assert.deepEqual(broken, []);
});

const host = { kind: "person", id: newId("per") } as const;
const { post, pay: card, bookAt, paidAt, read } = payingGuests(() => partner);
const typesOf = async (id: string) => (await partner.events(id)).map(({ event_type }) => event_type);
/** How a payment stands, and what has gone back. */
const stateOf = async (id: string) => {
  const { payment } = await read(id);
  return [payment.status, payment.refunded];
};

describe("what a slot asks for (searchBookingAvailability, createBookingHold, createBooking)", () => {
  test("slot and hold show the payment, and an app that passes no link on is refused (rules/bookings 17.1, 17.4)", async () => {
    const location = await partner.location(asking());
    const slot = (await partner.search(location, 3))[0];
    const terms = {
      kind: "deposit",
      amount: 3_000,
      currency: "EUR",
      per: "person",
      refund_until: new Date(Date.parse(slot?.starts_at ?? "") - 24 * 3_600_000).toISOString(),
      refund_percent_after: 30,
    };
    assert.deepEqual(slot === undefined ? null : Reflect.get(slot, "payment"), terms);
    const token = { slot_token: slot?.slot_token };
    for (const refused of [
      await post("/v1/booking_holds", token),
      await post("/v1/booking_holds", { ...token, accepts_payment_link: false }),
      await post("/v1/bookings", { ...token, guest: newGuest() }),
    ]) {
      assert.deepEqual([refused.status, refused.body.code], [422, "payment_instrument_required"], refused.text);
    }
    const held = await post("/v1/booking_holds", { ...token, accepts_payment_link: true });
    assert.deepEqual([held.status, held.body.payment], [201, terms], held.text);
    const booked = await post("/v1/bookings", { hold_id: held.body.id, guest: newGuest() });
    assert.deepEqual([booked.body.status, booked.body.payment.amount], ["pending", 3_000], booked.text);
    const single = await bookAt(location, 1);
    assert.deepEqual([single.status, single.payment, single.pending_reason], ["confirmed", null, null]);
  });

  test("an experience that is paid ahead says so, and asks for the first payment that it matches (rules/bookings 17.1)", async () => {
    const prepaid = {
      ...deposit,
      paymentId: "menu",
      kind: "prepaid" as const,
      per: "party" as const,
      experienceIds: ["tasting"],
    };
    const experience = { experienceId: "tasting", name: "Tasting", prepaymentRequired: false };
    const location = await partner.location(
      asking({ payments: [prepaid, deposit], experiences: [experience, { ...experience, experienceId: "other" }] }),
    );
    const [slot] = await partner.search(location, 2, { query: "&experience_id=tasting" });
    const { experience: shown, payment } = JSON.parse(JSON.stringify(slot));
    assert.deepEqual([shown.prepayment_required, payment.kind, payment.amount], [true, "prepaid", 1_000]);
    const profile = await partner.call("GET", `/v1/locations/${location}/booking_profile`);
    assert.deepEqual(
      profile.body.experiences.map((each: { prepayment_required: boolean }) => each.prepayment_required),
      [true, false],
    );
  });
});

describe("paying (paySandboxBooking)", () => {
  test("a booking waits with its table, and is confirmed when it is paid, once (rules/bookings 17.2)", async () => {
    const location = await partner.location(asking());
    const booked = await bookAt(location);
    assert.deepEqual([booked.status, booked.pending_reason, booked.payment.status], ["pending", "payment", "due"]);
    assert.match(booked.payment.payment_link_url, /^http.*\/pay\/[\w-]{32}$/);
    assert.ok(Date.parse(booked.payment.due_at) > Date.now() + 14 * 60_000);
    const declined = await card(booked.id, "4000000000000002");
    assert.deepEqual([declined.status, declined.body.payment.status], [200, "due"], declined.text);
    const all = await Promise.all([1, 2, 3, 4].map(() => card(booked.id)));
    assert.deepEqual(all.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
    const paid = await read(booked.id);
    assert.deepEqual(
      [paid.status, paid.pending_reason, paid.version, paid.updated_by],
      ["confirmed", null, 2, "service"],
    );
    assert.deepEqual([paid.payment.status, paid.payment.due_at, paid.payment.payment_link_url], ["paid", null, null]);
    assert.deepEqual(await typesOf(booked.id), ["booking.created", "booking.confirmed"]);
  });

  test("a booking that nobody pays in time is declined, and its table is free (rules/bookings 17.3)", async () => {
    const location = await partner.location(tablesOfFour(1, { payments: [deposit] }));
    const booked = await bookAt(location);
    const [start, date] = [booked.starts_at, booked.local_start.slice(0, 10)];
    const isFree = async () => (await partner.search(location, 2, { date })).some((one) => one.starts_at === start);
    assert.equal(await isFree(), false);
    await partner.advance(location, 15 * 60);
    const over = await read(booked.id);
    assert.deepEqual([over.status, over.decline_reason, over.cancellation], ["declined", "PAYMENT_TIMEOUT", null]);
    assert.deepEqual([over.payment.status, over.payment.payment_link_url], ["void", null]);
    assert.equal(await isFree(), true);
    assert.deepEqual(await typesOf(booked.id), ["booking.created", "booking.declined"]);
    assert.equal((await card(booked.id)).body.code, "payment_not_open");
  });

  test("a card that comes at the very end of the time is not charged, though no sweep has been by (rules/bookings 17.3)", async () => {
    const location = await partner.location(asking());
    const booked = await bookAt(location);
    await partner.service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + 900 WHERE id = $1", [location]),
    );
    const late = await card(booked.id);
    assert.deepEqual([late.status, late.body.code], [409, "payment_not_open"], late.text);
    assert.equal((await read(booked.id)).status, "declined");
  });

  test("what settles after the end goes back whole (rules/bookings 17.3)", async () => {
    const location = await partner.location(asking(), { payment_window_minutes: 5 });
    const booked = await bookAt(location);
    await partner.advance(location, 5 * 60 - 25);
    assert.equal((await card(booked.id, "4000000000003220")).status, 200);
    await partner.advance(location, 60);
    const over = await read(booked.id);
    assert.deepEqual([over.status, over.payment.status, over.payment.refunded], ["declined", "refunded", 2_000]);
  });
});

describe("what goes back (cancelBooking, venueCancelBooking, changeBooking)", () => {
  test("a guest who cancels in time gets everything back, and events tell of it (rules/bookings 17.5, 17.6)", async () => {
    const location = await partner.location(asking());
    const { id } = await paidAt(location, 2, { days: 5 });
    const cancelled = await post(`/v1/bookings/${id}/cancel`);
    assert.deepEqual([cancelled.status, cancelled.body.payment.status], [200, "refund_pending"], cancelled.text);
    await partner.advance(location, 1);
    assert.deepEqual(await stateOf(id), ["refunded", 2_000]);
    const told = (await partner.events(id)).at(-1);
    assert.deepEqual(
      [told?.event_type, told?.data.changed, told?.data.cause],
      ["booking.changed", ["payment"], "service"],
    );
    assert.equal(told?.data.previous.payment.status, "refund_pending");
  });

  test("later the restaurant keeps its part, or all (rules/bookings 17.5)", async () => {
    const outcomes = [];
    for (const refundPercentAfter of [30, 0]) {
      const late = { ...deposit, refundUntilMinutes: 30 * 24 * 60, refundPercentAfter };
      const location = await partner.location(asking({ payments: [late] }));
      const { id } = await paidAt(location);
      assert.equal((await post(`/v1/bookings/${id}/cancel`)).status, 200);
      await partner.advance(location, 1);
      const { payment } = await read(id);
      outcomes.push([payment.status, payment.refunded]);
    }
    assert.deepEqual(outcomes, [
      ["part_refunded", 600],
      ["kept", 0],
    ]);
  });

  test("the venue gives everything back; who came or did not come has paid (rules/bookings 17.5)", async () => {
    const location = await partner.location(asking());
    const [first, second, third] = [await paidAt(location), await paidAt(location), await bookAt(location)];
    assert.equal((await post(`/v1/bookings/${first.id}/venue_cancel`)).body.payment.status, "refund_pending");
    assert.equal((await post(`/v1/bookings/${third.id}/venue_cancel`)).body.payment.status, "void");
    await partner.advance(location, ((Date.parse(second.starts_at) - Date.now()) / 1000 - 60) | 0);
    const seated = await post(`/v1/bookings/${second.id}/seat`);
    assert.deepEqual([seated.status, seated.body.payment.status], [200, "kept"], seated.text);
  });

  test("a smaller party gets the difference, another time keeps the payment, a larger party is for the telephone (rules/bookings 17.5)", async () => {
    const location = await partner.location(asking());
    const { id } = await paidAt(location, 4, { days: 6 });
    const change = async (size: number, options: SearchOptions) =>
      post(`/v1/bookings/${id}/change`, {
        slot_token: (await partner.slot(location, size, { ...options, query: `&booking_id=${id}` })).slot_token,
      });
    const smaller = await change(3, { days: 6 });
    assert.deepEqual([smaller.body.party_size, smaller.body.payment.status], [3, "refund_pending"], smaller.text);
    await partner.advance(location, 1);
    assert.deepEqual(await stateOf(id), ["part_refunded", 1_000]);
    const moved = await change(3, { days: 7 });
    assert.deepEqual([moved.status, moved.body.payment.refunded], [200, 1_000], moved.text);
    const larger = await change(4, { days: 7 });
    assert.deepEqual([larger.status, larger.body.code], [422, "payment_instrument_required"], larger.text);
    const waiting = await bookAt(location, 2, { days: 8 });
    const early = await post(`/v1/bookings/${waiting.id}/change`, {
      slot_token: (await partner.slot(location, 2, { days: 9 })).slot_token,
    });
    assert.deepEqual([early.body.code, early.body.details.reason], ["not_changeable", "payment_due"], early.text);
  });

  test("the undo of venue_cancel asks again, without a limit of time (rules/bookings 17.5)", async () => {
    const location = await partner.location(asking());
    const paid = await paidAt(location);
    const cancelled = (await post(`/v1/bookings/${paid.id}/venue_cancel`)).body;
    await partner.advance(location, 1);
    const { version } = await read(paid.id);
    const undone = await partner.service.database.transaction((tx) => undoBooking(tx, host, paid.id, version));
    assert.ok(!isRefusal(undone), cancelled.id);
    const due = await read(paid.id);
    assert.deepEqual([due.status, due.payment.status, due.payment.due_at], ["confirmed", "due", null]);
    assert.deepEqual((await partner.events(paid.id)).at(-1)?.data.changed, ["status", "payment"]);
    await partner.advance(location, 3_600);
    const again = await card(paid.id);
    assert.deepEqual(
      [again.body.status, again.body.payment.status, again.body.payment.refunded],
      ["confirmed", "paid", 0],
    );
  });

  test("staff resize a party: smaller, the difference goes back; larger, nothing is asked (rules/bookings 17.7)", async () => {
    const location = await partner.location(asking());
    const paid = await paidAt(location, 2, { days: 5 });
    const resize = async (partySize: number) => {
      const allowed = { unitIds: undefined, allowOverrun: false, allowOverCapacity: true };
      const { version } = await read(paid.id);
      const sized = await partner.service.database.transaction((tx) =>
        resizeParty(tx, host, paid.id, { ...allowed, partySize, expectedVersion: version }),
      );
      assert.ok(!isRefusal(sized));
      await partner.advance(location, 1);
      const { payment } = await read(paid.id);
      return [payment.status, payment.amount, payment.refunded];
    };
    assert.deepEqual(await resize(3), ["paid", 2_000, 0]);
    assert.deepEqual(await resize(1), ["part_refunded", 2_000, 1_000]);
  });

  test("a booking that is free to make does not become one that is paid for (rules/bookings 17.5)", async () => {
    const location = await partner.location(asking());
    const { id } = await bookAt(location, 1);
    const { slot_token } = await partner.slot(location, 2, { query: `&booking_id=${id}` });
    const refused = await post(`/v1/bookings/${id}/change`, { slot_token });
    assert.deepEqual([refused.status, refused.body.code], [422, "payment_instrument_required"], refused.text);
  });

  test("a cancellation while the card settles gives the money back when it arrives (rules/bookings 17.5)", async () => {
    const location = await partner.location(asking());
    const booked = await bookAt(location);
    assert.equal((await card(booked.id, "4000000000003220")).status, 200);
    const all = await Promise.all([post(`/v1/bookings/${booked.id}/cancel`), card(booked.id)]);
    assert.deepEqual(
      all.map(({ status }) => status),
      [200, 409],
    );
    await partner.advance(location, 60);
    const over = await read(booked.id);
    assert.deepEqual([over.status, over.payment.status], ["cancelled_by_guest", "refunded"]);
  });

  test("of payment and cancellation at once, one wins and no money is lost (rules/bookings 17.5)", async () => {
    const location = await partner.location(asking());
    for (let round = 0; round < 4; round++) {
      const { id } = await bookAt(location, 2, { days: 2 + round });
      await Promise.all([card(id), post(`/v1/bookings/${id}/cancel`)]);
      await partner.advance(location, 1);
      const { status, payment } = await read(id);
      assert.equal(status, "cancelled_by_guest");
      assert.ok(payment.status === "void" || payment.status === "refunded", payment.status);
    }
  });
});

test("what was paid ahead has a receipt for the guest, and what is due has none (rules/bookings 14.9)", async () => {
  const locationId = await partner.location(asking());
  const { database, url } = partner.service;
  const receiptOf = async (bookingId: Id<"bkg">) => {
    const link = await database.transaction(async (tx) => {
      await giveGuestKey(tx, bookingId);
      return makeGuestPath(tx, { locationId, bookingId });
    });
    const page = (await fetch(url + link, { redirect: "manual" })).headers.get("location");
    return fetch(`${url}${page}/receipt`, { redirect: "manual" });
  };
  assert.equal((await receiptOf((await bookAt(locationId)).id)).status, 303);
  const paid = await paidAt(locationId);
  const text = await (await receiptOf(paid.id)).text();
  for (const words of ["€20.00", paid.confirmation_code]) assert.ok(text.includes(words), `${words} in ${text}`);
});
