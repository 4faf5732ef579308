import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import type { Id } from "../../kernel/id.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const outcome = (answer: CallAnswer): string => `${answer.status} ${answer.body.code ?? ""}`.trim();
const tally = (answers: readonly CallAnswer[]) => {
  const seen: Record<string, number> = {};
  for (const answer of answers) seen[outcome(answer)] = (seen[outcome(answer)] ?? 0) + 1;
  return seen;
};
let keys = 0;
/** A caller who is told that the service is busy sends the same again, as the contract asks. */
const ask = (path: string, body: object): Promise<CallAnswer> => {
  const sent = { ...body, idempotency_key: `race-${++keys}` };
  return waitUntil(
    () => partner.call("POST", path, sent),
    ({ status, body: { code } }) => status !== 503 && code !== "operation_in_progress",
  );
};
const hold = (body: object) => ask("/v1/booking_holds", body);
let guests = 0;
const book = (body: object) =>
  ask("/v1/bookings", { ...body, guest: { ...guest, phone: `+331426${String(++guests).padStart(5, "0")}` } });
/** RACES repeats the longest race so many times as often. */
const share = Number(process.env["RACES"] ?? 1);
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** No two live claims on one table overlap, and every owner has all of its tables. */
async function assertClaimsSound(location: Id<"str">): Promise<void> {
  const overlaps = await partner.service.database.read.rows(
    `SELECT a.owner_id FROM claims a JOIN claims b ON a.location_id = b.location_id AND a.unit_id = b.unit_id
       AND a.owner_id < b.owner_id AND a.during && b.during WHERE a.location_id = $1`,
    [location],
  );
  assert.deepEqual(overlaps, []);
  const partial = await partner.service.database.read.rows(
    `SELECT b.id FROM bookings b WHERE b.location_id = $1 AND b.status IN ('confirmed', 'in_service')
       AND cardinality(b.unit_ids) <> (SELECT count(*) FROM claims c WHERE c.owner_id = b.id)`,
    [location],
  );
  assert.deepEqual(partial, []);
}

test("64 clients for the last table: one winner, the rest slot_unavailable (rules/bookings 4.4, 7.4)", async () => {
  const location = await partner.location(tablesOfFour(1));
  for (let round = 0; round < 4; round++) {
    const { slot_token } = await partner.slot(location, 2, { days: 2 + round });
    const answers = await Promise.all(times(64, () => book({ slot_token })));
    assert.deepEqual(tally(answers), { "201": 1, "409 slot_unavailable": 63 });
  }
  await assertClaimsSound(location);
});

test("64 clients for 20 tables, joined ones among them: as many as there are (rules/bookings 7.3, 7.4)", async () => {
  const base = tablesOfFour(20);
  const [area] = base.areas;
  assert.ok(area !== undefined);
  const combinations = times(10, (index) => ({
    unitIds: [`t${2 * index + 1}`, `t${2 * index + 2}`],
    minSeats: 5,
    maxSeats: 8,
  }));
  const location = await partner.location({ ...base, areas: [{ ...area, combinations }] });
  const [small, large] = await Promise.all([partner.slot(location, 2), partner.slot(location, 6)]);
  const answers = await Promise.all(
    times(64, (index) => book({ slot_token: (index % 2 === 0 ? small : large).slot_token })),
  );
  const seen = tally(answers);
  assert.deepEqual(Object.keys(seen).toSorted(), ["201", "409 slot_unavailable"]);
  const { tables } = await partner.service.database.read.one<{ tables: number }>(
    "SELECT count(*)::int AS tables FROM claims WHERE location_id = $1",
    [location],
  );
  assert.ok(tables >= 19, `${tables} of 20 tables are taken`);
  await assertClaimsSound(location);
});

test("parallel holds never pass the limit of ten, on one day or several (rules/bookings 5.5)", async () => {
  const location = await partner.location(tablesOfFour(30));
  const slots = await Promise.all([1, 2, 3, 4].map((days) => partner.slot(location, 2, { days })));
  const answers = await Promise.all(
    times(40, (index) => hold({ slot_token: slots[index % slots.length]?.slot_token })),
  );
  assert.deepEqual(tally(answers), { "201": 10, "429 hold_limit_reached": 30 });
});

test("pacing is atomic (rules/bookings 3.5)", async () => {
  const base = tablesOfFour(30);
  const services = base.services.map((service) => ({ ...service, pacing: { maxParties: 5, maxCovers: 100 } }));
  const location = await partner.location({ ...base, services });
  const { slot_token } = await partner.slot(location, 2);
  const answers = await Promise.all(times(30, () => book({ slot_token })));
  assert.deepEqual(tally(answers), { "201": 5, "409 slot_unavailable": 25 });
});

test("one hold booked by many is one booking (rules/bookings 8.1)", async () => {
  const location = await partner.location(tablesOfFour(1));
  const { slot_token } = await partner.slot(location, 2);
  const { body } = await hold({ slot_token });
  const answers = await Promise.all(times(16, () => book({ hold_id: body.id })));
  assert.deepEqual(tally(answers), { "201": 1, "409 hold_consumed": 15 });
});

test("a hold booked while it is released: one of the two", async () => {
  const location = await partner.location(tablesOfFour(4));
  for (let round = 0; round < 8 * share; round++) {
    const { slot_token } = await partner.slot(location, 2, { days: 1 + (round % 20) });
    const { body } = await hold({ slot_token });
    const [booked, released] = await Promise.all([
      book({ hold_id: body.id }),
      partner.call("DELETE", `/v1/booking_holds/${body.id}`),
    ]);
    const seen = `${outcome(booked)} | ${outcome(released)}`;
    assert.ok(["201 | 409 hold_consumed", "409 hold_expired | 200"].includes(seen), seen);
  }
  await assertClaimsSound(location);
});

test("parallel changes of one booking with its version: one wins, the others are stale (rules/bookings 10.7)", async () => {
  const location = await partner.location(tablesOfFour(3));
  const slots = await partner.search(location, 2);
  const made = await book({ slot_token: slots[0]?.slot_token });
  const answers = await Promise.all(
    times(12, (index) =>
      partner.call("POST", `/v1/bookings/${made.body.id}/change`, {
        slot_token: slots[1 + (index % 5)]?.slot_token,
        expected_version: 1,
      }),
    ),
  );
  assert.deepEqual(tally(answers), { "200": 1, "409 stale_version": 11 });
  await assertClaimsSound(location);
});

test("bookings that swap places: each keeps a table or is refused, none is lost (rules/bookings 10.2)", async () => {
  const location = await partner.location(tablesOfFour(1));
  const slots = await partner.search(location, 2);
  const [one, two] = [slots[0], slots[3]];
  assert.ok(one !== undefined && two !== undefined);
  const first = await book({ slot_token: one.slot_token });
  const second = await book({ slot_token: two.slot_token });
  for (let round = 0; round < 5; round++) {
    const answers: readonly CallAnswer[] = await Promise.all([
      partner.call("POST", `/v1/bookings/${first.body.id}/change`, { slot_token: two.slot_token }),
      partner.call("POST", `/v1/bookings/${second.body.id}/change`, { slot_token: one.slot_token }),
    ]);
    for (const answer of answers) assert.ok(["200", "409 slot_unavailable"].includes(outcome(answer)), answer.text);
    await assertClaimsSound(location);
  }
});

test("walk-ins, seatings and cancellations at once leave a sound floor (rules/bookings 7.1)", async () => {
  const location = await partner.location(tablesOfFour(4));
  const slots = await partner.search(location, 2);
  const made = await Promise.all(slots.slice(0, 4).map(({ slot_token }) => book({ slot_token })));
  await partner.advance(location, Math.ceil((Date.parse(slots[0]?.starts_at ?? "") - Date.now()) / 1000));
  const answers = await Promise.all([
    ...made.flatMap(({ body }) => [
      partner.call("POST", `/v1/bookings/${body.id}/seat`),
      partner.call("POST", `/v1/bookings/${body.id}/venue_cancel`),
    ]),
    ...times(6, (index) =>
      partner.call("POST", `/v1/locations/${location}/walk_ins`, { party_size: 2, idempotency_key: `w${index}` }),
    ),
  ]);
  for (const answer of answers) {
    assert.ok(answer.status < 500, answer.text);
    assert.notEqual(answer.body.details?.reason, "too_early");
  }
  await assertClaimsSound(location);
});
