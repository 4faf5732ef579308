/** Texts of the night: which wait for the morning, and which of those are still sent then (rules/messages-and-privacy 1.17). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import type { Id } from "../../kernel/id.ts";
import { wallAt } from "../../kernel/wall-time.ts";
import { remindGuests } from "../aftercare/remind-guests.job.ts";

const dayMs = 86_400_000;
let partner: BookingPartner;
let here: Id<"str">;
let numbers = 0;

before(async () => {
  partner = await startBookingPartner();
  here = await partner.location(tablesOfFour(8), { messaging: true });
  const { database } = partner.service;
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO message_settings (sender, mail_sender) VALUES ('twilio', 'outbox')
       ON CONFLICT (only_one) DO UPDATE SET sender = 'twilio'`,
    ),
  );
  const { body } = await partner.call("GET", `/v1/sandbox/locations/${here}/clock`);
  const wall = wallAt("Europe/Paris", Date.parse(body.now)) % dayMs;
  await partner.advance(here, Math.ceil(((23 * 3_600_000 - wall + dayMs) % dayMs) / 1000));
});
after(() => partner.service.stop());

/** Books for a guest with a number in the night. */
async function book() {
  const { slot_token } = await partner.slot(here, 2, { days: 4 });
  const guest = { first_name: "Ada", last_name: "Byron", phone: `+3314260051${numbers++}` };
  const booked = await partner.call("POST", "/v1/bookings", { slot_token, guest });
  assert.equal(booked.status, 201, booked.text);
  assert.deepEqual(await waiting(booked.body.id), ["booking_confirmed"]);
  return booked.body;
}

const waiting = async (id: string) =>
  (
    await partner.service.database.read.rows<{ kind: string }>(
      `SELECT kind FROM messages WHERE subject_id = $1 AND channel = 'sms' AND status = 'queued' AND due_at > now() + interval '1 hour'
       ORDER BY id`,
      [id],
    )
  ).map(({ kind }) => kind);

test("a guest who cancels in the night is not told in the morning that they are expected", async () => {
  const { id } = await book();
  assert.equal((await partner.call("POST", `/v1/bookings/${id}/cancel`, {})).status, 200);
  assert.deepEqual(await waiting(id), []);
});

test("a booking that the restaurant cancels in the night is told as cancelled alone", async () => {
  const { id } = await book();
  assert.equal((await partner.call("POST", `/v1/bookings/${id}/venue_cancel`, {})).status, 200);
  assert.deepEqual(await waiting(id), ["booking_cancelled"]);
});

test("a booking that is moved in the night is told by its new time alone", async () => {
  const { id } = await book();
  const { slot_token } = await partner.slot(here, 2, { days: 5, query: `&booking_id=${id}` });
  const moved = await partner.call("POST", `/v1/bookings/${id}/change`, { slot_token });
  assert.equal(moved.status, 200, moved.text);
  assert.deepEqual(await waiting(id), ["booking_changed"]);
});

test("the reminder of a breakfast comes before it, though the night is not over", async () => {
  const early = { opens: "07:00", closes: "11:00", lastSeating: "09:00" };
  const services = tablesOfFour(1).services.map((service) => ({ ...service, ...early }));
  const there = await partner.location(tablesOfFour(1, { services }), { messaging: true });
  const { starts_at, slot_token } = await partner.slot(there, 2, { days: 3, from: "07:00", until: "08:00" });
  const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600599" };
  const { body: booked } = await partner.call("POST", "/v1/bookings", { slot_token, guest });
  const clock = await partner.call("GET", `/v1/sandbox/locations/${there}/clock`);
  const seconds = (Date.parse(starts_at) - Date.parse(clock.body.now)) / 1000;
  await partner.advance(there, Math.ceil(seconds - 3 * 3_600 + 60));
  await remindGuests(partner.service.database);
  const reminder = await partner.service.database.read.rows<{ wanted: boolean }>(
    `SELECT send_before < created_at + interval '3 hours' AS wanted FROM messages
     WHERE subject_id = $1 AND kind = 'booking_reminder'`,
    [booked.id],
  );
  assert.deepEqual(reminder, [{ wanted: true }]);
});
