import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { drawFrom } from "../../../test/models/random-venues.ts";
import { newId } from "../../kernel/id.ts";
import type { TextDb } from "../../platform/postgres/database.ts";
import type { Statement } from "../../platform/postgres/statement.ts";
import { createMemories } from "../../platform/postgres/memories.ts";
import { daysOf } from "./booking-days.ts";
import { sendDayVersions } from "./booking-days.sql.ts";
import { insertClaims, listClaims, sendRelease } from "./claims.sql.ts";
import { recallClaims } from "./remember-claims.query.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

/** The service's database with a memory of its own, and a count of the times that claims were listed. */
function counting(): { readonly db: TextDb; readonly listed: () => number } {
  const { read } = partner.service.database;
  let listed = 0;
  const db: TextDb = {
    ...read,
    memories: createMemories(),
    rows: <Row>(statement: Statement | string, values?: readonly unknown[]) => {
      if (typeof statement === "object" && statement.name === "list-claims") listed += 1;
      return read.rows<Row>(statement, values);
    },
  };
  return { db, listed: () => listed };
}

test("a window is listed once, and again after each write to its dates, whoever made it", async () => {
  const locationId = await partner.location(tablesOfFour(2));
  const { db, listed } = counting();
  const { slot_token } = await partner.slot(locationId, 2);
  const from = Date.now();
  const recall = () =>
    recallClaims(db, { locationId, timeZone: "Europe/Paris", from, until: from + 7 * 86_400_000, now: Date.now() });
  assert.equal((await recall()).length, 0);
  assert.equal((await recall()).length, 0);
  assert.equal(listed(), 1);
  const held = await partner.call("POST", "/v1/booking_holds", { slot_token });
  assert.equal(held.status, 201, held.text);
  assert.deepEqual(
    (await recall()).map(({ ownerId }) => ownerId),
    [held.body.id],
  );
  assert.equal((await recall()).length, 1);
  assert.equal(listed(), 2);
  await partner.call("DELETE", `/v1/booking_holds/${held.body.id}`);
  assert.equal((await recall()).length, 0);
  assert.equal(listed(), 3);
});

test("a hold that has run out ends the memory, also before anybody has swept it", async () => {
  const locationId = await partner.location(tablesOfFour(2));
  const { db } = counting();
  const { slot_token } = await partner.slot(locationId, 2);
  const held = await partner.call("POST", "/v1/booking_holds", { slot_token });
  const from = Date.now();
  const recall = (now: number) =>
    recallClaims(db, { locationId, timeZone: "Europe/Paris", from, until: from + 7 * 86_400_000, now });
  assert.equal((await recall(Date.now())).length, 1);
  await partner.service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET clock_offset_seconds = 400 WHERE id = $1", [locationId]),
  );
  assert.ok(Date.parse(held.body.expires_at) < Date.now() + 400_000);
  assert.equal((await recall(Date.now() + 400_000)).length, 0);
});

test("a write reads its own date again and no other", async () => {
  const locationId = await partner.location(tablesOfFour(2));
  const { db, listed } = counting();
  const from = Date.now();
  const recall = (days: number) =>
    recallClaims(db, { locationId, timeZone: "Europe/Paris", from, until: from + days * 86_400_000, now: Date.now() });
  await recall(20);
  assert.equal(listed(), 1);
  await recall(3);
  assert.equal(listed(), 1, "a part of a known window is known");
  const { slot_token } = await partner.slot(locationId, 2, { days: 10 });
  const held = await partner.call("POST", "/v1/booking_holds", { slot_token });
  assert.equal(held.status, 201, held.text);
  await recall(3);
  assert.equal(listed(), 1, "other dates are not touched");
  assert.equal((await recall(20)).length, 1);
  assert.equal(listed(), 2);
});

for (const [timeZone, night] of [
  ["Europe/Paris", "2030-10-27T00:00:00Z"],
  ["America/Havana", "2030-03-10T05:00:00Z"],
  ["Asia/Beirut", "2030-10-26T21:00:00Z"],
] as const) {
  test(`what is remembered is what is there, around a night with a clock change: ${timeZone}`, async () => {
    const { database } = partner.service;
    const locationId = await partner.location(tablesOfFour(3));
    const draw = drawFrom(night.length + timeZone.length);
    const hourMs = 3_600_000;
    const begin = Date.parse(night) - 72 * hourMs;
    const owners: ReturnType<typeof newId<"bkg">>[] = [];
    for (let round = 0; round < 60; round++) {
      await database.transaction(async (tx) => {
        const from = begin + draw.integer(0, 288) * (hourMs / 2);
        const until = from + draw.integer(1, 12) * (hourMs / 2);
        const ownerId = newId("bkg");
        const unitIds = [`t${draw.integer(1, 3)}`];
        const claim = { locationId, ownerId, unitIds, areaId: "room", from, until, startsAt: from, partySize: 2 };
        const isFree = await insertClaims(tx, { ...claim, kind: "booking", expiresAt: null });
        if (isFree) owners.push(ownerId);
        sendDayVersions(tx, locationId, daysOf(timeZone, [{ from, until }]), from);
      });
      const gone = draw.integer(0, 2) === 0 ? owners.shift() : undefined;
      if (gone !== undefined) await release(gone, timeZone, locationId);
      const from = begin + draw.integer(0, 288) * (hourMs / 2);
      const until = from + draw.integer(1, 200) * (hourMs / 2);
      const recalled = await recallClaims(database.read, { locationId, timeZone, from, until, now: Date.now() });
      const there = await listClaims(database.read, locationId, from, until);
      const inWindow = recalled.filter((claim) => claim.from < until && from < claim.until);
      const names = (claims: typeof recalled) =>
        claims.map((claim) => `${claim.from} ${claim.unitId} ${claim.ownerId}`).toSorted();
      assert.deepEqual(names(inWindow), names(there), `round ${round}`);
    }
  });
}

async function release(
  ownerId: ReturnType<typeof newId<"bkg">>,
  timeZone: string,
  locationId: ReturnType<typeof newId<"str">>,
) {
  await partner.service.database.transaction(async (tx) => {
    const spans = await tx.rows<{ from: number; until: number }>(
      `SELECT lower(during) AS "from", upper(during) AS until FROM claims WHERE owner_id = $1`,
      [ownerId],
    );
    sendRelease(tx, ownerId);
    sendDayVersions(tx, locationId, daysOf(timeZone, spans), 0);
  });
}
