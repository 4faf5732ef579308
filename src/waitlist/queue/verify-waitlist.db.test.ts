import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { createWorker } from "../../../test/harness/factories.ts";
import { openLine } from "../../../test/harness/waitlist-line.ts";
import { verifyWaitlist } from "./verify-waitlist.query.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
  await createWorker(partner.service.database);
});
after(() => partner.service.stop());

const query = (sql: string, values: readonly unknown[]) =>
  partner.service.database.transaction((tx) => tx.rows(sql, values));
const found = async () => {
  const checks = await verifyWaitlist(partner.service.database.read);
  return checks.filter(({ violations }) => violations > 0).map(({ name }) => name);
};

test("what breaks nothing has no examples", async () => {
  const checks = await verifyWaitlist(partner.service.database.read);
  assert.deepEqual(
    checks.map(({ examples }) => [...examples]),
    checks.map(() => []),
  );
});

test("a sound line breaks nothing, and each check finds what it is for", async () => {
  const line = await openLine(partner, 2);
  const [seated, waiting] = [await line.join(), await line.join({ guest: { first_name: "A", phone: "+33142600143" } })];
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
