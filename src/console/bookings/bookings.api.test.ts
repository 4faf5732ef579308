/** The book at the stand: its parts, who may look, and the acts that partners have too (rules/bookings 16). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { createDevice, createPerson } from "../../../test/harness/people.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { openStand, type Stand } from "./stand.fixture.ts";

let partner: BookingPartner;
let stand: Stand;
before(async () => {
  partner = await startBookingPartner();
  stand = await openStand(partner, tablesOfFour(12));
});
after(() => partner.service.stop());

const codeOf = ({ status, body }: CallAnswer) => (status < 300 ? String(status) : `${status} ${body.code}`);
const byHost = () => ({ kind: "person", id: stand.host.id, name: "Hana Host" });

describe("the book (consoleListBookings, consoleGetBooking)", () => {
  test("shows bookings by start with the whole contact, and who acted (rules/bookings 16.1)", async () => {
    const late = await stand.book(2, { from: "20:00" });
    const early = await stand.book(2, { from: "18:00" });
    const listed = await stand.call(
      "GET",
      `/locations/${stand.locationId}/bookings?start=${early.starts_at}&end=${late.ends_at}`,
    );
    assert.equal(listed.status, 200, listed.text);
    assert.deepEqual(
      listed.body.data.map(({ id }: { id: string }) => id),
      [early.id, late.id],
    );
    const { livemode: _, guest: contact, local_start: _start, local_end: _end, ...shared } = early;
    const { phone_last_four: __, ...guest } = contact;
    const expected = {
      ...shared,
      guest,
      managed_by: null,
      undo: null,
      updated_by: { kind: "app", id: partner.app.id, name: listed.body.data[0].updated_by.name },
    };
    assert.deepEqual(listed.body.data[0], expected);
    assert.equal(typeof expected.updated_by.name, "string");
    assert.deepEqual((await stand.call("GET", `/bookings/${early.id}`)).body, expected);
    const path = `/locations/${stand.locationId}/bookings?start=${early.starts_at}&end=${late.ends_at}&limit=1`;
    const first = await stand.call("GET", path);
    assert.deepEqual([first.body.data[0].id, first.body.has_more], [early.id, true]);
    const second = await stand.call("GET", `${path}&starting_after=${first.body.next_cursor}`);
    assert.deepEqual([second.body.data[0].id, second.body.has_more], [late.id, false]);
    const foreign = await stand.call("GET", `${path}&starting_after=${late.id.replace("bkg_", "bkh_")}`);
    assert.equal(codeOf(foreign), "400 invalid_request", "a cursor of another list (rules/http 7.5)");
    for (const query of [`start=${early.starts_at}`, `start=${late.ends_at}&end=${early.starts_at}`])
      assert.equal(
        codeOf(await stand.call("GET", `/locations/${stand.locationId}/bookings?${query}`)),
        "400 invalid_window",
      );
  });

  test("lists a service day by its date, the night after closing time among it (rules/stand 1.9)", async () => {
    const { body: booking } = await stand.call("GET", `/bookings/${(await stand.book(2, { from: "20:00" })).id}`);
    const [date = ""] = String((await stand.book(2, { from: "18:00" })).local_start).split("T");
    const at = `/locations/${stand.locationId}/bookings`;
    const ofDay = await stand.call("GET", `${at}?date=${date}`);
    const starts = ofDay.body.data.map(({ starts_at }: { starts_at: string }) => starts_at);
    assert.ok(
      ofDay.body.data.some(({ id }: { id: string }) => id === booking.id),
      ofDay.text,
    );
    assert.deepEqual(starts, starts.toSorted());
    const before = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
    assert.deepEqual((await stand.call("GET", `${at}?date=${before}`)).body.data, []);
    for (const query of [`date=${date}&start=${booking.starts_at}`, "date=2026-02-30"])
      assert.equal(codeOf(await stand.call("GET", `${at}?${query}`)), "400 invalid_window", query);
  });

  test("is for hosts and managers of the location; others learn nothing of a booking (rules/bookings 16.1)", async () => {
    const booking = await stand.book();
    const { database } = partner.service;
    const at = stand.locationId;
    const elsewhere = await openStand(partner);
    const keyOf = async (role: "staff" | "accountant") => (await createPerson(database, [{ role, at }])).token;
    const asks = async (key: string) =>
      Promise.all([
        stand.call("GET", `/bookings/${booking.id}`, undefined, key),
        stand.call("POST", `/bookings/${booking.id}/seat`, { expected_version: 1 }, key),
        stand.call("GET", `/locations/${at}/bookings`, undefined, key),
      ]);
    for (const [key, wanted] of [
      [stand.manager.token, ["200", "409 illegal_transition", "200"]],
      [await keyOf("staff"), Array<string>(3).fill("403 role_required")],
      [await keyOf("accountant"), Array<string>(3).fill("403 role_required")],
      [elsewhere.host.token, Array<string>(3).fill("404 not_found")],
    ] as const)
      assert.deepEqual((await asks(key)).map(codeOf), wanted);
    const tablet = await createDevice(database, at, { screen: "stand" });
    const alone = await partner.service.call("GET", `/console/v1/bookings/${booking.id}`, { headers: tablet.headers });
    assert.equal(codeOf(alone), "401 person_required");
  });
});

describe("acts that partners have too", () => {
  test("seat, complete, no_show, venue_cancel keep the partner's rules and name who acted (consoleSeatBooking, consoleCompleteBooking, consoleMarkNoShow, consoleCancelBooking; rules/bookings 16.2)", async () => {
    const [seated, missed, cancelled] = [await stand.book(), await stand.book(), await stand.book()];
    assert.equal(codeOf(await stand.act(seated.id, "seat", {})), "400 invalid_request");
    const early = await stand.act(seated.id, "seat", { expected_version: 1 });
    assert.deepEqual([codeOf(early), early.body.details.reason], ["409 illegal_transition", "too_early"]);
    const reason = "The kitchen is closed";
    const ended = await stand.act(cancelled.id, "venue_cancel", { reason, expected_version: 1 });
    assert.deepEqual([ended.body.status, ended.body.cancellation.reason], ["cancelled_by_venue", reason]);
    assert.deepEqual([ended.body.undo.of, ended.body.undo.to], ["venue_cancel", "confirmed"]);
    await stand.goTo(seated.starts_at);
    const sits = await stand.act(seated.id, "seat", { expected_version: 1 });
    assert.deepEqual([sits.status, sits.body.status, sits.body.version], [200, "in_service", 2], sits.text);
    assert.deepEqual([sits.body.updated_by, sits.body.undo.of, sits.body.undo.to], [byHost(), "seat", "confirmed"]);
    const left = await stand.act(seated.id, "complete", { expected_version: 2 });
    assert.deepEqual([left.body.status, left.body.undo.to], ["completed", "in_service"]);
    const gone = await stand.act(missed.id, "no_show", { expected_version: 1 });
    assert.deepEqual([gone.body.status, gone.body.undo.until], ["no_show", missed.ends_at]);
    const [, told] = await partner.events(seated.id);
    assert.deepEqual([told?.event_type, told?.data.actor, told?.data.updated_by], ["booking.seated", "store", "store"]);
    assert.equal(told?.data.undo, undefined);
  });

  test("what somebody else has changed meanwhile is not overwritten, and who it was is told (rules/bookings 16.2)", async () => {
    const booking = await stand.book(2, { days: 5 });
    const noted = await stand.call(
      "POST",
      `/bookings/${booking.id}/change`,
      { notes: "By the window", expected_version: 1 },
      stand.manager.token,
    );
    assert.deepEqual([noted.status, noted.body.notes], [200, "By the window"], noted.text);
    const stale = await stand.act(booking.id, "venue_cancel", { expected_version: 1 });
    assert.equal(codeOf(stale), "409 stale_version");
    assert.deepEqual(stale.body.details, {
      expected: 1,
      actual: 2,
      updated_by: { kind: "person", id: stand.manager.id, name: "Mia Manager" },
    });
    assert.equal((await stand.call("GET", `/bookings/${booking.id}`)).body.status, "confirmed");
  });

  test("a change takes a slot of the search, also after the guest no longer could (consoleSearchAvailability, consoleChangeBooking; rules/bookings 16.2)", async () => {
    const booking = await stand.book(2, { days: 6, from: "19:00" });
    await stand.goTo(Date.parse(booking.starts_at) - 30 * 60_000);
    const day = booking.starts_at.slice(0, 10);
    const window = `start=${day}T20:00&end=${day}T22:00&party_size=3&booking_id=${booking.id}`;
    const slots = await stand.call("GET", `/locations/${stand.locationId}/availability?${window}`);
    assert.equal(slots.status, 200, slots.text);
    const [slot] = slots.body.data;
    const byPartner = await partner.call("POST", `/v1/bookings/${booking.id}/change`, { notes: "x" });
    assert.equal(byPartner.status, 200, byPartner.text);
    const changed = await stand.act(booking.id, "change", { slot_token: slot.slot_token, expected_version: 2 });
    assert.deepEqual(
      [changed.status, changed.body.starts_at, changed.body.party_size],
      [200, slot.starts_at, 3],
      changed.text,
    );
    const told = (await partner.events(booking.id)).at(-1);
    assert.deepEqual([told?.data.cause, told?.data.actor], ["store", "store"]);
    const foreign = await partner.call("POST", `/v1/bookings/${booking.id}/change`, { slot_token: slot.slot_token });
    assert.equal(codeOf(foreign), "400 invalid_slot_token");
  });

  test("a walk-in sits at once, each key once (consoleSeatWalkIn; rules/bookings 16.2)", async () => {
    const room = await openStand(partner);
    const seat = () =>
      partner.service.call("POST", `/console/v1/locations/${room.locationId}/walk_ins`, {
        key: room.host.token,
        body: { party_size: 2, guest: { first_name: "Wim" }, unit_ids: ["t3"] },
        headers: { "idempotency-key": "door-1" },
      });
    const [one, again] = [await seat(), await seat()];
    assert.deepEqual([one.status, one.body.status, one.body.source], [201, "in_service", "walk_in"], one.text);
    assert.deepEqual([one.body.undo.of, one.body.undo.to], ["walk_in", "cancelled_by_venue"]);
    assert.deepEqual([one.body.table.unit_ids, one.body.updated_by.name], [["t3"], "Hana Host"]);
    assert.equal(again.text, one.text);
  });
});

describe("what the guest is written (rules/messages-and-privacy 1.1, 1.13)", () => {
  /** The texts about a booking, oldest first, and in how many seconds each is due, to the nearest ten. */
  const textsOf = (id: string) =>
    partner.service.database.read.rows<{ kind: string; body: string; seconds: number }>(
      `SELECT kind, body, (10 * round(extract(epoch FROM due_at - created_at) / 10))::int AS seconds FROM messages
       WHERE subject_id = $1 ORDER BY created_at`,
      [id],
    );

  test("a change, a cancellation and its undo are one message while they come within 20 seconds, with the booking's link", async () => {
    const room = await openStand(partner, tablesOfFour(3), { messaging: true });
    const booking = await room.book();
    const [confirmed] = await textsOf(booking.id);
    assert.deepEqual([confirmed?.kind, confirmed?.seconds], ["booking_confirmed", 0]);
    const link = /\/g\/[\w-]{22}/.exec(confirmed?.body ?? "")?.[0];
    const leads = await fetch(`${partner.service.url}${link}`, { redirect: "manual" });
    const opened = leads.headers.get("location");
    const page = await partner.service.call("GET", `/store/v1${opened?.replace("booking", "bookings")}`);
    assert.deepEqual([page.status, page.body.confirmation_code], [200, booking.confirmation_code], page.text);

    const [unit] = ["t1", "t2", "t3"].filter((one) => !booking.table.unit_ids.includes(one));
    await room.act(booking.id, "move", { unit_ids: [unit], expected_version: 1 });
    assert.equal((await textsOf(booking.id)).length, 1, "another table alone is no news");
    await room.act(booking.id, "party_size", { party_size: 3, expected_version: 2 });
    await room.act(booking.id, "party_size", { party_size: 4, expected_version: 3 });
    const [, changed, ...more] = await textsOf(booking.id);
    assert.deepEqual([changed?.kind, changed?.seconds, more], ["booking_changed", 20, []]);
    assert.match(changed?.body ?? "", /now for 4 on .*\/g\//);
    await room.act(booking.id, "venue_cancel", { reason: "Broken pipe", expected_version: 4 });
    const [, cancelled] = await textsOf(booking.id);
    assert.equal(cancelled?.kind, "booking_cancelled");
    assert.match(cancelled?.body ?? "", /is cancelled\. Reason: Broken pipe Details: .*\/g\//);
    await room.act(booking.id, "undo", { expected_version: 5 });
    assert.deepEqual(
      (await textsOf(booking.id)).map(({ kind }) => kind),
      ["booking_confirmed", "booking_confirmed"],
    );
  });

  test("guests who cancel or change by themselves are told of the change alone", async () => {
    const room = await openStand(partner, tablesOfFour(3), { messaging: true });
    const booking = await room.book();
    const { slot_token } = await partner.slot(room.locationId, 3, {
      from: "20:00",
      query: `&booking_id=${booking.id}`,
    });
    const changed = await partner.call("POST", `/v1/bookings/${booking.id}/change`, { slot_token });
    assert.equal(changed.status, 200, changed.text);
    const [, told] = await textsOf(booking.id);
    assert.equal(told?.kind, "booking_changed");
    const other = await room.book(2, { from: "18:00" });
    await partner.call("POST", `/v1/bookings/${other.id}/cancel`);
    assert.deepEqual(
      (await textsOf(other.id)).map(({ kind }) => kind),
      ["booking_confirmed"],
    );
  });
});
