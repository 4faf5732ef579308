/** Taking steps back at the stand, and a book that a provider keeps (rules/bookings 16.6 and 16.8). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { createProviderLocation, dateThere } from "../../../test/harness/provider-location.ts";
import { alwaysOpen } from "../../../test/harness/waitlist-line.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
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

describe("undo (consoleUndoBooking; rules/bookings 16.6)", () => {
  test("a party that was seated is expected again, at its own table or by the rule, within 15 minutes", async () => {
    const stand = await openStand(partner, tablesOfFour(3));
    const booking = await stand.book();
    await stand.goTo(booking.starts_at);
    assert.equal(codeOf(await stand.act(booking.id, "undo", { expected_version: 1 })), "409 illegal_transition");
    await stand.act(booking.id, "seat", { unit_ids: ["t2"], expected_version: 1 });
    const undone = await stand.act(booking.id, "undo", { expected_version: 2 });
    assert.deepEqual(
      [undone.status, undone.body.status, undone.body.seated_at, undone.body.version, undone.body.undo],
      [200, "confirmed", null, 3, null],
      undone.text,
    );
    assert.deepEqual([undone.body.table, undone.body.ends_at], [booking.table, booking.ends_at]);
    const told = await lastOf(booking.id);
    assert.deepEqual(
      [told?.event_type, told?.data.changed[0], told?.data.cause],
      ["booking.changed", "status", "store"],
    );
    assert.equal(told?.data.previous.status, "in_service");
    await stand.act(booking.id, "seat", { unit_ids: ["t2"], expected_version: 3 });
    await walkIn(stand, 2, booking.table.unit_ids);
    const elsewhere = await stand.act(booking.id, "undo", { expected_version: 4 });
    assert.notDeepEqual(tablesOf(elsewhere), booking.table.unit_ids, elsewhere.text);
    const seated = await stand.act(booking.id, "seat", { expected_version: 5 });
    await stand.goTo(minutesAfter(seated.body.seated_at, 15));
    assert.equal(codeOf(await stand.act(booking.id, "undo", { expected_version: 6 })), "409 undo_expired");
  });

  test("a walk-in was never there, and one that had left sits again where its table is free", async () => {
    const stand = await openStand(partner, tablesOfFour(1));
    const seated = await walkIn(stand, 2, ["t1"]);
    const left = await stand.act(seated.body.id, "complete", { expected_version: 1 });
    assert.equal(left.body.status, "completed", left.text);
    const again = await stand.act(seated.body.id, "undo", { expected_version: 2 });
    assert.deepEqual([again.body.status, again.body.completed_at], ["in_service", null], again.text);
    assert.deepEqual((await lastOf(seated.body.id))?.data.changed.includes("completed_at"), false);
    await stand.act(seated.body.id, "complete", { expected_version: 3 });
    const other = await walkIn(stand, 2, ["t1"]);
    const taken = await stand.act(seated.body.id, "undo", { expected_version: 4 });
    assert.equal(codeOf(taken), "409 slot_unavailable");
    const mistake = await stand.act(other.body.id, "undo", { expected_version: 1 });
    assert.deepEqual(
      [mistake.body.status, mistake.body.cancellation.reason],
      ["cancelled_by_venue", "MISTAKE"],
      mistake.text,
    );
    assert.equal((await stand.act(seated.body.id, "undo", { expected_version: 4 })).status, 200);
  });

  test("two steps are taken back one after the other: who was noted as having left, then who was seated, in its own time", async () => {
    const stand = await openStand(partner, tablesOfFour(1));
    const booking = await stand.book();
    await stand.goTo(booking.starts_at);
    const seated = await stand.act(booking.id, "seat", { expected_version: 1 });
    await stand.act(booking.id, "complete", { expected_version: 2 });
    const sits = await stand.act(booking.id, "undo", { expected_version: 3 });
    assert.deepEqual([sits.body.status, sits.body.undo], ["in_service", seated.body.undo], sits.text);
    const expected = await stand.act(booking.id, "undo", { expected_version: 4 });
    assert.deepEqual(
      [expected.body.status, expected.body.seated_at, expected.body.table, expected.body.undo],
      ["confirmed", null, booking.table, null],
      expected.text,
    );
    await stand.act(booking.id, "seat", { expected_version: 5 });
    await stand.act(booking.id, "complete", { expected_version: 6 });
    await stand.act(booking.id, "undo", { expected_version: 7 });
    await stand.goTo(minutesAfter(booking.starts_at, 16));
    assert.equal(codeOf(await stand.act(booking.id, "undo", { expected_version: 8 })), "409 undo_expired");
  });

  test("a missed party within 120 minutes and before its end, a cancelled one within 10 at its own table", async () => {
    const stand = await openStand(partner, tablesOfFour(1));
    const booking = await stand.book(2, { from: "18:00", until: "18:30" });
    const undo = (version: number) => stand.act(booking.id, "undo", { expected_version: version });
    await stand.act(booking.id, "venue_cancel", { expected_version: 1 });
    const back = await undo(2);
    assert.deepEqual(
      [back.body.status, back.body.cancellation, back.body.table],
      ["confirmed", null, booking.table],
      back.text,
    );
    await stand.act(booking.id, "venue_cancel", { expected_version: 3 });
    const rival = await stand.book(2, { from: "18:00", until: "18:30" });
    assert.equal(codeOf(await undo(4)), "409 slot_unavailable");
    await stand.act(rival.id, "venue_cancel", { expected_version: 1 });
    assert.equal((await undo(4)).status, 200);
    await stand.goTo(booking.starts_at);
    const missed = await stand.act(booking.id, "no_show", { expected_version: 5 });
    assert.equal(missed.body.undo.until, booking.ends_at);
    await stand.goTo(minutesAfter(booking.starts_at, 60));
    const expected = await undo(6);
    assert.deepEqual([expected.body.status, expected.body.table], ["confirmed", booking.table], expected.text);
    await stand.act(booking.id, "no_show", { expected_version: 7 });
    await stand.goTo(booking.ends_at);
    assert.equal(codeOf(await undo(8)), "409 undo_expired");
  });
});

test("a party that was seated from the waitlist is back in line at its place, and its booking is cancelled (consoleUndoBooking; rules/bookings 16.6)", async () => {
  const stand = await openStand(partner, alwaysOpen(1));
  const path = `/v1/locations/${stand.locationId}/waitlist_entries`;
  const join = (name: string) =>
    partner.call("POST", path, { party_size: 2, guest: { first_name: name }, idempotency_key: `line-${name}` });
  const [first] = [await join("Ada"), await join("Ben")];
  const seated = await stand.call("POST", `/waitlist_entries/${first.body.id}/seat`, { expected_version: 1 });
  assert.equal(seated.status, 200, seated.text);
  const [booking] = (await stand.call("GET", `/locations/${stand.locationId}/bookings`)).body.data;
  assert.deepEqual([booking.source, booking.undo.of, booking.undo.to], ["waitlist", "seat", "waiting"]);
  assert.equal(codeOf(await stand.act(booking.id, "undo", { expected_version: 7 })), "409 stale_version");
  const undone = await stand.act(booking.id, "undo", { expected_version: booking.version });
  assert.deepEqual([undone.status, undone.body.status], [200, "cancelled_by_venue"], undone.text);
  const line = await partner.call("GET", `/v1/locations/${stand.locationId}/waitlist`);
  assert.deepEqual(
    line.body.entries.map((entry: { id: string; status: string }) => [entry.id === first.body.id, entry.status]),
    [
      [true, "waiting"],
      [false, "waiting"],
    ],
  );
});

test("where a provider keeps the book it is read, a change goes to the provider, all else is refused (rules/bookings 16.8)", async () => {
  const { service } = partner;
  const locationId = await createProviderLocation(service, { adapter: "simulated" });
  await partner.grant(partner.app, locationId);
  const host = await createPerson(service.database, [{ role: "host", at: locationId }]);
  const call = (method: string, path: string, body?: object) =>
    service.call(method, `/console/v1${path}`, { key: host.token, ...(body === undefined ? {} : { body }) });
  const window = (hour: string) => `start=${dateThere(2)}T${hour}&end=${dateThere(2)}T22:00&party_size=2`;
  const slot = async (hour: string, of = "") =>
    (await call("GET", `/locations/${locationId}/availability?${window(hour)}${of}`)).body.data[0];
  const offered = await partner.call("GET", `/v1/locations/${locationId}/booking_availability?${window("18:00")}`);
  const made = await partner.call("POST", "/v1/bookings", { slot_token: offered.body.data[0].slot_token, guest });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  const shown = await call("GET", `/bookings/${id}`);
  assert.deepEqual([shown.body.managed_by, shown.body.table], ["provider", null], shown.text);
  const later = await slot("20:00", `&booking_id=${id}`);
  const version = shown.body.version;
  const changed = await call("POST", `/bookings/${id}/change`, {
    slot_token: later.slot_token,
    expected_version: version,
  });
  assert.deepEqual([changed.status, changed.body.starts_at], [200, later.starts_at], changed.text);
  assert.deepEqual([changed.body.updated_by.id, (await lastOf(id))?.data.cause], [host.id, "store"]);
  const expected_version = changed.body.version;
  for (const [what, body] of [
    ["seat", {}],
    ["no_show", {}],
    ["complete", {}],
    ["venue_cancel", {}],
    ["move", { unit_ids: ["t1"] }],
    ["party_size", { party_size: 3 }],
    ["late", { minutes: 5 }],
    ["undo", {}],
  ] as const) {
    const refused = await call("POST", `/bookings/${id}/${what}`, { ...body, expected_version });
    assert.equal(codeOf(refused), "422 capability_unsupported", what);
  }
  for (const refused of [
    await call("PATCH", `/bookings/${id}`, { venue_notes: "x", expected_version }),
    await call("POST", `/locations/${locationId}/bookings`, { starts_at: later.starts_at, party_size: 2 }),
    await call("POST", `/locations/${locationId}/walk_ins`, { party_size: 2 }),
  ])
    assert.equal(codeOf(refused), "422 capability_unsupported", refused.text);
});
