import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { alwaysOpen, openLine } from "../../../test/harness/waitlist-line.ts";
import type { Id } from "../../kernel/id.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const code = (answer: CallAnswer) => [answer.status, answer.body.code];
const writing = { messaging: true };
const reachable = { guest: { first_name: "Ada", last_name: "Byron", phone: "+33 1 42 60 01 43", email: "a@b.fr" } };

async function goTo(location: Id<"str">, at: string, more = 0): Promise<void> {
  const clock = await partner.call("GET", `/v1/sandbox/locations/${location}/clock`);
  const ms = Date.parse(at) + more - Date.parse(clock.body.now);
  await partner.advance(location, Math.ceil(ms / 1000));
}

describe("addToWaitlist, getWaitlist, getWaitlistEntry", () => {
  test("a party joins at the end and is told its place, its band and nothing else (rules/waitlist 1.4, 1.7)", async () => {
    const line = await openLine(partner, 1);
    const first = await line.join();
    const second = await line.join({ ...reachable, notes: "By the window" });
    assert.deepEqual([first.position, second.position], [1, 2]);
    assert.deepEqual(
      [second.status, second.channel, second.notified_at, second.booking_id],
      ["waiting", "in_person", null, null],
    );
    assert.equal(second.quoted_wait.parties_ahead, 1);
    const { min, max } = second.quoted_wait.wait_minutes;
    assert.ok(min % 5 === 0 && max % 5 === 0 && max > min, JSON.stringify(second.quoted_wait));
    const read = await partner.call("GET", `/v1/waitlist_entries/${second.id}`);
    assert.deepEqual(read.body, second);
    const list = await line.get();
    assert.deepEqual([list.body.object, list.body.open, list.body.entries], ["waitlist", false, [first, second]]);
  });

  test("phone and address are for those who may write or manage (rules/messages-and-privacy 2.1)", async () => {
    const line = await openLine(partner, 1);
    const reader = await partner.otherApp(["bookings:read"]);
    await partner.grant(reader, line.location);
    const entry = await line.join(reachable);
    assert.deepEqual(entry.guest, {
      first_name: "Ada",
      last_name: "Byron",
      phone: "+33142600143",
      phone_last_four: "0143",
      email: "a@b.fr",
    });
    const hidden = { ...entry.guest, phone: null, email: null };
    assert.deepEqual((await line.get(reader.key)).body.entries[0].guest, hidden);
    const read = await partner.call("GET", `/v1/waitlist_entries/${entry.id}`, undefined, reader.key);
    assert.deepEqual(read.body.guest, hidden);
    const [event] = await partner.events(entry.id, reader);
    const [own] = await partner.events(entry.id);
    assert.deepEqual([event?.data.guest, own?.data.guest], [hidden, entry.guest]);
  });

  test("openWaitlist, closeWaitlist: closed refuses all but those at the door; both may be repeated (rules/waitlist 1.2, 1.3)", async () => {
    const line = await openLine(partner, 1);
    const path = `/v1/locations/${line.location}/waitlist`;
    const remote = { channel: "phone" };
    const refused = await line.add(remote);
    assert.deepEqual([...code(refused), refused.body.details], [409, "waitlist_closed", { reason: "closed" }]);
    const writer = await partner.otherApp(["bookings:read", "bookings:write"]);
    await partner.grant(writer, line.location);
    assert.deepEqual(code(await line.add({}, writer.key)), [409, "waitlist_closed"]);
    for (const _ of [1, 2]) assert.equal((await partner.call("POST", `${path}/open`)).body.open, true);
    assert.equal((await line.add(remote)).body.channel, "phone");
    assert.equal((await line.add({}, writer.key)).body.channel, "partner");
    for (const _ of [1, 2]) {
      const closed = await partner.call("POST", `${path}/close`);
      assert.deepEqual([closed.status, closed.body.open, closed.body.entries.length], [200, false, 2]);
    }
    assert.equal((await line.add()).status, 201);
  });

  test("the venue's own limit of entries and of sizes, and what no table can have (rules/waitlist 1.3, 1.6)", async () => {
    const limits = { enabled: true, maxPartySize: 6, maxEntries: 2 };
    const line = await openLine(partner, alwaysOpen(1, { waitlist: limits }));
    await partner.call("POST", `/v1/locations/${line.location}/waitlist/open`);
    await line.join();
    await line.join({ channel: "online" });
    const full = await line.add({ channel: "online" });
    assert.deepEqual([...code(full), full.body.details], [409, "waitlist_closed", { reason: "full" }]);
    await line.join();
    const large = await line.add({ party_size: 7 });
    assert.deepEqual([...code(large), large.body.details], [422, "party_size_out_of_bounds", { min: 1, max: 6 }]);
    for (const size of [5, 1001])
      assert.deepEqual(code(await line.add({ party_size: size })), [422, "party_size_out_of_bounds"]);
  });

  test("the same phone finds its entry, in any spelling and when closed; the same key repeats the answer (rules/waitlist 1.4)", async () => {
    const line = await openLine(partner, 1);
    const entry = await line.join({ ...reachable, idempotency_key: "door-1" });
    const again = await line.add({ guest: { first_name: "A.", phone: "+33 (0)1.42.60.01.43" }, channel: "online" });
    assert.deepEqual([again.status, again.body.id, again.body.guest.first_name], [200, entry.id, "Ada"]);
    const repeat = await line.add({ ...reachable, idempotency_key: "door-1" });
    assert.deepEqual([repeat.status, repeat.body], [201, entry]);
    assert.deepEqual(code(await line.add({ party_size: 3, idempotency_key: "door-1" })), [
      409,
      "idempotency_key_reused",
    ]);
    await line.act(entry.id, "remove");
    assert.equal((await line.add(reachable)).status, 201);
    assert.deepEqual(code(await line.add({ guest: { first_name: "A", phone: "12" } })), [400, "invalid_phone"]);
    assert.equal((await line.add({ notes: " " })).body.message, "body.notes must not be blank");
  });

  test("what the venue told the party is kept", async () => {
    const line = await openLine(partner, 1);
    const wait_minutes = { min: 10, max: 25 };
    const entry = await line.join({ quoted_wait: { parties_ahead: 4, wait_minutes } });
    assert.deepEqual(entry.quoted_wait, { parties_ahead: 4, wait_minutes });
    const upside = await line.add({ quoted_wait: { wait_minutes: { min: 30, max: 25 } } });
    assert.deepEqual(code(upside), [400, "invalid_request"]);
    assert.match(upside.body.message, /quoted_wait\.wait_minutes\.min/);
  });

  test("native locations with a waitlist only (rules/waitlist 1.1)", async () => {
    const off = await openLine(partner, alwaysOpen(1, { waitlist: { enabled: false, maxPartySize: 8 } }));
    const provider = await openLine(partner, alwaysOpen(1), { booking_mode: "provider" });
    for (const line of [off, provider]) {
      assert.deepEqual(code(await line.get()), [422, "capability_unsupported"]);
      assert.deepEqual(code(await line.add()), [422, "capability_unsupported"]);
      assert.deepEqual(code(await line.estimate(2)), [422, "capability_unsupported"]);
      const opened = await partner.call("POST", `/v1/locations/${line.location}/waitlist/open`);
      assert.deepEqual(code(opened), [422, "capability_unsupported"]);
    }
  });
});

describe("notifyWaitlistEntry, seatWaitlistEntry, removeWaitlistEntry, cancelWaitlistEntry", () => {
  test("notified, then seated: one booking in service, the table taken, one event each with the latest state (rules/waitlist 2.4, 2.5; rules/webhooks 4.6; rules/bookings 8.5)", async () => {
    const line = await openLine(partner, 1, writing);
    const entry = await line.join(reachable);
    const notified = await line.act(entry.id, "notify");
    assert.deepEqual([notified.status, notified.body.status, notified.body.position], [200, "notified", 1]);
    assert.equal(Date.parse(notified.body.notify_expires_at) - Date.parse(notified.body.notified_at), 600_000);
    assert.deepEqual([notified.body.message.kind, notified.body.message.status], ["table_ready", "queued"]);
    assert.deepEqual((await line.act(entry.id, "notify")).body, notified.body);
    const seated = await line.act(entry.id, "seat");
    assert.deepEqual([seated.status, seated.body.status, seated.body.position], [200, "seated", 0], seated.text);
    const booking = await partner.call("GET", `/v1/bookings/${seated.body.booking_id}`);
    assert.deepEqual(
      [booking.body.status, booking.body.source, booking.body.waitlist_entry_id, booking.body.guest.phone],
      ["in_service", "waitlist", entry.id, "+33142600143"],
    );
    assert.deepEqual((await line.act(entry.id, "seat")).body, seated.body);
    const events = await partner.events(entry.id);
    assert.deepEqual(
      events.map(({ event_type, sequence, data }) => [event_type, sequence, data.status, data.booking_id, data.actor]),
      [
        ["waitlist_entry.created", 1, "waiting", null, "partner"],
        ["waitlist_entry.notified", 2, "notified", null, "partner"],
        ["waitlist_entry.seated", 3, "seated", seated.body.booking_id, "partner"],
      ],
    );
    assert.deepEqual((await line.get()).body.entries, []);
  });

  test("no free table: slot_unavailable, and the party keeps its place; tables chosen by hand (rules/waitlist 2.4)", async () => {
    const line = await openLine(partner, 2);
    const [first, second, third] = [await line.join(), await line.join(), await line.join()];
    const chosen = await line.act(second.id, "seat", { unit_ids: ["t2"] });
    assert.equal(chosen.body.status, "seated", chosen.text);
    assert.deepEqual(code(await line.act(first.id, "seat", { unit_ids: ["t2"] })), [409, "slot_unavailable"]);
    assert.equal((await line.act(first.id, "seat")).status, 200);
    assert.deepEqual(code(await line.act(third.id, "seat")), [409, "slot_unavailable"]);
    assert.deepEqual(await line.positions(), [[third.id, 1]]);
  });

  test("removed and cancelled: positions close up, a repeat is the same, other moves are illegal (rules/waitlist 2.2, 2.6)", async () => {
    const line = await openLine(partner, 1);
    const entries = [await line.join(), await line.join(), await line.join(), await line.join()];
    const [first, second, third, fourth] = entries.map(({ id }) => id);
    const removed = await line.act(first, "remove", { reason: "Left" });
    assert.deepEqual([removed.body.status, removed.body.position], ["removed", 0]);
    assert.deepEqual((await line.act(first, "remove")).body, removed.body);
    const cancelled = await line.act(third, "cancel");
    assert.equal(cancelled.body.status, "cancelled");
    assert.deepEqual((await line.act(third, "cancel")).body, cancelled.body);
    assert.deepEqual(await line.positions(), [
      [second, 1],
      [fourth, 2],
    ]);
    for (const [id, what, from_status] of [
      [first, "cancel", "removed"],
      [first, "seat", "removed"],
      [third, "notify", "cancelled"],
      [third, "remove", "cancelled"],
    ] as const) {
      const refused = await line.act(id, what);
      assert.deepEqual([...code(refused), refused.body.details], [409, "illegal_transition", { from_status }]);
    }
    const [, event] = await partner.events(third);
    assert.deepEqual([event?.event_type, event?.data.status], ["waitlist_entry.removed", "cancelled"]);
  });

  test("who may: the guest's way out with bookings:write, the venue's with bookings:manage", async () => {
    const line = await openLine(partner, 1);
    const entry = await line.join();
    const writer = await partner.otherApp(["bookings:write"]);
    await partner.grant(writer, line.location);
    for (const what of ["notify", "seat", "remove"])
      assert.equal((await line.act(entry.id, what, {}, writer.key)).status, 403);
    assert.equal((await line.act(entry.id, "cancel", undefined, writer.key)).status, 200);
    const stranger = await partner.otherApp();
    assert.equal((await line.act(entry.id, "cancel", undefined, stranger.key)).status, 404);
  });

  test("guest_messaging_unavailable says why, and changes nothing (rules/waitlist 2.3)", async () => {
    const quiet = await openLine(partner, 1);
    const reachableParty = await quiet.join(reachable);
    const line = await openLine(partner, 1, writing);
    const unreachable = await line.join();
    for (const [id, reason] of [
      [reachableParty.id, "disabled"],
      [unreachable.id, "no_phone"],
    ] as const) {
      const refused = await line.act(id, "notify");
      assert.deepEqual([...code(refused), refused.body.details], [422, "guest_messaging_unavailable", { reason }]);
      assert.equal((await partner.call("GET", `/v1/waitlist_entries/${id}`)).body.status, "waiting");
    }
  });
});

describe("time", () => {
  test("a notified party that does not come expires at its moment, not before (rules/waitlist 2.7)", async () => {
    const line = await openLine(partner, 1, writing);
    const [first, second] = [await line.join(reachable), await line.join()];
    const { notify_expires_at: due } = (await line.act(first.id, "notify")).body;
    await goTo(line.location, due, -2_000);
    const before = await partner.call("GET", `/v1/waitlist_entries/${first.id}`);
    // Real time runs on as well: only when it is still early does the state say something.
    if (
      Date.parse((await partner.call("GET", `/v1/sandbox/locations/${line.location}/clock`)).body.now) < Date.parse(due)
    )
      assert.equal(before.body.status, "notified");
    await goTo(line.location, due, 1_000);
    const after = await partner.call("GET", `/v1/waitlist_entries/${first.id}`);
    assert.deepEqual([after.body.status, after.body.position, after.body.updated_by], ["expired", 0, "service"]);
    assert.deepEqual(await line.positions(), [[second.id, 1]]);
    const events = await partner.events(first.id);
    assert.deepEqual(
      events.map(({ event_type, data }) => [event_type, data.actor]),
      [
        ["waitlist_entry.created", "partner"],
        ["waitlist_entry.notified", "partner"],
        ["waitlist_entry.expired", "service"],
      ],
    );
    const told = await partner.service.database.read.rows<{ kind: string; channel: string; body: string }>(
      "SELECT kind, channel, body FROM messages WHERE subject_id = $1 AND kind = 'waitlist_expired'",
      [first.id],
    );
    assert.deepEqual(
      told.map(({ kind, channel }) => [kind, channel]),
      [["waitlist_expired", "sms"]],
      "whoever was told to come is told that the place is given up; nobody else is",
    );
    const refused = await line.act(first.id, "seat");
    assert.deepEqual(refused.body.details, { from_status: "expired" });
  });

  test("everybody in line expires when the service day ends (rules/waitlist 2.7)", async () => {
    const line = await openLine(partner, 1, writing);
    const entries = [await line.join(reachable), await line.join()];
    await partner.advance(line.location, 24 * 3_600);
    for (const { id } of entries)
      assert.equal((await partner.call("GET", `/v1/waitlist_entries/${id}`)).body.status, "expired");
    assert.deepEqual(await line.positions(), []);
    assert.equal((await line.join()).position, 1);
    const told = await partner.service.database.read.rows(
      "SELECT 1 FROM messages WHERE kind = 'waitlist_expired' AND location_id = $1",
      [line.location],
    );
    assert.deepEqual(told, [], "whose day is over is not told");
  });
});
