import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { createWorker } from "../../../test/harness/factories.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { openLine, type Line } from "../../../test/harness/waitlist-line.ts";
import { verifyWaitlist } from "./verify-waitlist.query.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
  await createWorker(partner.service.database);
});
after(() => partner.service.stop());

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const tally = (answers: readonly CallAnswer[]) => {
  const seen: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = `${status} ${body.code ?? body.status}`;
    seen[key] = (seen[key] ?? 0) + 1;
  }
  return seen;
};

/** Positions are 1..n in the order of joining; every seated entry has one booking of its own, and every booking one entry. */
async function assertLineSound(line: Line, inLine: number): Promise<void> {
  const positions = await line.positions();
  assert.deepEqual(
    positions.map(([, position]) => position),
    times(inLine, (index) => index + 1),
  );
  const strays = await partner.service.database.read.rows(
    `SELECT w.id, b.id AS booking FROM waitlist_entries w FULL JOIN bookings b ON b.id = w.booking_id
     WHERE coalesce(w.location_id, b.location_id) = $1 AND (w.status = 'seated' OR b.source = 'waitlist')
       AND (b.waitlist_entry_id IS DISTINCT FROM w.id OR b.status <> 'in_service')`,
    [line.location],
  );
  assert.deepEqual(strays, []);
}

test("40 that join at once stand one behind the other, each told its own place (rules/waitlist 1.8)", async () => {
  const line = await openLine(partner, 2);
  const answers = await Promise.all(times(40, () => line.add()));
  assert.deepEqual(tally(answers), { "201 waiting": 40 });
  const told = answers.map(({ body }) => body.position).toSorted((a, b) => a - b);
  assert.deepEqual(
    told,
    times(40, (index) => index + 1),
  );
  const list = new Map(await line.positions());
  for (const { body } of answers) assert.equal(list.get(body.id), body.position);
});

test("one phone that joins many times at once is in line once (rules/waitlist 1.4)", async () => {
  const line = await openLine(partner, 2);
  const guest = { first_name: "Ada", phone: "+33142600143" };
  const answers = await Promise.all(times(16, () => line.add({ guest })));
  assert.deepEqual(tally(answers), { "201 waiting": 1, "200 waiting": 15 });
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  await assertLineSound(line, 1);
});

test("more are seated at once than there are tables: as many as there are", async () => {
  const line = await openLine(partner, 3);
  const entries = await Promise.all(times(10, () => line.join()));
  const answers = await Promise.all(entries.map(({ id }) => line.act(id, "seat")));
  assert.deepEqual(tally(answers), { "200 seated": 3, "409 slot_unavailable": 7 });
  await assertLineSound(line, 7);
});

test("one entry seated, removed, cancelled and seated again at once has one end (rules/waitlist 2.2)", async () => {
  const line = await openLine(partner, 20);
  for (let round = 0; round < 8; round++) {
    const { id } = await line.join();
    const acts = ["seat", "remove", "cancel", "seat"].map((what) => line.act(id, what));
    const answers = await Promise.all(acts);
    const statuses = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.status));
    assert.equal(statuses.size, 1, JSON.stringify(tally(answers)));
    for (const answer of answers) assert.ok(answer.status === 200 || answer.body.code === "illegal_transition");
    const events = await partner.events(id);
    assert.equal(events.length, 2, "created, and one end");
  }
  await assertLineSound(line, 0);
});

test("adds, seats, removals, walk-ins and departures at once leave a sound line and floor", async () => {
  const line = await openLine(partner, 4);
  const entries = await Promise.all(times(12, () => line.join()));
  const answers = await Promise.all([
    ...entries.slice(0, 4).map(({ id }) => line.act(id, "seat")),
    ...entries.slice(4, 7).map(({ id }) => line.act(id, "remove")),
    ...entries.slice(6, 9).map(({ id }) => line.act(id, "cancel")),
    ...times(6, () => line.add()),
    ...times(3, (index) =>
      partner.call("POST", `/v1/locations/${line.location}/walk_ins`, {
        party_size: 2,
        idempotency_key: `race-${index}`,
      }),
    ),
  ]);
  for (const answer of answers) assert.ok(answer.status < 500, answer.text);
  const left = await partner.service.database.read.one<{ count: number }>(
    "SELECT count(*)::int AS count FROM waitlist_entries WHERE location_id = $1 AND ended_at IS NULL",
    [line.location],
  );
  await assertLineSound(line, left.count);
  const overlaps = await partner.service.database.read.rows(
    `SELECT a.owner_id FROM claims a JOIN claims b ON a.location_id = b.location_id AND a.unit_id = b.unit_id
       AND a.owner_id < b.owner_id AND a.during && b.during WHERE a.location_id = $1`,
    [line.location],
  );
  assert.deepEqual(overlaps, []);
});

test("the sweep and a seat at the moment of expiry: one of the two (rules/waitlist 2.7)", async () => {
  const line = await openLine(partner, 20, { messaging: true });
  for (let round = 0; round < 6; round++) {
    const { id } = await line.join({ guest: { first_name: "Ada", phone: `+3314260015${round}` } });
    await line.act(id, "notify");
    await partner.service.database.transaction((tx) =>
      tx.rows("UPDATE waitlist_entries SET notify_expires_at = clock_timestamp() + interval '3 ms' WHERE id = $1", [
        id,
      ]),
    );
    const [seated] = await Promise.all([line.act(id, "seat"), partner.service.runDue()]);
    await partner.service.runDue();
    const { body } = await partner.call("GET", `/v1/waitlist_entries/${id}`);
    assert.equal(body.status, seated.status === 200 ? "seated" : "expired");
    assert.equal((await partner.events(id)).length, 3);
  }
});

const query = (sql: string, values: readonly unknown[]) =>
  partner.service.database.transaction((tx) => tx.rows(sql, values));
const found = async () => {
  const checks = await verifyWaitlist(partner.service.database.read);
  return checks.filter(({ violations }) => violations > 0).map(({ name }) => name);
};

describe("what the invariants say after all of it", () => {
  test("what breaks nothing has no examples", async () => {
    const checks = await verifyWaitlist(partner.service.database.read);
    assert.deepEqual(
      checks.map(({ examples }) => [...examples]),
      checks.map(() => []),
    );
  });

  test("a sound line breaks nothing, and each check finds what it is for", async () => {
    const line = await openLine(partner, 2);
    const [seated, waiting] = [
      await line.join(),
      await line.join({ guest: { first_name: "A", phone: "+33142600143" } }),
    ];
    const { body } = await line.act(seated.id, "seat");
    assert.deepEqual(await found(), []);
    await query("UPDATE bookings SET waitlist_entry_id = $2 WHERE id = $1", [body.booking_id, waiting.id]);
    assert.deepEqual(await found(), ["seated_without_its_booking", "booking_without_its_entry"]);
    await query("UPDATE bookings SET waitlist_entry_id = $2 WHERE id = $1", [body.booking_id, seated.id]);
    await query("UPDATE waitlist_entries SET expires_at = now() - interval '2 minutes' WHERE id = $1", [waiting.id]);
    assert.deepEqual(await found(), ["in_line_past_its_time"]);
    await partner.service.runDue();
    assert.deepEqual(await found(), []);
    await query("DROP INDEX waitlist_phone_once", []);
    const [one, other] = [await line.join(), await line.join()];
    await query("UPDATE waitlist_entries SET guest_phone = '+33142600143' WHERE id = ANY ($1)", [[one.id, other.id]]);
    assert.deepEqual(await found(), ["phone_in_line_twice"]);
  });
});
