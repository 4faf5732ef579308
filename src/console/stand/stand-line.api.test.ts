import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { createPerson } from "../../../test/harness/people.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { openStand, type Stand } from "../bookings/stand.fixture.ts";
import type { StandEntry, StandWaitlist } from "./stand-waitlist.schemas.ts";

let partner: BookingPartner;
let stand: Stand;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const hana = (): object => ({ kind: "person", id: stand.host.id, name: "Hana Host" });
const at = (path: string): string => `/locations/${stand.locationId}/${path}`;
/** A line of its own at dinner time: two tables of four. */
async function openLine(): Promise<void> {
  stand = await openStand(partner, tablesOfFour(2));
  const { database } = partner.service;
  await database.transaction((tx) =>
    tx.rows("UPDATE locations SET messaging = true WHERE id = $1", [stand.locationId]),
  );
  const [slot] = await partner.search(stand.locationId, 2);
  if (slot !== undefined) await stand.goTo(Date.parse(slot.starts_at) + 120_000);
}
async function line(): Promise<StandWaitlist> {
  const answer = await stand.call("GET", at("waitlist"));
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
async function join(name: string, fields: object = {}): Promise<StandEntry> {
  const body = { party_size: 2, guest: { first_name: name }, ...fields };
  const answer = await stand.call("POST", at("waitlist_entries"), body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const act = (entry: StandEntry, what: string, body: object = {}): Promise<CallAnswer> =>
  stand.call("POST", `/waitlist_entries/${entry.id}/${what}`, { expected_version: entry.version, ...body });
const edit = (entry: StandEntry, body: object): Promise<CallAnswer> =>
  stand.call("PATCH", `/waitlist_entries/${entry.id}`, { expected_version: entry.version, ...body });
async function done(answer: Promise<CallAnswer>): Promise<StandEntry> {
  const { status, body, text } = await answer;
  assert.equal(status, 200, text);
  return body;
}
const codeOf = async (answer: Promise<CallAnswer>): Promise<string> => {
  const { status, body } = await answer;
  return `${status} ${body.code}`;
};
const inOrder = async (): Promise<readonly unknown[]> => (await line()).entries.map(({ guest }) => guest.first_name);

describe("the line (consoleReadWaitlist, consoleAddToWaitlist, consoleEstimateWait, consoleOpenWaitlist, consoleCloseWaitlist)", () => {
  test("a host adds parties, with the estimate or a quote by hand, also while it is closed (rules/waitlist 5.1, 5.2)", async () => {
    await openLine();
    const ada = await join("Ada", { guest: { first_name: "Ada", phone: "(217) 555-0199" }, notes: "Window" });
    assert.deepEqual(
      [ada.position, ada.version, ada.channel, ada.guest.phone, ada.estimate, ada.quoted_wait.wait_minutes],
      [1, 1, "in_person", "+12175550199", null, { min: 0, max: 0 }],
    );
    assert.deepEqual(ada.updated_by, hana());
    const bob = await join("Bob", { quoted_wait: { min: 20, max: 30 } });
    assert.deepEqual(bob.quoted_wait.wait_minutes, { min: 20, max: 30 });
    const twice = await stand.call("POST", at("waitlist_entries"), {
      party_size: 3,
      guest: { first_name: "Ada", phone: "+12175550199" },
    });
    assert.deepEqual([twice.status, twice.body.id], [200, ada.id]);
    const shown = await line();
    assert.deepEqual(
      shown.entries.map(({ id, position, estimate }) => [id, position, estimate]),
      [
        [ada.id, 1, { min: 0, max: 0 }],
        [bob.id, 2, { min: 0, max: 0 }],
      ],
    );
    const estimate = await stand.call("GET", at("waitlist_estimate?party_size=4"));
    assert.deepEqual([estimate.status, estimate.body.parties_ahead], [200, 2], estimate.text);
    assert.equal((await stand.call("POST", at("waitlist/open"))).body.open, true);
    assert.equal((await stand.call("POST", at("waitlist/close"))).body.open, false);
    const wrong = await stand.call("POST", at("waitlist_entries"), {
      party_size: 2,
      guest: { first_name: "Eve" },
      quoted_wait: { min: 30, max: 20 },
    });
    assert.deepEqual([wrong.status, wrong.body.details.issues[0].path], [400, "body.quoted_wait.min"]);
  });

  test("is for hosts and managers of the location (rules/waitlist 5.1)", async () => {
    const [staff, stranger] = await Promise.all([
      createPerson(partner.service.database, [{ role: "staff", at: stand.locationId }]),
      createPerson(partner.service.database, [{ role: "manager", at: await partner.location() }]),
    ]);
    const [entry] = (await line()).entries;
    assert.ok(entry !== undefined);
    const seen = await Promise.all(
      [staff, stranger].flatMap(({ token }) => [
        codeOf(stand.call("GET", at("waitlist"), undefined, token)),
        codeOf(stand.call("POST", `/waitlist_entries/${entry.id}/remove`, { expected_version: 1 }, token)),
      ]),
    );
    assert.deepEqual(seen, ["403 role_required", "403 role_required", "404 not_found", "404 not_found"]);
  });
});

describe("a party in line (consoleEditWaitlistEntry, consoleNotifyWaitlistEntry, consoleSeatWaitlistEntry, consoleRemoveWaitlistEntry)", () => {
  test("is edited and moved by its version, and no event tells of that (rules/waitlist 5.1, 5.3, 5.4)", async () => {
    await openLine();
    const [ada, bob, cleo] = [await join("Ada"), await join("Bob"), await join("Cleo")];
    const moved = await done(
      edit(cleo, { before: ada.id, party_size: 4, quoted_wait: { min: 5, max: 15 }, notes: "x" }),
    );
    assert.deepEqual(
      [moved.position, moved.party_size, moved.quoted_wait.wait_minutes, moved.notes, moved.version],
      [1, 4, { min: 5, max: 15 }, "x", 2],
    );
    assert.deepEqual(await inOrder(), ["Cleo", "Ada", "Bob"]);
    assert.equal((await done(edit(ada, { before: null }))).position, 3);
    assert.deepEqual(await inOrder(), ["Cleo", "Bob", "Ada"]);
    assert.equal((await done(edit(bob, { notes: null }))).version, 1, "nothing changed");
    const stale = await edit(cleo, { party_size: 2 });
    assert.deepEqual([stale.status, stale.body.code], [409, "stale_version"]);
    assert.deepEqual(stale.body.details, { expected: 1, actual: 2, updated_by: hana() });
    for (const [body, code] of [
      [{ before: bob.id }, "invalid_request"],
      [{ party_size: 9 }, "party_size_out_of_bounds"],
      [{ party_size: 5 }, "party_size_out_of_bounds"],
      [{ quoted_wait: { min: 2, max: 1 } }, "invalid_request"],
    ] as const)
      assert.equal(await codeOf(edit(bob, body)), `400 ${code}`.replace("400 party", "422 party"));
    assert.deepEqual(
      (await partner.events(cleo.id)).map(({ event_type }) => event_type),
      ["waitlist_entry.created"],
    );
  });

  test("is told in the host's own words, and again with other words (rules/waitlist 5.5)", async () => {
    await openLine();
    const ada = await join("Ada", { guest: { first_name: "Ada", phone: "+33142600150" } });
    const told = await done(act(ada, "notify", { message: "Your table by the window is ready" }));
    assert.deepEqual([told.status, told.message?.kind], ["notified", "table_ready"]);
    assert.equal((await done(act(told, "notify"))).version, told.version, "told once is enough");
    await partner.advance(stand.locationId, 120);
    const again = await done(act(told, "notify", { message: "We hold it for five more minutes" }));
    assert.ok((again.notify_expires_at ?? "") > (told.notify_expires_at ?? ""));
    const texts = await partner.service.database.read.rows<{ body: string }>(
      "SELECT body FROM messages WHERE subject_id = $1 AND kind = 'table_ready' ORDER BY created_at",
      [ada.id],
    );
    assert.match(texts.map(({ body }) => body).join("|"), /window is ready.*\|.*five more minutes/);
    assert.equal(await codeOf(act(again, "notify", { message: "x".repeat(161) })), "400 invalid_request");
    assert.equal(await codeOf(act(told, "notify", { message: "Others told you" })), "409 stale_version");
  });

  test("is seated at chosen tables, or taken off; another version is refused, a repeat is not (rules/waitlist 5.1)", async () => {
    await openLine();
    const [ada, bob] = [await join("Ada"), await join("Bob")];
    assert.equal(await codeOf(act({ ...ada, version: 9 }, "seat")), "409 stale_version");
    const seated = await done(act(ada, "seat", { unit_ids: ["t2"] }));
    assert.equal(seated.status, "seated");
    const { body: booking } = await stand.call("GET", `/bookings/${seated.booking_id}`);
    assert.deepEqual([booking.table.unit_ids, booking.source, booking.updated_by], [["t2"], "waitlist", hana()]);
    assert.equal((await done(act(ada, "seat"))).id, ada.id, "a repeat with the version of before");
    const removed = await done(act(bob, "remove", { reason: "Left" }));
    assert.deepEqual([removed.status, removed.ended_reason, removed.updated_by], ["removed", "Left", hana()]);
    const stale = { ...bob, version: 1 };
    for (const answer of [act(stale, "seat"), act(stale, "notify"), edit(stale, { notes: "x" })])
      assert.equal(await codeOf(answer), "409 illegal_transition", "the status is judged before the version");
    const { entries, ended } = await line();
    assert.deepEqual([entries, ended.map(({ undo }) => undo?.of)], [[], ["remove", "seat"]]);
  });
});

describe("undo (consoleUndoWaitlistEntry; rules/waitlist 5.6, 5.7)", () => {
  test("puts a seated party back where it stood, frees its table, and apps hear that it is there again", async () => {
    await openLine();
    const [ada, bob] = [await join("Ada"), await join("Bob")];
    const seated = await done(act(ada, "seat"));
    const back = await done(act(seated, "undo"));
    assert.deepEqual([back.status, back.position, back.booking_id, back.ended_at], ["waiting", 1, null, null]);
    assert.deepEqual(await inOrder(), ["Ada", "Bob"]);
    const { body: booking } = await stand.call("GET", `/bookings/${seated.booking_id}`);
    assert.deepEqual([booking.status, booking.cancellation.reason], ["cancelled_by_venue", "MISTAKE"]);
    const events = await partner.events(ada.id);
    assert.deepEqual(
      events.map(({ event_type, sequence, data }) => [event_type, sequence, data.restored ?? null, data.actor]),
      [
        ["waitlist_entry.created", 1, null, "store"],
        ["waitlist_entry.seated", 2, null, "store"],
        ["waitlist_entry.created", 3, true, "store"],
      ],
    );
    // Seated anew, the party has one booking that counts.
    const again = await done(act(back, "seat"));
    assert.notEqual(again.booking_id, seated.booking_id);
    assert.equal(await codeOf(act(bob, "undo")), "409 illegal_transition");
  });

  test("keeps what a party was told while its time to come runs", async () => {
    await openLine();
    const phone = "+33142600151";
    const told = await done(act(await join("Ada", { guest: { first_name: "Ada", phone } }), "notify"));
    const back = await done(act(await done(act(told, "seat")), "undo"));
    assert.deepEqual([back.status, back.notify_expires_at], ["notified", told.notify_expires_at]);
    const seated = await done(act(back, "seat"));
    await partner.advance(stand.locationId, 11 * 60);
    const waits = await done(act(seated, "undo"));
    assert.deepEqual([waits.status, waits.notified_at, waits.notify_expires_at], ["waiting", null, null]);
    // The guest joins again after having been taken off: the new place counts.
    const removed = await done(act(waits, "remove"));
    await join("Ada", { guest: { first_name: "Ada", phone } });
    assert.equal(await codeOf(act(removed, "undo")), "409 illegal_transition");
  });

  test("ends exactly with its time: 15 minutes for a seat, 30 for those taken off and expired", async () => {
    await openLine();
    const phone = "+33142600152";
    const [ada, bob, cleo] = [
      await done(act(await join("Ada"), "seat")),
      await done(act(await join("Bob"), "remove")),
      await done(act(await join("Cleo", { guest: { first_name: "Cleo", phone } }), "notify")),
    ];
    await stand.goTo(Date.parse(ada.ended_at ?? "") + 15 * 60_000 - 2_000);
    const late = await done(act(ada, "undo"));
    const seated = await done(act(late, "seat"));
    await stand.goTo(Date.parse(seated.ended_at ?? "") + 15 * 60_000);
    assert.equal(await codeOf(act(seated, "undo")), "409 undo_expired");
    const expired = (await line()).ended.find(({ id }) => id === cleo.id);
    assert.ok(expired !== undefined && expired.status === "expired" && expired.undo?.of === "expire");
    assert.equal((await done(act(expired, "undo"))).status, "waiting");
    await stand.goTo(Date.parse(bob.ended_at ?? "") + 30 * 60_000);
    assert.equal(await codeOf(act(bob, "undo")), "409 undo_expired");
    assert.deepEqual((await line()).ended, []);
  });
});
