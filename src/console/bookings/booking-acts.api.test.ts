/** Moving, swapping, resizing, noting, and booking by telephone at the stand (rules/bookings 16.3 to 16.5, 16.7). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { operatorToken, type CallAnswer } from "../../../test/harness/service.ts";
import { openStand, type Stand } from "./stand.fixture.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const codeOf = ({ status, body }: CallAnswer) => (status < 300 ? String(status) : `${status} ${body.code}`);
const tablesOf = ({ body }: CallAnswer): readonly string[] => body.table?.unit_ids ?? body.code;
const lastOf = async (id: string) => (await partner.events(id)).at(-1);
let doors = 0;
const walkIn = (stand: Stand, party_size: number, unit_ids: readonly string[]) =>
  partner.service.call("POST", `/console/v1/locations/${stand.locationId}/walk_ins`, {
    key: stand.host.token,
    body: { party_size, unit_ids },
    headers: { "idempotency-key": `door-${++doors}` },
  });
const minutesAfter = (at: string, minutes: number) => Date.parse(at) + minutes * 60_000;

describe("moving (consoleMoveBooking; rules/bookings 16.3)", () => {
  test("an expected party gets other tables for its own time, and the old ones are free at once", async () => {
    const stand = await openStand(partner, tablesOfFour(2));
    const first = await stand.book();
    const moved = await stand.act(first.id, "move", { unit_ids: ["t2"], expected_version: 1 });
    assert.deepEqual([moved.status, tablesOf(moved), moved.body.version], [200, ["t2"], 2], moved.text);
    assert.deepEqual([moved.body.starts_at, moved.body.ends_at], [first.starts_at, first.ends_at]);
    const told = await lastOf(first.id);
    assert.deepEqual(
      [told?.event_type, told?.data.changed, told?.data.previous, told?.data.cause, told?.data.actor],
      ["booking.changed", ["table"], { table: first.table }, "store", "store"],
    );
    const second = await stand.book();
    assert.deepEqual(second.table.unit_ids, ["t1"]);
    const taken = await stand.act(first.id, "move", { unit_ids: ["t1"], expected_version: 2 });
    assert.equal(codeOf(taken), "409 slot_unavailable");
    const again = await stand.act(first.id, "move", { unit_ids: ["t2"], expected_version: 2 });
    assert.deepEqual([again.status, again.body.version], [200, 2], "where it is already nothing changes");
    const unknown = await stand.act(first.id, "move", { unit_ids: ["t9"], expected_version: 2 });
    assert.equal(codeOf(unknown), "400 invalid_request");
    assert.equal(codeOf(await stand.act(first.id, "move", { expected_version: 2 })), "400 invalid_request");
  });

  test("two parties change places, or neither does", async () => {
    const stand = await openStand(partner, tablesOfFour(2));
    const [a, b] = [await stand.book(), await stand.book()];
    const stale = { swap_with: b.id, swap_expected_version: 7, expected_version: 1 };
    assert.equal(codeOf(await stand.act(a.id, "move", stale)), "409 stale_version");
    const swapped = await stand.act(a.id, "move", { swap_with: b.id, swap_expected_version: 1, expected_version: 1 });
    assert.deepEqual([swapped.status, tablesOf(swapped)], [200, b.table.unit_ids], swapped.text);
    const other = await stand.call("GET", `/bookings/${b.id}`);
    assert.deepEqual([tablesOf(other), other.body.version], [a.table.unit_ids, 2]);
    const foreign = await (await openStand(partner)).book();
    for (const swap_with of [foreign.id, a.id])
      assert.equal(codeOf(await stand.act(a.id, "move", { swap_with, expected_version: 2 })), "400 invalid_request");
    const later = await stand.book(2, { from: "20:00" });
    await stand.act(later.id, "venue_cancel", { expected_version: 1 });
    const over = await stand.act(a.id, "move", { swap_with: later.id, expected_version: 2 });
    assert.equal(codeOf(over), "409 illegal_transition");
    assert.deepEqual(tablesOf(await stand.call("GET", `/bookings/${a.id}`)), b.table.unit_ids);
  });

  test("a party that sits is moved from now on; too few seats and a table wanted again are asked for in words", async () => {
    const stand = await openStand(partner, tablesOfFour(3));
    const sits = await stand.book();
    const next = await stand.book(2, { from: "19:30" });
    const wanted = await stand.act(next.id, "move", { unit_ids: ["t2"], expected_version: 1 });
    assert.equal(wanted.status, 200, wanted.text);
    await stand.goTo(minutesAfter(sits.starts_at, 20));
    assert.equal((await stand.act(sits.id, "seat", { expected_version: 1 })).status, 200);
    const soon = await stand.act(sits.id, "move", { unit_ids: ["t2"], expected_version: 2 });
    assert.deepEqual([codeOf(soon), /allow_overrun/.test(soon.body.message)], ["409 slot_unavailable", true]);
    const moved = await stand.act(sits.id, "move", { unit_ids: ["t2"], allow_overrun: true, expected_version: 2 });
    assert.deepEqual([tablesOf(moved), moved.body.ends_at], [["t2"], next.starts_at], moved.text);
    const large = { party_size: 6, expected_version: 3 };
    assert.equal(codeOf(await stand.act(sits.id, "party_size", large)), "409 slot_unavailable");
    const more = await stand.act(sits.id, "party_size", { ...large, allow_over_capacity: true });
    assert.deepEqual([more.body.party_size, tablesOf(more)], [6, ["t2"]], more.text);
    assert.equal((await walkIn(stand, 2, ["t1"])).status, 201, "the table that was left is free");
  });
});

describe("party size, late parties and notes", () => {
  test("another size keeps tables and time, or takes the tables that are named (consoleResizeParty; rules/bookings 16.4)", async () => {
    const stand = await openStand(partner, tablesOfFour(2));
    const booking = await stand.book();
    const three = await stand.act(booking.id, "party_size", { party_size: 3, expected_version: 1 });
    assert.deepEqual([three.body.party_size, three.body.table], [3, booking.table], three.text);
    assert.deepEqual((await lastOf(booking.id))?.data.changed, ["party_size"]);
    const { size } = await partner.service.database.read.one<{ size: number }>(
      "SELECT party_size AS size FROM claims WHERE owner_id = $1",
      [booking.id],
    );
    assert.equal(size, 3, "pacing counts the new size");
    const moved = await stand.act(booking.id, "party_size", { party_size: 4, unit_ids: ["t2"], expected_version: 2 });
    assert.deepEqual([moved.body.party_size, tablesOf(moved)], [4, ["t2"]], moved.text);
  });

  test("a late party has until when it is expected, counted from its start or from now (consoleNoteLate; rules/bookings 16.4)", async () => {
    const stand = await openStand(partner, tablesOfFour(2));
    const booking = await stand.book();
    const early = await stand.act(booking.id, "late", { minutes: 15, expected_version: 1 });
    assert.equal(Date.parse(early.body.late_until), minutesAfter(booking.starts_at, 15), early.text);
    const told = await lastOf(booking.id);
    assert.deepEqual([told?.data.changed, told?.data.late_until], [["late_until"], early.body.late_until]);
    await stand.goTo(minutesAfter(booking.starts_at, 20));
    const late = await stand.act(booking.id, "late", { minutes: 30, expected_version: 2 });
    assert.ok(Date.parse(late.body.late_until) >= minutesAfter(booking.starts_at, 50), late.text);
    const none = await stand.act(booking.id, "late", { minutes: null, expected_version: 3 });
    assert.equal(none.body.late_until, null);
    assert.equal(
      codeOf(await stand.act(booking.id, "late", { minutes: 20, expected_version: 4 })),
      "400 invalid_request",
    );
    await stand.act(booking.id, "late", { minutes: 5, expected_version: 4 });
    const seated = await stand.act(booking.id, "seat", { expected_version: 5 });
    assert.deepEqual([seated.body.status, seated.body.late_until], ["in_service", null], seated.text);
    const over = await stand.act(booking.id, "late", { minutes: 5, expected_version: 6 });
    assert.equal(codeOf(over), "409 illegal_transition");
  });

  test("the restaurant's own notes reach nobody else, and go with the guest (consoleNoteOnBooking; rules/bookings 16.5)", async () => {
    const stand = await openStand(partner, tablesOfFour(2));
    const booking = await stand.book();
    const note = (body: object) => stand.call("PATCH", `/bookings/${booking.id}`, body);
    const written = await note({ venue_notes: "Complained last time", notes: "High chair", expected_version: 1 });
    assert.deepEqual(
      [written.body.venue_notes, written.body.notes],
      ["Complained last time", "High chair"],
      written.text,
    );
    const byPartner = await partner.call("GET", `/v1/bookings/${booking.id}`);
    assert.deepEqual([byPartner.body.venue_notes, byPartner.body.version], [null, 2]);
    const told = await lastOf(booking.id);
    assert.deepEqual([told?.data.changed, told?.data.venue_notes], [["notes"], null]);
    assert.ok(!JSON.stringify(told).includes("Complained"));
    await note({ venue_notes: null, expected_version: 2 });
    assert.deepEqual((await lastOf(booking.id))?.data.changed, []);
    assert.equal(codeOf(await note({ venue_notes: "x".repeat(501), expected_version: 3 })), "400 invalid_request");
    await note({ venue_notes: "Allergic to nuts", expected_version: 3 });
    const erased = await partner.service.call("POST", "/operator/v1/test/guests/erase", {
      key: operatorToken,
      body: { phone: booking.guest.phone },
    });
    assert.equal(erased.status, 200, erased.text);
    assert.equal((await stand.call("GET", `/bookings/${booking.id}`)).body.venue_notes, null);
    const late = await note({ venue_notes: "Left an umbrella", expected_version: 4 });
    assert.deepEqual([codeOf(late), late.body.details.reason], ["409 illegal_transition", "guest_erased"]);
  });
});

describe("by telephone (consoleBookByPhone; rules/bookings 16.7)", () => {
  test("takes a start of the search without any contact; rules are passed over by name only, and kept in the audit log", async () => {
    const stand = await openStand(
      partner,
      tablesOfFour(2, { leadTime: { minMinutes: 0, maxDays: 3 }, largePartyThreshold: 3 }),
    );
    const { starts_at: start } = await partner.slot(stand.locationId, 2);
    const book = (body: object) => stand.call("POST", `/locations/${stand.locationId}/bookings`, body);
    const made = await book({ starts_at: start, party_size: 2, venue_notes: "Called twice" });
    assert.deepEqual(
      [made.status, made.body.source, made.body.status, made.body.guest.phone, made.body.venue_notes],
      [201, "phone", "confirmed", null, "Called twice"],
      made.text,
    );
    assert.equal(made.body.updated_by.name, "Hana Host");
    assert.deepEqual((await partner.events(made.body.id))[0]?.data.updated_by, "store");
    const at = (minutes: number) => new Date(minutesAfter(start, minutes)).toISOString();
    const cases: readonly (readonly [object, string, string])[] = [
      [{ starts_at: at(7 * 24 * 60), party_size: 2 }, "422 outside_booking_window", "lead_time"],
      [{ starts_at: start, party_size: 4 }, "422 large_party_inquiry_required", "large_party"],
      [{ starts_at: at(-120), party_size: 2 }, "409 slot_unavailable", "hours"],
    ];
    for (const [body, refused, rule] of cases) {
      assert.equal(codeOf(await book(body)), refused);
      const passed = await book({ ...body, override: [rule] });
      assert.equal(passed.status, 201, passed.text);
      const { after: kept, actor_id: by } = await partner.service.database.read.one<{
        after: object;
        actor_id: string;
      }>("SELECT after, actor_id FROM audit_log WHERE subject = $1 AND action = 'booking.overridden'", [
        passed.body.id,
      ]);
      assert.deepEqual([(kept as { override: unknown }).override, by], [[rule], stand.host.id]);
    }
    const full = await book({
      starts_at: start,
      party_size: 2,
      override: ["lead_time", "pacing", "large_party", "blackout", "hours"],
    });
    assert.equal(codeOf(full), "409 slot_unavailable", "a table that is taken is never given");
    const past = await book({ starts_at: at(-5 * 24 * 60), party_size: 2, override: ["lead_time", "hours"] });
    assert.equal(codeOf(past), "422 outside_booking_window");
  });

  test("pacing, blackouts and chosen tables", async () => {
    const base = tablesOfFour(3);
    const services = base.services.map((service) => ({ ...service, pacing: { maxParties: 1, maxCovers: 100 } }));
    const stand = await openStand(partner, { ...base, services });
    const { starts_at } = await stand.book();
    const book = (body: object) =>
      stand.call("POST", `/locations/${stand.locationId}/bookings`, { starts_at, party_size: 2, ...body });
    assert.equal(codeOf(await book({})), "409 slot_unavailable");
    const second = await book({ override: ["pacing"], unit_ids: ["t3"] });
    assert.deepEqual([second.status, tablesOf(second)], [201, ["t3"]], second.text);
    const day = starts_at.slice(0, 10);
    const blocked = await partner.call("PUT", `/v1/locations/${stand.locationId}/booking_blackouts`, {
      expected_revision: 0,
      blackout_dates: [{ start_date: day, end_date: day }],
    });
    assert.equal(blocked.status, 200, blocked.text);
    assert.equal(codeOf(await book({ override: ["pacing"] })), "422 date_blocked");
    assert.equal((await book({ override: ["pacing", "blackout"] })).status, 201);
  });
});
