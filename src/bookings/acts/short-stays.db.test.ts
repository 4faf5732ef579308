/** A table whose next party comes very soon: nobody gets the table for the short time, and no stay reaches into the next. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import { seatArrival } from "../make/seat-arrival.command.ts";
import { completeBooking, seatBooking } from "../make/seat-booking.command.ts";
import { startRules } from "../search/check-start.ts";
import { findVenueState, type VenueState } from "../venue/venue.query.ts";
import { bookByPhone } from "./book-by-phone.command.ts";
import { moveBooking } from "./move-booking.command.ts";
import { undoBooking } from "./undo-booking.command.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const host = { kind: "person", id: newId("per") } as const;
const nobody = { first_name: null, last_name: null, phone: null, email: null, language: null };
const at = (unitId: string, allowOverrun = true) => ({ unitIds: [unitId], allowOverrun, allowOverCapacity: false });

const write = <Value>(work: (tx: Tx) => Promise<Value>): Promise<Value> => partner.service.database.transaction(work);
async function stateOf(tx: Tx, locationId: Id<"str">): Promise<VenueState> {
  const state = await findVenueState(tx, locationId);
  assert.ok(state !== undefined);
  return state;
}

function made(booking: Booking | Refusal): Booking {
  assert.ok(!isRefusal(booking), isRefusal(booking) ? booking.message : "");
  return booking;
}

/** Books a table by telephone, so many seconds from now. */
const phone = (locationId: Id<"str">, unitId: string, seconds: number): Promise<Booking | Refusal> =>
  write(async (tx) => {
    const state = await stateOf(tx, locationId);
    const when = { startsAt: state.now + seconds * 1000, partySize: 2, experienceId: null, areaId: null };
    const who = { actor: host, guest: {}, notes: null, venueNotes: null };
    const how = { chosen: at(unitId), override: new Set(startRules) };
    return bookByPhone(tx, state, { ...when, ...who, ...how }, { actor: "person", by: host, requestId: null });
  });

const walkIn = (locationId: Id<"str">, unitId: string): Promise<Booking | Refusal> =>
  write(async (tx) => {
    const who = { appId: null, actedBy: host, source: "walk_in", waitlistEntryId: null, guest: nobody } as const;
    const what = { partySize: 2, notes: null, chosen: at(unitId) };
    return seatArrival(tx, await stateOf(tx, locationId), { ...who, ...what });
  });

const move = ({ id, version }: Booking, unitId: string): Promise<Booking | Refusal> =>
  write((tx) =>
    moveBooking(tx, host, id, {
      ...at(unitId),
      swapWith: undefined,
      swapVersion: undefined,
      expectedVersion: version,
    }),
  );

/** No live party stays longer than its tables are taken. */
async function assertSound(locationId: Id<"str">): Promise<void> {
  const rows = await partner.service.database.read.rows<{ id: string; status: string }>(
    `SELECT b.id, b.status FROM bookings b WHERE b.location_id = $1 AND b.status IN ('confirmed', 'in_service')
       AND b.ends_at > (SELECT max(upper(c.during)) FROM claims c WHERE c.owner_id = b.id)`,
    [locationId],
  );
  assert.deepEqual(rows, []);
}

const wanted = (done: Booking | Refusal): string => (isRefusal(done) ? `${done.code}: ${done.message}` : done.status);
const takenNow = /^slot_unavailable: table t1 is taken /;

for (const bufferMinutes of [0, 15]) {
  const open = () => partner.location(tablesOfFour(2, { repair: false, bufferMinutes }));

  test(`a table that is wanted within a minute is taken, whatever is allowed; buffer ${bufferMinutes} (rules/bookings 11.2, 16.3, 16.7)`, async () => {
    const locationId = await open();
    const next = made(await phone(locationId, "t1", 50));
    assert.match(wanted(await walkIn(locationId, "t1")), takenNow);
    const other = made(await phone(locationId, "t2", 10));
    assert.match(wanted(await phone(locationId, "t1", 20)), takenNow);
    assert.match(wanted(await move(other, "t1")), takenNow);
    const seat = { chosen: at("t1"), expectedVersion: other.version };
    assert.match(wanted(await write((tx) => seatBooking(tx, host, other.id, seat))), takenNow);
    await assertSound(locationId);
    assert.equal(
      made(await write((tx) => seatBooking(tx, host, next.id, { ...seat, expectedVersion: 1 }))).status,
      "in_service",
    );
  });

  test(`a stay that the next party cuts short ends before that one starts; buffer ${bufferMinutes} (rules/bookings 11.2, 16.3, 16.7)`, async () => {
    const locationId = await open();
    const next = made(await phone(locationId, "t1", 300));
    const short = made(await phone(locationId, "t1", 200));
    assert.ok(short.ends_at <= next.starts_at);
    const here = made(await walkIn(locationId, "t1"));
    assert.ok(here.ends_at <= short.starts_at && here.ends_at >= here.starts_at + 60_000);
    await assertSound(locationId);
  });

  test(`a party that had left sits again only where a minute is left; buffer ${bufferMinutes} (rules/bookings 16.6)`, async () => {
    const locationId = await open();
    const here = made(await walkIn(locationId, "t1"));
    const left = made(await write((tx) => completeBooking(tx, host, here.id, 1)));
    const undo = (): Promise<Booking | Refusal> => write((tx) => undoBooking(tx, host, here.id, left.version));
    const next = made(await phone(locationId, "t1", 180));
    await partner.advance(locationId, 130);
    assert.match(wanted(await undo()), /^slot_unavailable: the tables of the party are no longer free/);
    await partner.advance(locationId, 0);
    made(await move(next, "t2"));
    const later = made(await phone(locationId, "t1", 300));
    const again = made(await undo());
    assert.equal(again.status, "in_service");
    assert.ok(again.ends_at <= later.starts_at);
    await assertSound(locationId);
  });
}
