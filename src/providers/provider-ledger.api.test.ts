/** The ledger of writes at providers: crashes in the middle, settling twice, keys that grow old. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { startBookingServer } from "../../test/stand-ins/booking-server.ts";
import { createLocation, createWorker } from "../../test/harness/factories.ts";
import { operatorToken } from "../../test/harness/service.ts";
import { settleOperation } from "../bookings/at-provider/settle-operation.command.ts";
import { forgetSettled, settleDueOperations } from "../bookings/at-provider/settle-operations.job.ts";
import { verifyProviderLedger } from "../bookings/provider/verify-provider-ledger.query.ts";
import type { Id } from "../kernel/id.ts";
import { crashedWrites, sealing } from "./crashed-write.fixture.ts";

let partner: BookingPartner;
let locationId: Id<"str">;
let writes: ReturnType<typeof crashedWrites>;

before(async () => {
  // Without workers: every step of settling is taken by hand.
  partner = await startBookingPartner();
  locationId = await createLocation(partner.service.database, { timezone: "Europe/Paris", bookings_enabled: true });
  await partner.grant(partner.app, locationId);
  const answer = await operate("PATCH", `/test/locations/${locationId}`, {
    booking_mode: "provider",
    booking_provider: { adapter: "simulated" },
  });
  assert.equal(answer.status, 200, answer.text);
  writes = crashedWrites(partner, locationId);
});
after(() => partner.service.stop());

const operate = (method: string, path: string, body?: unknown) =>
  partner.service.call(method, `/operator/v1${path}`, {
    key: operatorToken,
    ...(body === undefined ? {} : { body }),
  });

describe("a crash in the middle of a write at a provider", () => {
  test("before the call: the job asks once its time has come, not before, and the booking is there once (rules/providers 2.1, 2.5)", async () => {
    const id = await writes.crashBeforeCall(3);
    await settleDueOperations(writes.deps());
    assert.equal((await operate("GET", `/test/operations/${id}`)).body.at_provider.state, "sending");
    await writes.makeDue(id);
    await Promise.all([
      settleDueOperations(writes.deps()),
      settleDueOperations(writes.deps()),
      settleDueOperations(writes.deps()),
    ]);
    const { at_provider: settled } = (await operate("GET", `/test/operations/${id}`)).body;
    assert.deepEqual([settled.state, settled.settled_by, settled.attempts], ["done", "asking", 2]);
    assert.equal((await partner.events(settled.booking_id)).length, 1);
  });

  test("after the call: the provider has it, and asking finds that very booking", async () => {
    const id = await writes.crashBeforeCall(4);
    const { request } = await partner.service.database.read.one<{
      request: { slot: never; guest: never; guestKey: string };
    }>("SELECT request FROM provider_operations WHERE id = $1", [id]);
    const made = await writes.simulated().book({ ...request, token: id, lease: null, notes: null });
    assert.equal(made.kind, "done");
    await writes.makeDue(id);
    await settleDueOperations(writes.deps());
    const { at_provider: settled } = (await operate("GET", `/test/operations/${id}`)).body;
    const kept = await partner.service.database.read.rows<{ reference: string }>(
      "SELECT reference FROM provider_bookings WHERE booking_id = $1",
      [settled.booking_id],
    );
    assert.deepEqual(
      kept.map(({ reference }) => reference),
      [made.kind === "done" ? made.value.reference : ""],
    );
  });

  test("an answer that comes late, beside the asking: whoever is first settles, the other changes nothing (rules/providers 2.4)", async () => {
    const id = await writes.crashBeforeCall(5);
    const { database } = partner.service;
    const { slot } = (
      await database.read.one<{ request: { slot: { startsAt: number; minutes: number; partySize: number } } }>(
        "SELECT request FROM provider_operations WHERE id = $1",
        [id],
      )
    ).request;
    const booking = { reference: `race-${id}`, status: "confirmed", slot, guest: null } as const;
    const answer = { kind: "done", value: { what: "booking", booking } } as const;
    const refused = { kind: "refused", cause: "SLOT_UNAVAILABLE", description: null } as const;
    const both = await Promise.all(
      [answer, refused, answer].map((each) =>
        database.transaction((tx) => settleOperation(tx, sealing, id, each, "answer")),
      ),
    );
    assert.equal(new Set(both.map(({ state }) => state)).size, 1);
    const { count } = await database.read.one<{ count: number }>(
      "SELECT count(*)::int AS count FROM provider_bookings WHERE reference = $1",
      [booking.reference],
    );
    assert.equal(count, both[0]?.state === "done" ? 1 : 0);
  });

  test("what is not settled in a day is asked about no more, and is left to the operator (rules/providers 2.5)", async () => {
    const id = await writes.crashBeforeCall(6);
    const { database } = partner.service;
    await database.transaction((tx) =>
      tx.rows(
        `UPDATE provider_operations SET created_at = clock_timestamp() - interval '25 hours',
         next_attempt_at = clock_timestamp() WHERE id = $1`,
        [id],
      ),
    );
    const silent = { ...writes.simulated(), book: async () => ({ kind: "unknown", fault: "no answer" }) as const };
    await settleDueOperations({ ...writes.deps(), find: async () => silent });
    const { at_provider: left } = (await operate("GET", `/test/operations/${id}`)).body;
    assert.deepEqual([left.state, left.next_attempt_at, left.last_fault], ["unsettled", null, "no answer"]);
    const missing = await operate("POST", `/test/operations/${id}/settle`, { outcome: "made" });
    assert.equal(missing.status, 400, missing.text);
    const made = await operate("POST", `/test/operations/${id}/settle`, {
      outcome: "made",
      provider_reference: "by-phone",
    });
    assert.deepEqual([made.body.state, made.body.settled_by], ["done", "operator"]);
    assert.equal((await partner.call("GET", `/v1/bookings/${made.body.booking_id}`)).body.status, "confirmed");
  });
});

describe("keys that grow old", () => {
  test("a key whose operation nobody settled in a day: replay_window_expired, with the operation's id (rules/providers 2.6)", async () => {
    const theirs = await startBookingServer({ tables: 5, mischief: () => ({ kind: "fail_after" }) });
    const place = await createLocation(partner.service.database, { timezone: "Europe/Paris", bookings_enabled: true });
    await partner.grant(partner.app, place);
    const quiet = await startBookingServer({ tables: 5 });
    const provider = { adapter: "booking_server_v3", base_url: quiet.url };
    await operate("PATCH", `/test/locations/${place}`, { booking_mode: "provider", booking_provider: provider });
    const slot = await partner.slot(place, 2, { from: "19:00" });
    await operate("PATCH", `/test/locations/${place}`, { booking_provider: { ...provider, base_url: theirs.url } });
    const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600199" };
    const body = { slot_token: slot.slot_token, guest, idempotency_key: "old" };
    const first = await partner.call("POST", "/v1/bookings", body);
    assert.deepEqual([first.body.code, first.body.details.reason], ["operation_in_progress", "provider_unsettled"]);
    await partner.service.database.transaction((tx) =>
      tx.rows("UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE key = 'old'"),
    );
    const old = await partner.call("POST", "/v1/bookings", body);
    assert.deepEqual(
      [old.status, old.body.code, old.body.details],
      [
        409,
        "operation_in_progress",
        { ...old.body.details, operation_id: first.body.details.operation_id, reason: "replay_window_expired" },
      ],
    );
    const busy = await operate("PATCH", `/test/locations/${place}`, { booking_provider: null });
    assert.equal(busy.status, 400, "a provider with unsettled writes is not taken away");
    await theirs.stop();
    await quiet.stop();
  });
});

describe("races and privacy", () => {
  test("settled operations are forgotten after 29 days, unsettled ones and leases in use are not", async () => {
    const [settled, open] = [await writes.crashBeforeCall(17), await writes.crashBeforeCall(18)];
    await writes.makeDue(settled);
    await settleDueOperations(writes.deps());
    const { database } = partner.service;
    const slot = await partner.slot(locationId, 2, { days: 19, from: "19:00" });
    const hold = await partner.call("POST", "/v1/booking_holds", { slot_token: slot.slot_token });
    await database.transaction((tx) =>
      tx.rows("UPDATE provider_operations SET created_at = created_at - interval '30 days' WHERE id = ANY ($1)", [
        [settled, open],
      ]),
    );
    await forgetSettled(database);
    assert.equal((await operate("GET", `/test/operations/${settled}`)).status, 404);
    assert.equal((await operate("GET", `/test/operations/${open}`)).status, 200);
    const leases = () => database.read.rows("SELECT 1 FROM provider_holds WHERE hold_id = $1", [hold.body.id]);
    assert.equal((await leases()).length, 1);
    await partner.call("DELETE", `/v1/booking_holds/${hold.body.id}`);
    await forgetSettled(database);
    assert.equal((await leases()).length, 0);
  });

  test("one key, eight calls at once: one booking, one event, one answer", async () => {
    const slot = await partner.slot(locationId, 2, { days: 12, from: "19:00" });
    const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600180" };
    const body = { slot_token: slot.slot_token, guest, idempotency_key: "at-once" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => partner.call("POST", "/v1/bookings", body)));
    for (const answer of answers) assert.ok([201, 409].includes(answer.status), answer.text);
    const made = answers.filter(({ status }) => status === 201);
    const last = await partner.call("POST", "/v1/bookings", body);
    assert.deepEqual(new Set([...made, last].map(({ body: { id } }) => id)).size, 1);
    assert.equal((await partner.events(last.body.id)).length, 1);
  });

  test("one hold, six keys at once: one booking", async () => {
    const slot = await partner.slot(locationId, 2, { days: 13, from: "19:00" });
    const hold = await partner.call("POST", "/v1/booking_holds", { slot_token: slot.slot_token });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        partner.call("POST", "/v1/bookings", {
          hold_id: hold.body.id,
          guest: { first_name: "Ada", last_name: "Byron", phone: `+3314260017${index}` },
        }),
      ),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? "made" : body.code)).toSorted();
    assert.equal(codes.filter((code) => code === "made").length, 1, codes.join());
    assert.ok(
      codes.every((code) => ["made", "hold_consumed", "operation_in_progress"].includes(code)),
      codes.join(),
    );
  });

  test("a change and a cancellation at once: one after the other, never both in part", async () => {
    const slot = await partner.slot(locationId, 2, { days: 14, from: "19:00" });
    const later = await partner.slot(locationId, 2, { days: 15, from: "20:00" });
    const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600169" };
    const { id } = (await partner.call("POST", "/v1/bookings", { slot_token: slot.slot_token, guest })).body;
    const [change, cancel] = await Promise.all([
      partner.call("POST", `/v1/bookings/${id}/change`, { slot_token: later.slot_token }),
      partner.call("POST", `/v1/bookings/${id}/cancel`, {}),
    ]);
    const after = (await partner.call("GET", `/v1/bookings/${id}`)).body;
    assert.equal(after.status === "cancelled_by_guest", cancel.status === 200);
    assert.equal(after.starts_at === later.starts_at, change.status === 200);
    const { database } = partner.service;
    const [theirs] = await database.read.rows<{ status: string; starts_at: number }>(
      `SELECT s.status, s.starts_at FROM simulated_reservations s JOIN provider_bookings p ON p.reference = s.reference
       WHERE p.booking_id = $1`,
      [id],
    );
    assert.deepEqual(
      [theirs?.status === "cancelled", theirs?.starts_at],
      [cancel.status === 200, Date.parse(after.starts_at)],
    );
  });

  test("a guest who is erased while their booking is being asked for is not stored by name", async () => {
    const id = await writes.crashBeforeCall(16);
    const phone = writes.lastPhone();
    const erased = await operate("POST", "/test/guests/erase", { phone });
    assert.equal(erased.status, 200, erased.text);
    await writes.makeDue(id);
    await settleDueOperations(writes.deps());
    const { at_provider: settled } = (await operate("GET", `/test/operations/${id}`)).body;
    assert.equal(settled.state, "done");
    const { body } = await partner.call("GET", `/v1/bookings/${settled.booking_id}`);
    assert.deepEqual([body.guest.first_name, body.guest.phone], [null, null]);
  });
});

test("the invariants hold after all of it, and each check notices a false row", async () => {
  const { database } = partner.service;
  const found = async (): Promise<readonly string[]> =>
    (await verifyProviderLedger(database.read)).filter(({ violations }) => violations > 0).map(({ name }) => name);
  await createWorker(database);
  // One that is under way, whatever the tests above have left: without workers nobody asks about it.
  await writes.crashBeforeCall(24);
  await database.transaction((tx) =>
    tx.rows("UPDATE provider_operations SET next_attempt_at = NULL WHERE state IN ('sending', 'unsettled')"),
  );
  assert.deepEqual(await found(), []);
  // The CHECK refuses such a row; a database that was restored without its CHECKs is found out all the same.
  await database.transaction((tx) => tx.rows("ALTER TABLE bookings DROP CONSTRAINT bookings_tables_check"));
  const broken: readonly (readonly [string, string])[] = [
    [
      "made_without_booking",
      "UPDATE provider_operations SET subject_id = 'bkg_nothing' WHERE kind = 'book' AND state = 'done'",
    ],
    ["provider_booking_with_tables", "UPDATE bookings SET unit_ids = '{t1}'"],
    [
      "guest_in_settled_operation",
      `UPDATE provider_operations SET request = request || '{"guest": {}}' WHERE state = 'done'`,
    ],
    [
      "operation_not_asked_about",
      "UPDATE provider_operations SET next_attempt_at = now() - interval '2 minutes' WHERE state = 'sending'",
    ],
  ];
  for (const [name, sql] of broken) {
    await database.transaction((tx) => tx.rows(sql));
    assert.ok((await found()).includes(name), name);
  }
});
