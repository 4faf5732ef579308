import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { operatorToken } from "../../../test/harness/service.ts";
import { forgetGuestNotes } from "../../bookings/guests/forget-guest-notes.job.ts";
import { openStand, type Stand } from "../bookings/stand.fixture.ts";
import type { GuestWire } from "./stand-guests.schemas.ts";

let partner: BookingPartner;
let stand: Stand;
before(async () => {
  partner = await startBookingPartner();
  stand = await openStand(partner, tablesOfFour(6));
});
after(() => partner.service.stop());

async function find(q: string, at: Stand = stand, key = at.host.token): Promise<readonly GuestWire[]> {
  const answer = await at.call("GET", `/locations/${at.locationId}/guests?q=${encodeURIComponent(q)}`, undefined, key);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
const names = async (q: string): Promise<readonly unknown[]> => (await find(q)).map(({ last_name }) => last_name);
async function only(q: string): Promise<GuestWire> {
  const [guest, ...others] = await find(q);
  assert.ok(guest !== undefined && others.length === 0, `${q} finds ${others.length + 1}`);
  return guest;
}
const note = (key: string, body: object, token = stand.host.token) =>
  stand.call("PATCH", `/locations/${stand.locationId}/guests/${key}`, body, token);
/** Seats a party that walks in, and lets it leave. */
async function visit(guest: object, at: Stand = stand): Promise<string> {
  const body = { party_size: 2, guest };
  const seated = await at.call("POST", `/locations/${at.locationId}/walk_ins`, body);
  assert.equal(seated.status, 201, seated.text);
  const left = await at.act(seated.body.id, "complete", { expected_version: seated.body.version });
  assert.equal(left.status, 200, left.text);
  return seated.body.id;
}
const ada = { first_name: "Ada", last_name: "Byron", phone: "+12175550181", email: "ada@example.com" };
const bob = { first_name: "Bob", last_name: "Marsh_all", email: "Bob@Example.com" };

describe("guests (consoleSearchGuests, consoleNoteOnGuest)", () => {
  test("are found by number, last digits, name and address, with what they did here (rules/stand 3.1, 3.2)", async () => {
    const stays = [await visit(ada), await visit({ ...ada, email: "other@example.com" })];
    await visit(bob);
    for (const q of ["+1 217 555 0181", "(217) 555-0181", "0181", "55 0181", "byr", "Ada", "ada by", "ADA@ex"])
      assert.deepEqual(await names(q), ["Byron"], q);
    assert.deepEqual(await names("bob@EXAMPLE"), ["Marsh_all"]);
    for (const q of ["9181", "yron", "ada m", "m%", "marsh%", "Grace"]) assert.deepEqual(await names(q), [], q);
    assert.deepEqual(await names("marsh_"), ["Marsh_all"]);
    await visit({ first_name: "José", last_name: "Müller", phone: "+12175550182" });
    await visit({ first_name: "Jose", last_name: "Muller", phone: "+12175550183" });
    await visit({ first_name: "अनिल", last_name: "Strauß", phone: "+12175550184" });
    for (const q of ["jose", "José", "JOSÉ mull", "jose Müll", "muller", "Müller", "Mu\u0308ller"])
      assert.deepEqual((await names(q)).toSorted(), ["Muller", "Müller"], q);
    for (const q of ["strauss", "strauß", "अनिल", "अनिल stra"]) assert.deepEqual(await names(q), ["Strauß"], q);
    const booked = await stand.book(2);
    const other = `${booked.guest.phone}`;
    await stand.goTo(Date.parse(booked.starts_at) - 3 * 3_600_000);
    const late = await partner.call("POST", `/v1/bookings/${booked.id}/cancel`, {});
    assert.equal(late.status, 200, late.text);
    const missed = await stand.book(2);
    // Who calls about a coming booking is found with it; so is one of whom nobody said whether they came (rules/stand 3.2).
    const open = async () => (await only(missed.guest.phone)).open_bookings.map(({ booking_id: id }) => id);
    assert.deepEqual(await open(), [missed.id]);
    await stand.goTo(Date.parse(missed.starts_at) + 60_000);
    await stand.act(missed.id, "no_show", { expected_version: missed.version });
    const cancelled = await only(other);
    assert.deepEqual([cancelled.visits, cancelled.no_shows, cancelled.late_cancellations], [0, 0, 1]);
    assert.equal((await only(missed.guest.phone)).no_shows, 1);
    assert.deepEqual(await open(), []);
    // A party that was seated by mistake counts for nothing.
    const { body: wrong } = await stand.call("POST", `/locations/${stand.locationId}/walk_ins`, {
      party_size: 2,
      guest: ada,
    });
    const undone = await stand.act(wrong.id, "undo", { expected_version: wrong.version });
    assert.equal(undone.status, 200, undone.text);
    const guest = await only("0181");
    assert.deepEqual([guest.key, guest.visits, guest.version, guest.tags], [wrong.id, 2, 0, []]);
    assert.deepEqual(
      guest.last_stays.map(({ booking_id }) => booking_id),
      stays.toReversed(),
    );
  });

  test("have a note and tags, an allergy only with the guest's word (rules/stand 3.3)", async () => {
    const { key } = await only("0181");
    const noted = await note(key, { expected_version: 0, note: "Likes the window", tags: ["vip", "birthday"] });
    assert.equal(noted.status, 200, noted.text);
    assert.deepEqual(noted.body, await only("0181"));
    assert.deepEqual([noted.body.version, noted.body.tags], [1, ["birthday", "vip"]]);
    assert.deepEqual(noted.body.updated_by, { kind: "person", id: stand.host.id, name: "Hana Host" });
    const silent = await note(key, { expected_version: 1, tags: ["allergy"] });
    assert.deepEqual([silent.status, silent.body.details.issues[0].path], [400, "body.guest_agreed"]);
    const agreed = await note(key, { expected_version: 1, tags: ["allergy"], guest_agreed: true });
    assert.deepEqual([agreed.status, agreed.body.note, agreed.body.tags], [200, "Likes the window", ["allergy"]]);
    const kept = await note(key, { expected_version: 2, tags: ["vip", "allergy"], note: null });
    assert.deepEqual([kept.status, kept.body.note, kept.body.version], [200, null, 3]);
    const stale = await note(key, { expected_version: 2, note: "Mine" });
    assert.deepEqual([stale.status, stale.body.details], [409, { expected: 2, actual: 3 }]);
    const both = await Promise.all([1, 2].map((n) => note(key, { expected_version: 3, note: `Host ${n}` })));
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    assert.equal((await note(key, { expected_version: 4, note: "x".repeat(501) })).status, 400);
  });

  test("are known at their own location, to its hosts and managers (rules/stand 3.1, 3.4)", async () => {
    const elsewhere = await openStand(partner);
    await visit(ada, elsewhere);
    const [there] = await find("0181", elsewhere);
    assert.deepEqual([there?.visits, there?.note, there?.tags], [1, null, []]);
    const { key } = await only("0181");
    assert.equal((await find("0181", stand, stand.manager.token)).length, 1);
    const staff = await createPerson(partner.service.database, [{ role: "staff", at: stand.locationId }]);
    const path = `/locations/${stand.locationId}/guests?q=0181`;
    assert.equal((await stand.call("GET", path, undefined, staff.token)).status, 403);
    assert.equal((await stand.call("GET", path, undefined, elsewhere.host.token)).status, 404);
    assert.equal((await note(key, { expected_version: 4, note: "x" }, elsewhere.manager.token)).status, 404);
    assert.equal((await note(there?.key ?? "", { expected_version: 0, note: "x" })).status, 404);
    const read = await partner.call("GET", `/v1/bookings/${key}`);
    assert.ok(!read.text.includes("Host 1") && !read.text.includes("Host 2"));
  });

  test("are forgotten with the guest: by the operator, and after the time that the location keeps guests (rules/stand 3.5)", async () => {
    const { service } = partner;
    const call = (what: string) =>
      service.call("POST", `/operator/v1/test/guests/${what}`, { key: operatorToken, body: { phone: ada.phone } });
    const copy = await call("export");
    assert.match(JSON.stringify(copy.body.notes), /Host [12]/);
    const notes = async (): Promise<number> =>
      (await service.database.read.rows("SELECT 1 FROM guest_notes WHERE location_id = $1", [stand.locationId])).length;
    assert.equal(await notes(), 1);
    assert.equal((await call("erase")).status, 200);
    assert.deepEqual([await notes(), await find("0181")], [0, []]);
    const { key } = await only("bob@");
    assert.equal((await note(key, { expected_version: 0, tags: ["regular"] })).status, 200);
    await service.database.transaction(async (tx) => {
      await tx.rows("UPDATE locations SET guest_retention_days = 30 WHERE id = $1", [stand.locationId]);
    });
    await forgetGuestNotes(service.database);
    assert.equal(await notes(), 1, "a booking still names the guest");
    await service.database.transaction(async (tx) => {
      await tx.rows("UPDATE bookings SET guest_email = NULL WHERE id = $1", [key]);
    });
    await forgetGuestNotes(service.database);
    assert.equal(await notes(), 0);
  });
});
