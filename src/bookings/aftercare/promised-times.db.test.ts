/** A guest who was told half past seven comes at half past seven, whatever became of the zone meanwhile (rules/bookings 15.6). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import { operatorToken } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import type { Letter } from "../../mail/letter.ts";
import { keepPromisedTimes, type KeptTimes } from "./keep-promised-times.job.ts";
import { countUnkeptTimes, listUnkeptTimes } from "./unkept-times.query.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

let guests = 0;
async function book(location: Id<"str">, from: string, more: Readonly<Record<string, unknown>> = {}) {
  const { slot_token } = await partner.slot(location, 2, { from });
  const phone = `+331426003${String(++guests).padStart(2, "0")}`;
  const made = await partner.call("POST", "/v1/bookings", { slot_token, guest: { ...guest, phone, ...more } });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

const read = async (id: string) => (await partner.call("GET", `/v1/bookings/${id}`)).body;

async function moveZone(location: Id<"str">, timezone: string): Promise<void> {
  const path = `/operator/v1/test/locations/${location}`;
  const answer = await partner.service.call("PATCH", path, { key: operatorToken, body: { timezone } });
  assert.equal(answer.status, 200, answer.text);
}

/** Runs the job for every location; answers what became of the bookings of one. */
async function run(location: Id<"str">, zoneData = "2000a"): Promise<KeptTimes | undefined> {
  const kept: KeptTimes[] = [];
  await keepPromisedTimes({ database: partner.service.database, zoneData, onKept: (one) => kept.push(one) });
  return kept.find(({ locationId }) => locationId === location);
}

const change = (text: string, values: readonly unknown[]) =>
  partner.service.database.transaction((tx) => tx.rows(text, values));

/** What a release would have written whose zone data has another law for that evening. */
const underAnotherLaw = (id: string, local: string) =>
  change("UPDATE bookings SET local_start = $2 WHERE id = $1", [id, local]);

const claimsOf = (id: string) =>
  partner.service.database.read.rows<{ unit_id: string; from: number }>(
    `SELECT unit_id, lower(during) AS "from" FROM claims WHERE owner_id = $1 ORDER BY unit_id`,
    [id],
  );

describe("another time zone for the location", () => {
  test("parties who follow each other at one table keep their times, their table and their order", async () => {
    const location = await partner.location(tablesOfFour(1));
    const evening = [await book(location, "18:00"), await book(location, "19:30"), await book(location, "21:00")];
    for (const [zone, count] of [
      ["America/New_York", 3],
      ["Europe/Athens", 3],
      ["Europe/Athens", 0],
    ] as const) {
      await moveZone(location, zone);
      const kept = await run(location);
      assert.deepEqual([kept?.moved ?? 0, kept?.unkept ?? []], [count, []], zone);
      for (const before of evening) {
        const booking = await read(before.id);
        const wall = (text: string) => text.slice(0, 19);
        assert.deepEqual(
          [booking.time_zone, wall(booking.local_start), wall(booking.local_end), booking.table.unit_ids],
          [zone, wall(before.local_start), wall(before.local_end), ["t1"]],
        );
        assert.deepEqual(await claimsOf(before.id), [{ unit_id: "t1", from: Date.parse(booking.starts_at) }]);
        const windowMs = 120 * 60_000;
        assert.equal(Date.parse(booking.starts_at) - Date.parse(booking.changeable_until), windowMs);
      }
    }
  });

  test("apps are told what moved and why; the guest gets a new entry for the calendar, by e-mail alone", async () => {
    const location = await partner.location(tablesOfFour(2), { messaging: true });
    const made = await book(location, "19:30", { email: "ada@example.org", phone: undefined });
    const texted = await book(location, "19:30");
    await moveZone(location, "Europe/Athens");
    assert.equal((await run(location))?.moved, 2);
    const [, told, ...more] = await partner.events(made.id);
    assert.deepEqual([told?.event_type, told?.data.cause, told?.data.actor], ["booking.changed", "service", "service"]);
    assert.deepEqual(told?.data.changed.toSorted(), [
      "cancellable_until",
      "changeable_until",
      "ends_at",
      "starts_at",
      "time_zone",
    ]);
    assert.equal(told?.data.previous.starts_at, made.starts_at);
    assert.deepEqual([told?.data.version, more.length], [2, 0]);
    const messages = await partner.service.database.read.rows<{ channel: string; letter: Letter }>(
      "SELECT channel, letter FROM messages WHERE subject_id IN ($1, $2) AND kind = 'booking_changed'",
      [made.id, texted.id],
    );
    assert.deepEqual(
      messages.map(({ channel, letter }) => [channel, letter.subject]),
      [["email", "Your booking stays at 7:30 PM: a new calendar entry"]],
    );
    const starts = new Date(told?.data.starts_at).toISOString().replaceAll(/[-:]|\.\d+/g, "");
    assert.match(messages[0]?.letter.calendar?.text ?? "", new RegExp(`SEQUENCE:1\r\n[^]*DTSTART:${starts}\r\n`));
  });

  test("what is over, what sits and what another has in its book stays as it is", async () => {
    const location = await partner.location(tablesOfFour(4));
    const [sitting, cancelled, kept] = [
      await book(location, "18:00"),
      await book(location, "18:00"),
      await book(location, "21:00"),
    ];
    assert.equal((await partner.call("POST", `/v1/bookings/${cancelled.id}/cancel`)).status, 200);
    await change("UPDATE bookings SET kept_by = 'provider', unit_ids = '{}' WHERE id = $1", [kept.id]);
    await partner.advance(location, Math.ceil((Date.parse(sitting.starts_at) - Date.now()) / 1000));
    assert.equal((await partner.call("POST", `/v1/bookings/${sitting.id}/seat`)).status, 200);
    await moveZone(location, "America/New_York");
    assert.equal(await run(location), undefined);
  });
});

describe("another law", () => {
  /** 19:30 as promised; the instant is 18:30 by today's data. */
  async function promisedLater(tables: number) {
    const location = await partner.location(tablesOfFour(tables));
    await run(location);
    const booking = await book(location, "18:30");
    const promised = booking.local_start.replace("T18:30", "T19:30");
    await underAnotherLaw(booking.id, promised);
    return { location, booking, promised };
  }

  test("is seen with the first process of newer zone data, and decided by no older one", async () => {
    const { location, booking, promised } = await promisedLater(1);
    assert.equal(await run(location), undefined, "the data has been compared");
    assert.equal(await run(location, "1999z"), undefined, "older data");
    assert.equal((await run(location, "2000b"))?.moved, 1);
    assert.equal((await read(booking.id)).local_start, promised);
    await underAnotherLaw(booking.id, booking.local_start);
    assert.equal(await run(location), undefined, "older data decides nothing any more");
  });

  test("once a day also without newer data: an older release may have booked meanwhile", async () => {
    const { location, booking, promised } = await promisedLater(1);
    const age = (interval: string) =>
      change("UPDATE zone_checks SET checked_at = checked_at - $2::interval WHERE location_id = $1", [
        location,
        interval,
      ]);
    await age("23 hours");
    assert.equal(await run(location), undefined);
    await age("2 hours");
    assert.equal((await run(location))?.moved, 1);
    assert.equal((await read(booking.id)).local_start, promised);
  });

  test("a party whose table is taken then gets another of the rule", async () => {
    const { location, booking, promised } = await promisedLater(2);
    const tables = new Map([[booking.id, booking.table.unit_ids[0]]]);
    const other = await book(location, "20:00");
    tables.set(other.id, other.table.unit_ids[0]);
    assert.equal(tables.get(booking.id), tables.get(other.id), "both had one table, one after the other");
    assert.equal((await run(location, "2000c"))?.moved, 1);
    const moved = await read(booking.id);
    assert.deepEqual([moved.local_start, moved.table.unit_ids], [promised, ["t2"]]);
    assert.deepEqual((await partner.events(booking.id)).at(-1)?.data.changed.includes("table"), true);
  });

  test("without a free table nothing changes; the restaurant and the operator see so, and it is tried again", async () => {
    const { location, booking } = await promisedLater(1);
    const other = await book(location, "20:00");
    const kept = await run(location, "2000d");
    assert.deepEqual([kept?.moved, kept?.unkept], [0, [booking.id]]);
    assert.equal((await read(booking.id)).version, 1);
    assert.equal(await countUnkeptTimes(partner.service.database.read, location), 1);
    const listed = await listUnkeptTimes(partner.service.database.read);
    assert.deepEqual(
      listed.filter(({ locationId }) => locationId === location),
      [{ locationId: location, bookings: 1 }],
    );
    assert.equal((await partner.call("POST", `/v1/bookings/${other.id}/venue_cancel`)).status, 200);
    await change("UPDATE zone_checks SET checked_at = checked_at - interval '6 minutes' WHERE location_id = $1", [
      location,
    ]);
    assert.equal((await run(location, "2000d"))?.moved, 1);
    assert.equal(await countUnkeptTimes(partner.service.database.read, location), 0);
  });

  test("a location that cannot be compared delays no other", async () => {
    const broken = await partner.location(tablesOfFour(1));
    await run(broken);
    await book(broken, "18:30");
    const { location, booking, promised } = await promisedLater(1);
    await change("UPDATE locations SET timezone = 'Nowhere/Land' WHERE id = $1", [broken]);
    await assert.rejects(run(location, "2000f"), RangeError);
    assert.equal((await read(booking.id)).local_start, promised);
    await change("UPDATE locations SET timezone = 'Europe/Paris' WHERE id = $1", [broken]);
  });

  test("two processes at once move each party once", async () => {
    const { location, booking } = await promisedLater(1);
    await Promise.all(["2000e", "2000e", "2000e"].map((data) => run(location, data)));
    assert.equal((await read(booking.id)).version, 2);
    assert.equal((await partner.events(booking.id)).length, 2);
  });
});
