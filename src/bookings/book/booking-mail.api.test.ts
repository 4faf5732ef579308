import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import type { Letter } from "../../mail/letter.ts";
import { listMailReminders, takeMailReminders } from "../aftercare/reminders.sql.ts";

let partner: BookingPartner;

before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

test("by e-mail for who left no number: confirmed, reminded the evening before, cancelled, each the same entry of a calendar (rules/messages-and-privacy 1.1, 1.16)", async () => {
  const tables = tablesOfFour(4);
  const areas = tables.areas.map((area) => ({ ...area, translations: { de: { name: "Gartensaal" } } }));
  const location = await partner.location({ ...tables, areas }, { messaging: true });
  const { slot_token } = await partner.slot(location, 2);
  const guest = { first_name: "Ada", last_name: "Byron", email: "Ada@Example.org" };
  const made = await partner.call("POST", "/v1/bookings", { slot_token, guest, language: "de" });
  assert.equal(made.status, 201, made.text);
  const id = String(made.body.id);
  const told = () =>
    partner.service.database.read.rows<{ kind: string; email: string; letter: Letter }>(
      "SELECT kind, email, letter FROM messages WHERE subject_id = $1 AND channel = 'email' ORDER BY id",
      [id],
    );
  const clock = await partner.call("GET", `/v1/sandbox/locations/${location}/clock`);
  const ahead = (Date.parse(made.body.starts_at) - Date.parse(clock.body.now)) / 1000;
  await partner.advance(location, Math.floor(ahead - 24 * 3_600 - 60));
  assert.deepEqual(
    (await told()).map(({ kind }) => kind),
    ["booking_confirmed"],
  );
  const [due] = await listMailReminders(partner.service.database.read, 10);
  assert.ok(due?.id === id);
  const moved = { ...due, starts_at: due.starts_at - 900_000 };
  const taken = await partner.service.database.transaction((tx) => takeMailReminders(tx, [moved]));
  assert.deepEqual(taken, [], "who was moved since the reading is not marked for the other start");
  await partner.advance(location, 120);
  await partner.service.runDue();
  await partner.call("POST", `/v1/bookings/${id}/venue_cancel`, { reason: "A burst pipe" });
  const [confirmed, reminded, cancelled, ...more] = await told();
  assert.deepEqual([confirmed?.email, reminded?.kind, more.length], ["ada@example.org", "booking_reminder", 0]);
  assert.ok(confirmed?.letter.facts.some(({ value }) => value === made.body.confirmation_code));
  assert.ok(
    confirmed?.letter.facts.some(({ value }) => value === "Gartensaal"),
    "the area as the guest reads it (rules/languages 2.4)",
  );
  assert.match(confirmed?.letter.action?.href ?? "", /\/g\/[\w-]{22}$/);
  assert.deepEqual(
    [confirmed, reminded, cancelled].map((each) => each?.letter.calendar?.method),
    ["PUBLISH", "PUBLISH", "CANCEL"],
  );
  const entries = [confirmed, cancelled].map((each) => each?.letter.calendar?.text ?? "");
  assert.ok(entries.every((text) => text.includes(`UID:${id}@maple\r\n`)));
  assert.match(entries[0] ?? "", /SEQUENCE:0\r\n[^]*STATUS:CONFIRMED/);
  assert.match(entries[1] ?? "", /METHOD:CANCEL\r\n[^]*SEQUENCE:1\r\n[^]*STATUS:CANCELLED/);
  assert.deepEqual(
    [confirmed, cancelled].map((each) => [each?.letter.reservation?.status, each?.letter.reservation?.guestName]),
    [
      ["Confirmed", "Ada Byron"],
      ["Cancelled", "Ada Byron"],
    ],
  );
  assert.ok(cancelled?.letter.facts.some(({ value }) => value === "A burst pipe"));
});

test("a letter names the experience as its guest reads it (rules/languages 2.4)", async () => {
  const translations = { fr: { name: "Menu dégustation" } };
  const tasting = { experienceId: "tasting", name: "Tasting menu", translations, prepaymentRequired: false };
  const location = await partner.location(tablesOfFour(2, { experiences: [tasting] }), { messaging: true });
  const { slot_token } = await partner.slot(location, 2, { query: "&experience_id=tasting" });
  const guest = { first_name: "Ada", last_name: "Byron", email: "ada@example.org" };
  const made = await partner.call("POST", "/v1/bookings", { slot_token, guest, language: "fr" });
  assert.equal(made.status, 201, made.text);
  const [told] = await partner.service.database.read.rows<{ letter: Letter }>(
    "SELECT letter FROM messages WHERE subject_id = $1 AND channel = 'email'",
    [made.body.id],
  );
  assert.ok(told?.letter.facts.some(({ value }) => value === "Menu dégustation"));
  assert.match(told?.letter.calendar?.text.replaceAll("\r\n ", "") ?? "", /Menu dégustation/);
});
