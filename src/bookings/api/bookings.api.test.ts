import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const code = (answer: CallAnswer) => [answer.status, answer.body.code];
const change = (id: string, body: unknown) => partner.call("POST", `/v1/bookings/${id}/change`, body);
const cancel = (id: string, body?: unknown) => partner.call("POST", `/v1/bookings/${id}/cancel`, body);
const venueCancel = (id: string, body?: unknown) => partner.call("POST", `/v1/bookings/${id}/venue_cancel`, body);

async function book(location: Id<"str">, fields: Readonly<Record<string, unknown>> = {}, partySize = 2) {
  const { slot_token } = await partner.slot(location, partySize);
  const answer = await partner.call("POST", "/v1/bookings", { slot_token, guest: guestNamed(), ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

let guests = 0;
/** A guest whose phone nobody else has. */
const guestNamed = () => ({ ...guest, phone: `+3314260${String(++guests).padStart(4, "0")}` });

describe("createBooking, getBooking", () => {
  test("a booking from a slot token, with everything that it shows, its text to the code point (rules/bookings 8.1, 8.4; rules/http 4.10)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const slot = await partner.slot(location, 3);
    const made = await partner.call("POST", "/v1/bookings", {
      slot_token: slot.slot_token,
      guest: { first_name: "Ada", last_name: "Byron", phone: "01 42 60 01 43", email: "ada@example.org" },
      notes: "Éclairs 🍰",
    });
    // The address of the location is in the US, so a French number needs its country code.
    assert.deepEqual(code(made), [400, "invalid_phone"], made.text);
    const answer = await partner.call("POST", "/v1/bookings", {
      slot_token: slot.slot_token,
      guest: { first_name: "Ada", last_name: "Byron", phone: "+33 1 42 60 01 43", email: "ada@example.org" },
      notes: "Éclairs 🍰",
    });
    assert.equal(answer.status, 201, answer.text);
    const { id, created, updated_at, confirmation_code, changeable_until, cancellable_until, ...rest } = answer.body;
    assert.match(confirmation_code, /^[2-9A-HJKMNP-TW-Z]{8}$/);
    assert.equal(Date.parse(changeable_until), Date.parse(slot.starts_at) - 120 * 60_000);
    assert.equal(cancellable_until, changeable_until);
    assert.ok(created > 0 && Date.parse(updated_at) > 0);
    assert.deepEqual(rest, {
      object: "booking",
      livemode: false,
      version: 1,
      location_id: location,
      status: "confirmed",
      pending_reason: null,
      decline_reason: null,
      source: "partner",
      starts_at: slot.starts_at,
      ends_at: slot.ends_at,
      local_start: slot.local_start,
      local_end: slot.local_end,
      time_zone: "Europe/Paris",
      party_size: 3,
      table: { area_id: "room", area_name: "Room", unit_ids: ["t1"] },
      experience: null,
      guest: {
        first_name: "Ada",
        last_name: "Byron",
        phone: "+33142600143",
        phone_last_four: "0143",
        email: "ada@example.org",
      },
      language: null,
      notes: "Éclairs 🍰",
      venue_notes: null,
      late_until: null,
      seated_at: null,
      completed_at: null,
      cancellation: null,
      waitlist_entry_id: null,
      payment: null,
      updated_by: "partner",
    });
    assert.deepEqual((await partner.call("GET", `/v1/bookings/${id}`)).body, answer.body);
    const [event, ...more] = await partner.events(id);
    assert.equal(more.length, 0);
    assert.equal(event?.event_type, "booking.created");
    assert.equal(event.idempotency_key, `booking:${id}:created:1`);
    assert.deepEqual(event.data, { ...answer.body, actor: "partner" });
  });

  test("a booking keeps its instant, the local time that was promised, and the zone (rules/bookings 15.4)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const slot = await partner.slot(location, 2);
    const { id } = await book(location);
    const kept = await partner.service.database.read.one<object>(
      "SELECT starts_at, local_start, time_zone FROM bookings WHERE id = $1",
      [id],
    );
    const { starts_at: startsAt, local_start } = slot;
    assert.deepEqual(kept, { starts_at: Date.parse(startsAt), local_start, time_zone: "Europe/Paris" });
  });

  test("contact is shown to those who may write, in answers and in events (rules/messages-and-privacy 2.1)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const reader = await partner.otherApp(["bookings:read"]);
    const stranger = await partner.otherApp(["orders:read"]);
    await partner.grant(reader, location);
    await partner.grant(stranger, location);
    const booking = await book(location);
    const seen = await partner.call("GET", `/v1/bookings/${booking.id}`, undefined, reader.key);
    const hidden = { ...booking.guest, phone: null, email: null };
    assert.deepEqual(seen.body.guest, hidden);
    assert.deepEqual((await partner.events(booking.id, reader))[0]?.data.guest, hidden);
    assert.deepEqual((await partner.events(booking.id, stranger)).length, 0);
    const elsewhere = await partner.otherApp();
    assert.equal((await partner.call("GET", `/v1/bookings/${booking.id}`, undefined, elsewhere.key)).status, 404);
  });

  test("one key is one booking (rules/http 5.10)", async () => {
    const location = await partner.location(tablesOfFour(3));
    const { slot_token } = await partner.slot(location, 2);
    const body = { slot_token, guest: guestNamed(), idempotency_key: "table-for-two" };
    const first = await partner.call("POST", "/v1/bookings", body);
    const second = await partner.call("POST", "/v1/bookings", body);
    assert.equal(first.status, 201);
    assert.equal(second.text, first.text);
    const other = await partner.call("POST", "/v1/bookings", { ...body, notes: "other" });
    assert.deepEqual(code(other), [409, "idempotency_key_reused"]);
  });

  test("what a location requires of a guest, and what it cannot use (rules/bookings 8.2)", async () => {
    const location = await partner.location(tablesOfFour(9, { contactRequired: "either" }));
    const { slot_token } = await partner.slot(location, 2);
    const attempt = (fields: object) =>
      partner.call("POST", "/v1/bookings", { slot_token, guest: { first_name: "A", last_name: "B", ...fields } });
    assert.deepEqual(code(await attempt({})), [422, "guest_contact_required"]);
    const unread = await attempt({ phone: "12" });
    assert.deepEqual(code(unread), [400, "invalid_phone"]);
    const [issue] = unread.body.details.issues;
    assert.equal(unread.body.message, `${issue.path} ${issue.message}`);
    assert.equal(issue.path, "body.guest.phone");
    assert.equal((await attempt({ email: "a@example.org" })).status, 201);
    const both = await partner.call("POST", "/v1/bookings", { guest });
    assert.deepEqual(code(both), [400, "invalid_request"]);
    assert.match(both.body.message, /hold_id/);
    const misspelt = await partner.call("POST", "/v1/bookings", { slot_token, guest, note: "x" });
    assert.match(misspelt.body.message, /body\.note is not a known field/);
  });

  test("the same phone at overlapping times is refused, at others not (rules/bookings 8.3)", async () => {
    const location = await partner.location(tablesOfFour(9));
    const slots = await partner.search(location, 2);
    const at = (index: number) => {
      const slot = slots[index];
      assert.ok(slot !== undefined);
      return partner.call("POST", "/v1/bookings", { slot_token: slot.slot_token, guest });
    };
    assert.equal((await at(0)).status, 201);
    // 18:00 until 19:30 and 19:00 overlap; 19:30 follows.
    assert.deepEqual(code(await at(2)), [409, "overlapping_booking"]);
    const after = await at(3);
    assert.equal(after.status, 201, after.text);
    await cancel(after.body.id);
    assert.equal((await at(4)).status, 201);
  });
});

describe("changeBooking", () => {
  test("another slot takes the new table and frees the old one; a note alone keeps everything (rules/bookings 10.1)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const booking = await book(location);
    const own = await partner.search(location, 2);
    assert.equal(
      own.some(({ starts_at }) => starts_at === booking.starts_at),
      false,
    );
    const free = await partner.search(location, 4, { query: `&booking_id=${booking.id}` });
    const target = free[1];
    assert.ok(target !== undefined && target.starts_at !== booking.starts_at);
    const moved = await change(booking.id, { slot_token: target.slot_token, expected_version: 1 });
    assert.equal(moved.status, 200, moved.text);
    assert.deepEqual(
      [moved.body.starts_at, moved.body.party_size, moved.body.version, moved.body.status],
      [target.starts_at, 4, 2, "confirmed"],
    );
    assert.equal(moved.body.confirmation_code, booking.confirmation_code);
    const noted = await change(booking.id, { notes: "By the window" });
    assert.deepEqual(noted.body, {
      ...moved.body,
      notes: "By the window",
      version: 3,
      updated_at: noted.body.updated_at,
    });
    assert.equal((await change(booking.id, { notes: "By the window" })).body.version, 3);
    assert.equal((await change(booking.id, { notes: null })).body.notes, null);
    const events = await partner.events(booking.id);
    assert.deepEqual(
      events.map((event) => [event.event_type, event.sequence]),
      [
        ["booking.created", 1],
        ["booking.changed", 2],
        ["booking.changed", 3],
        ["booking.changed", 4],
      ],
    );
  });

  test("when the new slot is gone, the booking keeps what it had (rules/bookings 10.2)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const booking = await book(location);
    const slots = await partner.search(location, 2);
    const later = slots.at(-1);
    assert.ok(later !== undefined);
    const rival = await partner.call("POST", "/v1/booking_holds", { slot_token: later.slot_token });
    assert.equal(rival.status, 201);
    assert.deepEqual(code(await change(booking.id, { slot_token: later.slot_token })), [409, "slot_unavailable"]);
    assert.deepEqual((await partner.call("GET", `/v1/bookings/${booking.id}`)).body, booking);
    const claims = await partner.service.database.read.one<{ count: number }>(
      "SELECT count(*)::int AS count FROM claims WHERE owner_id = $1",
      [booking.id],
    );
    assert.equal(claims.count, 1);
  });

  test("refusals: nothing to change, stale, foreign token, other experience, too late (rules/bookings 10.1, 10.3, 10.4 and 10.7)", async () => {
    const tasting = { experienceId: "tasting", name: "Tasting", prepaymentRequired: false };
    const location = await partner.location(tablesOfFour(3, { experiences: [tasting] }));
    const booking = await book(location);
    assert.deepEqual(code(await change(booking.id, {})), [400, "change_required"]);
    const blank = await change(booking.id, { notes: "   " });
    assert.deepEqual([...code(blank), blank.body.message], [400, "invalid_request", "body.notes must not be blank"]);
    const stale = await change(booking.id, { notes: "x", expected_version: 7 });
    assert.deepEqual(code(stale), [409, "stale_version"]);
    assert.deepEqual(stale.body.details, { expected: 7, actual: 1 });
    const elsewhere = await partner.slot(await partner.location(tablesOfFour(1)), 2);
    assert.deepEqual(code(await change(booking.id, elsewhere)), [400, "invalid_request"]);
    const foreign = await change(booking.id, { slot_token: elsewhere.slot_token });
    assert.deepEqual(code(foreign), [400, "invalid_slot_token"]);
    const other = await partner.slot(location, 2, { query: "&experience_id=tasting" });
    assert.deepEqual(code(await change(booking.id, { slot_token: other.slot_token })), [422, "capability_unsupported"]);
    const seconds = Math.ceil((Date.parse(booking.changeable_until) - Date.now()) / 1000) + 1;
    await partner.advance(location, seconds);
    const { slot_token } = await partner.slot(location, 2, { days: 0 });
    const late = await change(booking.id, { slot_token });
    assert.deepEqual([...code(late), late.body.details], [409, "not_changeable", { reason: "outside_policy_window" }]);
    assert.equal((await change(booking.id, { notes: "late" })).status, 200);
    const cancelled = await cancel(booking.id);
    assert.deepEqual(cancelled.body.details, { reason: "outside_policy_window" }, cancelled.text);
    assert.equal(cancelled.body.code, "not_cancellable");
    assert.equal((await venueCancel(booking.id)).status, 200);
  });
});

describe("cancelBooking, cancelBookingForVenue", () => {
  test("a cancelled booking frees its table at once; repeats are answered the same (rules/bookings 9.3)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const booking = await book(location);
    const first = await cancel(booking.id, { reason: "Ill", expected_version: 1 });
    assert.deepEqual([first.status, first.body.status, first.body.version], [200, "cancelled_by_guest", 2]);
    const { actor, reason, cancelled_at } = first.body.cancellation;
    assert.deepEqual([actor, reason, cancelled_at], ["guest", "Ill", first.body.updated_at]);
    assert.equal((await cancel(booking.id, { expected_version: 1 })).text, first.text);
    const over = await venueCancel(booking.id);
    assert.deepEqual([...code(over), over.body.details], [409, "not_cancellable", { reason: "terminal_state" }]);
    assert.deepEqual(code(await change(booking.id, { notes: "x" })), [409, "not_changeable"]);
    assert.equal((await book(location)).starts_at, booking.starts_at);
    assert.deepEqual(
      (await partner.events(booking.id)).map((event) => event.event_type),
      ["booking.created", "booking.cancelled"],
    );
  });

  test("the venue cancels, once (rules/bookings 10.6)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const booking = await book(location);
    const first = await venueCancel(booking.id);
    assert.deepEqual([first.body.status, first.body.cancellation.actor], ["cancelled_by_venue", "venue"]);
    assert.equal((await venueCancel(booking.id)).text, first.text);
  });
});
