import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { operatorToken } from "../../test/harness/service.ts";
import { actByHand } from "../../test/harness/state-guard.ts";
import { openLine, type Line } from "../../test/harness/waitlist-line.ts";
import { learnWaits } from "../waitlist/estimate/learn-waits.job.ts";
import { eraseOldEntries } from "../waitlist/aftercare/erase-old-entries.job.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const operator = (method: string, path: string, body?: unknown) =>
  partner.service.call(method, `/operator/v1/test${path}`, {
    key: operatorToken,
    ...(body === undefined ? {} : { body }),
  });
const query = (sql: string, values: readonly unknown[]) =>
  partner.service.database.transaction((tx) => tx.rows(sql, values));
const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600143", email: "ada@example.com" };

/** A party that joined so many minutes ago and is seated now. */
async function seatAfter(line: Line, minutes: number): Promise<void> {
  const { id } = await line.join();
  await query("UPDATE waitlist_entries SET joined_at = joined_at - make_interval(mins => $2) WHERE id = $1", [
    id,
    minutes,
  ]);
  const seated = await line.act(id, "seat");
  assert.equal(seated.status, 200, seated.text);
  await partner.call("POST", `/v1/bookings/${seated.body.booking_id}/complete`);
}

describe("operatorGetWaitScore", () => {
  test("coverage, lateness and width of the last quotes; what was learned changes the estimate (rules/waitlist 3.12)", async () => {
    const line = await openLine(partner, 1);
    const path = `/locations/${line.location}/wait_score`;
    const none = await operator("GET", path);
    assert.deepEqual(
      [none.body.quotes, none.body.coverage, none.body.mean_width_minutes, none.body.stays],
      [0, null, null, 0],
    );
    // Told up to five minutes; one in four waited ten.
    for (let party = 0; party < 12; party++) await seatAfter(line, party % 4 === 0 ? 10 : 0);
    assert.equal((await operator("GET", path)).body.quotes, 0, "their table was free");
    await query(
      `UPDATE wait_quotes SET waited_minutes = floor(waited_minutes), simulated_high = 4, band_max = 5 WHERE location_id = $1`,
      [line.location],
    );
    const { body } = await operator("GET", path);
    assert.deepEqual(
      [body.quotes, body.coverage, body.late, body.mean_width_minutes, body.winkler_score],
      [12, 0.75, 0.25, 5, 17.5],
    );

    // Its parties stay half as long as it plans, and learning finds out.
    const before = (await line.act((await line.join()).id, "seat")) && (await line.estimate(2)).body.wait_minutes;
    await partner.service.database.transaction((tx) => {
      tx.send(actByHand);
      return tx.rows(
        `INSERT INTO bookings (id, location_id, kept_by, written_at, created_at, updated_at, updated_by, status, source, confirmation_code, starts_at,
         ends_at, local_start, time_zone, party_size, unit_ids, changeable_until, cancellable_until, seated_at, completed_at)
       SELECT 'bkg_01k0abcdefghjkmnpqrstv' || lpad(n::text, 4, '0'), $1, 'native', now(), now(), now(), 'partner', 'completed', 'walk_in', n::text,
         now() - interval '2 days', now() - interval '1 day', '', 'Europe/Paris', 2, '{t1}', now(), now(),
         now() - interval '2 days', now() - interval '2 days' + make_interval(mins => 40 + n % 10)
       FROM generate_series(1, 200) AS n`,
        [line.location],
      );
    });
    assert.equal(await learnWaits(partner.service.database, 0), false);
    const after = (await line.estimate(2)).body.wait_minutes;
    assert.ok(after.max < before.min + 10, `${JSON.stringify(before)} and ${JSON.stringify(after)}`);
    const learned = (await operator("GET", path)).body;
    assert.ok(learned.stays >= 200 && learned.correction > 0, JSON.stringify(learned));
    assert.equal((await operator("GET", "/locations/str_01k0abcdefghjkmnpqrstvwxyz/wait_score")).status, 404);
  });
});

describe("operatorListMessages", () => {
  test("the outbox, newest first, with masked numbers, in the venue's language (rules/messages-and-privacy 1.7, 1.9)", async () => {
    const line = await openLine(partner, 1, { messaging: true });
    const changed = await operator("PATCH", `/locations/${line.location}`, { language: "de" });
    assert.deepEqual([changed.status, changed.body.language], [200, "de"], changed.text);
    const { id } = await line.join({ guest });
    await line.act(id, "notify");
    await partner.service.runDue();
    const list = await operator("GET", `/messages?location_id=${line.location}`);
    assert.equal(list.status, 200, list.text);
    const seen = list.body.data.map((message: Record<string, unknown>) => [
      message["kind"],
      message["status"],
      message["sender"],
      message["to"],
      message["subject_id"],
    ]);
    assert.deepEqual(seen, [
      ["table_ready", "sent", "outbox", "+33•••••••43", id],
      ["waitlist_joined", "sent", "outbox", "a***@example.com", id],
      ["waitlist_joined", "sent", "outbox", "+33•••••••43", id],
    ]);
    assert.match(list.body.data[0].body, /^Maple Street Diner: Ihr Tisch ist frei\. .*\/wait\//);
    const before = list.body.data[0].id;
    const rest = await operator("GET", `/messages?location_id=${line.location}&before=${before}&limit=1`);
    assert.equal(rest.body.data.length, 1);
  });
});

describe("guests' data", () => {
  test("export and erasure reach entries, messages, events and kept answers; the line keeps the party (rules/messages-and-privacy 3.1, 3.4)", async () => {
    const line = await openLine(partner, 1, { messaging: true });
    const other = { ...guest, phone: "+33142600199", email: "other@example.com" };
    const entry = await line.join({ guest: other, notes: "Peanuts", idempotency_key: "to-forget" });
    const key = { phone: other.phone };
    const exported = await operator("POST", "/guests/export", key);
    assert.deepEqual(
      [exported.body.waitlist_entries.map(({ id }: { id: string }) => id), exported.body.messages.length],
      [[entry.id], 1],
    );
    const erased = await operator("POST", "/guests/erase", key);
    assert.deepEqual([erased.status, erased.body.waitlist_entries, erased.body.bookings], [200, 1, 0], erased.text);
    const { body } = await partner.call("GET", `/v1/waitlist_entries/${entry.id}`);
    const nobody = { first_name: null, last_name: null, phone: null, phone_last_four: null, email: null };
    assert.deepEqual([body.guest, body.notes, body.status, body.position], [nobody, null, "waiting", 1]);
    const [event] = await partner.events(entry.id);
    assert.deepEqual(event?.data.guest, nobody);
    const [message] = (await operator("GET", `/messages?location_id=${line.location}`)).body.data;
    assert.deepEqual([message.to, message.body, message.status], [null, null, "suppressed"]);
    const replayed = await line.add({ guest: other, notes: "Peanuts", idempotency_key: "to-forget" });
    assert.equal(replayed.body.code, "operation_in_progress");
  });

  test("retention: so many days after a party left the line, its guest is erased (rules/messages-and-privacy 3.2)", async () => {
    const line = await openLine(partner, 1, { guest_retention_days: 30 });
    const [kept, old] = [await line.join({ guest }), await line.join({ guest: { first_name: "Old" } })];
    await line.act(kept.id, "remove");
    await line.act(old.id, "remove");
    await query("UPDATE waitlist_entries SET ended_at = ended_at - interval '31 days' WHERE id = $1", [old.id]);
    assert.equal(await eraseOldEntries(partner.service.database), false);
    const nameOf = async (id: string) =>
      (await partner.call("GET", `/v1/waitlist_entries/${id}`)).body.guest.first_name;
    assert.deepEqual([await nameOf(kept.id), await nameOf(old.id)], ["Ada", null]);
  });
});
