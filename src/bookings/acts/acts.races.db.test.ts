/** Hosts act against each other and against guests, at once: one wins, the other is told, and no table has two parties. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Booking } from "../book/booking.ts";
import { moveBooking } from "./move-booking.command.ts";
import { undoBooking } from "./undo-booking.command.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const host = { kind: "person", id: newId("per") } as const;
const codeOf = (done: Booking | Refusal): string => (isRefusal(done) ? done.code : "ok");

let guests = 0;

async function book(locationId: Id<"str">, from = "18:00"): Promise<Id<"bkg">> {
  const { slot_token } = await partner.slot(locationId, 2, { from });
  const phone = `+3314261${String(++guests).padStart(4, "0")}`;
  const made = await partner.call("POST", "/v1/bookings", { slot_token, guest: { ...guest, phone } });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const move = (id: Id<"bkg">, unitIds: readonly string[] | undefined, swapWith?: Id<"bkg">) =>
  partner.service.database.transaction((tx) =>
    moveBooking(tx, host, id, {
      unitIds,
      swapWith,
      swapVersion: undefined,
      allowOverrun: false,
      allowOverCapacity: false,
      expectedVersion: 1,
    }),
  );

/** Every table of the location with its parties: exactly those of the bookings that live. */
async function assertSound(locationId: Id<"str">): Promise<void> {
  const rows = await partner.service.database.read.rows<{ id: string }>(
    `SELECT b.id FROM bookings b WHERE b.location_id = $1 AND (
       SELECT coalesce(array_agg(c.unit_id::text ORDER BY c.unit_id), '{}') FROM claims c WHERE c.owner_id = b.id
     ) IS DISTINCT FROM CASE WHEN b.status IN ('confirmed', 'in_service')
       THEN (SELECT array_agg(u ORDER BY u) FROM unnest(b.unit_ids) AS u) ELSE '{}' END`,
    [locationId],
  );
  assert.deepEqual(rows, []);
}

test("two hosts move two parties to one table: one has it, the other is told (rules/bookings 7.4, 16.3)", async () => {
  const locationId = await partner.location(tablesOfFour(3, { repair: false }));
  for (let round = 0; round < 4; round++) {
    const ids = [await book(locationId, `${18 + round}:00`), await book(locationId, `${18 + round}:00`)];
    const free = ["t1", "t2", "t3"];
    const { units } = await partner.service.database.read.one<{ units: string[] }>(
      "SELECT array_agg(unit_id::text) AS units FROM claims WHERE owner_id = ANY ($1)",
      [ids],
    );
    const [table] = free.filter((unit) => !units.includes(unit));
    assert.ok(table !== undefined);
    const done = await Promise.all(ids.map((id) => move(id, [table])));
    assert.deepEqual(done.map(codeOf).toSorted(), ["ok", "slot_unavailable"]);
    await assertSound(locationId);
    for (const id of ids) await partner.call("POST", `/v1/bookings/${id}/venue_cancel`);
  }
});

test("a move against a guest's change, and two swaps of the same parties: the later one is stale (rules/bookings 10.7, 16.2)", async () => {
  const locationId = await partner.location(tablesOfFour(4, { repair: false }));
  const id = await book(locationId);
  const { slot_token } = await partner.slot(locationId, 2, { from: "21:00", query: `&booking_id=${id}` });
  const [moved, changed] = await Promise.all([
    move(id, ["t4"]),
    partner.call("POST", `/v1/bookings/${id}/change`, { slot_token, expected_version: 1 }),
  ]);
  const outcomes = [codeOf(moved), changed.status === 200 ? "ok" : changed.body.code];
  assert.deepEqual(outcomes.toSorted(), ["ok", "stale_version"]);
  const [a, b] = [await book(locationId), await book(locationId)];
  const swaps = await Promise.all([move(a, undefined, b), move(b, undefined, a)]);
  assert.deepEqual(swaps.map(codeOf).toSorted(), ["ok", "stale_version"]);
  await assertSound(locationId);
});

test("an undo against a guest who books the table: one of the two has it (rules/bookings 7.4, 16.6)", async () => {
  const locationId = await partner.location(tablesOfFour(1, { repair: false }));
  for (let round = 0; round < 5; round++) {
    const id = await book(locationId);
    const { slot_token } = await partner.slot(locationId, 2, { query: `&booking_id=${id}` });
    await partner.call("POST", `/v1/bookings/${id}/venue_cancel`);
    const [undone, made] = await Promise.all([
      partner.service.database.transaction((tx) => undoBooking(tx, host, id, 2)),
      partner.call("POST", "/v1/bookings", { slot_token, guest: { first_name: "Eve", last_name: "Late" } }),
    ]);
    const outcomes = [codeOf(undone), made.status === 201 ? "ok" : made.body.code];
    assert.deepEqual(outcomes.toSorted(), ["ok", "slot_unavailable"]);
    await assertSound(locationId);
    for (const over of [id, made.body.id ?? id]) await partner.call("POST", `/v1/bookings/${over}/venue_cancel`);
  }
});
