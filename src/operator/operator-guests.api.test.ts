import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { formBrowser } from "../../test/harness/form-browser.ts";
import { createPerson } from "../../test/harness/people.ts";
import { operatorToken, startService } from "../../test/harness/service.ts";
import { createKeyedSemaphore } from "../platform/postgres/keyed-semaphore.ts";
import { operatorGuestRoutes } from "./operator-guests.routes.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const operate = (what: string, body: unknown) =>
  partner.service.call("POST", `/operator/v1/test/guests/${what}`, { key: operatorToken, body });

test("operatorExportGuest and operatorEraseGuest: everything is found, then nothing names the guest (rules/messages-and-privacy 3.1)", async () => {
  const location = await partner.location(tablesOfFour(3));
  const { slot_token } = await partner.slot(location, 2);
  const guest = { first_name: "Zebulon", last_name: "Quartz", phone: "+33142607777", email: "zeb@example.org" };
  const made = await partner.call("POST", "/v1/bookings", {
    slot_token,
    guest,
    notes: "Allergic to quartz",
    idempotency_key: "zebulon",
  });
  assert.equal(made.status, 201, made.text);
  const other = await partner.call("POST", "/v1/bookings", {
    slot_token,
    guest: { first_name: "Ada", last_name: "Byron", phone: "+33142608888" },
  });
  // The event of the change names what the note was before.
  const noted = await partner.call("POST", `/v1/bookings/${made.body.id}/change`, { notes: "Allergic to feldspar" });
  assert.equal(noted.status, 200, noted.text);
  const cancelled = await partner.call("POST", `/v1/bookings/${made.body.id}/cancel`, {
    reason: "Zebulon Quartz is ill",
  });
  assert.equal(cancelled.status, 200, cancelled.text);
  const exported = await operate("export", { phone: "+33 1 42 60 77 77" });
  assert.deepEqual(exported.body, {
    object: "guest_export",
    phone: "+33142607777",
    email: null,
    bookings: [cancelled.body],
    waitlist_entries: [],
    messages: [],
    notes: [],
    group_requests: [],
    table_alerts: [],
  });
  assert.deepEqual((await operate("export", { email: "ZEB@example.org" })).body.bookings.length, 1);
  const erased = await operate("erase", { phone: guest.phone });
  assert.deepEqual([erased.status, erased.body.bookings], [200, 1], erased.text);
  const after = await partner.call("GET", `/v1/bookings/${made.body.id}`);
  assert.deepEqual(after.body.guest, {
    first_name: null,
    last_name: null,
    phone: null,
    phone_last_four: null,
    email: null,
  });
  assert.equal(after.body.notes, null);
  assert.deepEqual(after.body.cancellation, { ...cancelled.body.cancellation, reason: null });
  const [, changed, told] = await partner.events(made.body.id);
  assert.deepEqual([changed?.data.changed, changed?.data.previous], [["notes"], { notes: null }]);
  assert.deepEqual(told?.data.cancellation, after.body.cancellation);
  const tables = ["bookings", "events", "idempotency_keys", "idempotency_answers", "audit_log", "deliveries"];
  for (const table of tables) {
    const rows = await partner.service.database.read.rows(
      `SELECT 1 FROM ${table} t WHERE t::text ~* 'zebulon.*quartz|33142607777|zeb@example|allergic'`,
    );
    assert.deepEqual(rows, [], table);
  }
  assert.equal((await partner.call("GET", `/v1/bookings/${other.body.id}`)).body.guest.first_name, "Ada");
  assert.deepEqual((await operate("export", { phone: guest.phone })).body.bookings, []);
});

test("on the page: a copy as a file, and an erasure that is asked before it is done (rules/people 10.5)", async () => {
  const location = await partner.location(tablesOfFour(3));
  const { slot_token } = await partner.slot(location, 2);
  const guest = { first_name: "Ottilie", last_name: "Basalt", phone: "+33142606666", email: "otti@example.org" };
  assert.equal((await partner.call("POST", "/v1/bookings", { slot_token, guest })).status, 201);
  const person = await createPerson(partner.service.database, [{ role: "operator_admin" }]);
  const ada = formBrowser(partner.service, person);
  const path = "/operator/guests";
  for (const [typed, wrong] of [
    [{}, /Write a phone number or an e-mail address/],
    [{ phone: "01 42 60 66 66" }, /with its country code, such as/],
  ] as const) {
    const answer = await ada.send(`${path}/copy`, typed);
    assert.equal(answer.status, 422);
    assert.match(answer.text, wrong);
  }
  const copy = await ada.send(`${path}/copy`, { phone: "+33 1 42 60 66 66" });
  assert.match(copy.headers.get("content-disposition") ?? "", /guest\.json/);
  assert.equal(JSON.parse(copy.text).bookings[0].guest.last_name, "Basalt");
  const asked = await ada.send(`${path}/erase`, { email: "otti@example.org" });
  assert.match(asked.text, /1 booking and 0 places in line would/);
  const [kept] = (await operate("export", { phone: guest.phone })).body.bookings;
  assert.equal(kept.guest.last_name, "Basalt", "nothing is erased by the question");
  const erased = await ada.send(`${path}/erase`, { email: "otti@example.org", sure: "yes" });
  assert.match(erased.text, /Erased: 1 booking and 0 places in line/);
  assert.deepEqual((await operate("export", { phone: guest.phone })).body.bookings, []);
  const entries = await partner.service.database.read.rows<{ readonly action: string }>(
    "SELECT action FROM audit_log WHERE actor_id = $1 ORDER BY sequence",
    [person.id],
  );
  assert.deepEqual(
    entries.map(({ action }) => action),
    ["guest.exported", "guest.erased"],
  );
});

test("a guest must be named by something usable", async () => {
  for (const [body, code] of [
    [{}, "invalid_request"],
    [{ phone: "01 42 60 77 77" }, "invalid_phone"],
    [{ phone: "+33142607777", name: "x" }, "invalid_request"],
  ] as const) {
    const answer = await operate("erase", body);
    assert.deepEqual([answer.status, answer.body.code], [400, code], answer.text);
  }
});

test("exports beyond those at work wait, and are told 503 when they wait for too long (rules/operating 3.7)", async () => {
  const exports = createKeyedSemaphore({ atOnce: 2, maxWaiting: 20, maxWaitMs: 50 });
  const service = await startService({ routes: () => operatorGuestRoutes(exports) });
  const ask = () =>
    service.call("POST", "/operator/v1/test/guests/export", { key: operatorToken, body: { email: "ada@example.org" } });
  try {
    const [release] = await Promise.all([exports.take("exports"), exports.take("exports")]);
    const late = await ask();
    assert.deepEqual([late.status, late.body.code, late.headers.get("retry-after")], [503, "unavailable", "1"]);
    release();
    assert.equal((await ask()).status, 200);
  } finally {
    await service.stop();
  }
});
