import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/booking-partner.ts";
import type { Db, Statement } from "../platform/postgres/database.ts";
import { recallClaims } from "./remember-claims.query.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

/** The service's database, with a count of the times that claims were listed. */
function counting(): { readonly db: Db; readonly listed: () => number } {
  const { read } = partner.service.database;
  let listed = 0;
  const db: Db = {
    ...read,
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
