/** Retention: a guest is erased everywhere a number of days after the stay, with an audit entry that names nobody. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import type { Id } from "../../kernel/id.ts";
import { eraseOldGuests } from "./erase-old-guests.job.ts";

const day = 24 * 3600;

describe("retention of guests' data", () => {
  let partner: BookingPartner;
  before(async () => {
    partner = await startBookingPartner();
  });
  after(() => partner.service.stop());

  const book = async (locationId: Id<"str">, phone: string): Promise<Id<"bkg">> => {
    const slot = await partner.slot(locationId, 2);
    const body = { slot_token: slot.slot_token, guest: { ...guest, phone }, notes: "Nut allergy" };
    const made = await partner.call("POST", "/v1/bookings", body);
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };
  const setDays = (locationId: Id<"str">, days: number | null) =>
    partner.service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET guest_retention_days = $2 WHERE id = $1", [locationId, days]),
    );
  const nameOf = async (id: Id<"bkg">): Promise<string | null> =>
    (await partner.call("GET", `/v1/bookings/${id}`)).body.guest.first_name;
  const run = async (): Promise<void> => {
    while (await eraseOldGuests(partner.service.database));
  };
  const auditsOf = (locationId: Id<"str">) =>
    partner.service.database.read.rows<{ actor: string; after: unknown }>(
      "SELECT actor, after FROM audit_log WHERE action = 'guest.erased' AND subject = $1 ORDER BY sequence",
      [locationId],
    );

  test("not before the days are over, then everything at once; a second run finds nothing (rules/messages-and-privacy 3.2)", async () => {
    const locationId = await partner.location(tablesOfFour(4));
    const past = await book(locationId, "+33142600143");
    await setDays(locationId, 30);
    // The stay ends within the third day from now, so on day 31 it is less than thirty days over.
    await partner.advance(locationId, 31 * day);
    await run();
    assert.equal(await nameOf(past), "Ada");
    const coming = await book(locationId, "+33142600144");
    await partner.advance(locationId, 2 * day);
    await run();
    assert.equal(await nameOf(past), null);
    assert.equal(await nameOf(coming), "Ada");
    const [event] = await partner.events(past);
    assert.equal(JSON.stringify(event).includes("Byron"), false);
    assert.equal(JSON.stringify(event).includes("Nut"), false);
    await run();
    assert.deepEqual(await auditsOf(locationId), [
      { actor: "retention", after: { bookings: 1, guest_retention_days: 30 } },
    ]);
  });

  test("cancelled bookings too; a party that still sits is kept, and so is everybody without a setting (rules/messages-and-privacy 3.3)", async () => {
    const [locationId, keeping] = [await partner.location(tablesOfFour(4)), await partner.location(tablesOfFour(4))];
    const [cancelled, seated, kept] = [
      await book(locationId, "+33142600145"),
      await book(locationId, "+33142600146"),
      await book(keeping, "+33142600147"),
    ];
    await partner.call("POST", `/v1/bookings/${cancelled}/cancel`);
    const { starts_at } = (await partner.call("GET", `/v1/bookings/${seated}`)).body;
    await partner.advance(locationId, Math.ceil((Date.parse(starts_at) - Date.now()) / 1000));
    assert.equal((await partner.call("POST", `/v1/bookings/${seated}/seat`)).status, 200);
    await setDays(locationId, 1);
    for (const id of [locationId, keeping]) await partner.advance(id, 10 * day);
    await run();
    assert.deepEqual([await nameOf(cancelled), await nameOf(seated), await nameOf(kept)], [null, "Ada", "Ada"]);
  });

  test("two processes at once erase each guest once", async () => {
    const locationId = await partner.location(tablesOfFour(6));
    for (let n = 0; n < 5; n++) await book(locationId, `+3314260020${n}`);
    await setDays(locationId, 1);
    await partner.advance(locationId, 10 * day);
    await Promise.all([run(), run(), run()]);
    const erased = (await auditsOf(locationId)).map(({ after }) => (after as { bookings: number }).bookings);
    assert.equal(
      erased.reduce((sum, count) => sum + count, 0),
      5,
    );
  });
});
