/** No table is held for a guest who is not told of it (rules/bookings 19.2). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { takeReply } from "../../messaging/aftercare/take-report.command.ts";
import { offered, waitingGuests, waits } from "./alerts.fixture.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const { ask, cancel, fieldsFor, formOf, open, openFull, run, send, slots, statuses, titles } = waitingGuests(
  () => partner,
);

const reply = (phone: string, word: string) => partner.service.database.transaction((tx) => takeReply(tx, phone, word));

test("a guest who said STOP is passed over, and offered a table again after START", async () => {
  const place = await openFull();
  const fields = await fieldsFor(place);
  const { phone = "" } = fields;
  const silent = (await open((await send(formOf(place), fields)).to)).to;
  await reply(phone, "STOP");
  const next = await ask(place);
  await cancel(place);
  await run();
  assert.deepEqual(await titles([silent, next]), [waits, offered]);
  assert.equal((await send(`${next}/stop`, {})).status, 303);
  await reply(phone, "START");
  await run();
  assert.deepEqual(await titles([silent]), [offered]);
});

test("a table stays open to everybody where no guest who waits can be told", async () => {
  const place = await openFull();
  const page = await ask(place);
  const { database } = partner.service;
  await database.transaction((tx) =>
    tx.rows("UPDATE locations SET messaging = false WHERE id = $1", [place.locationId]),
  );
  await cancel(place);
  await run();
  assert.deepEqual(await titles([page]), [waits]);
  assert.equal((await slots(place)).length, 1);
  assert.deepEqual(await statuses(place), [{ status: "waiting", unused_offers: 0 }]);
});
