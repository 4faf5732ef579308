import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import { newId } from "../../kernel/id.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const hold = (slot_token: string, key?: string) => partner.call("POST", "/v1/booking_holds", { slot_token }, key);

describe("holds (createBookingHold, getBookingHold, releaseBookingHold)", () => {
  test("a slot is held, read, booked, and then consumed (rules/bookings 5.1, 5.2)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const slot = await partner.slot(location, 2);
    const held = await hold(slot.slot_token);
    assert.equal(held.status, 201, held.text);
    const { id } = held.body;
    assert.equal(held.body.status, "live");
    assert.equal(held.body.starts_at, slot.starts_at);
    assert.equal(Date.parse(held.body.expires_at) - held.body.created * 1000 <= 301_000, true);
    assert.deepEqual(held.body.area, { area_id: "room", name: "Room" });
    assert.deepEqual((await partner.call("GET", `/v1/booking_holds/${id}`)).body, held.body);
    const again = await hold(slot.slot_token);
    assert.deepEqual([again.status, again.body.code], [409, "slot_unavailable"]);

    const booked = await partner.call("POST", "/v1/bookings", { hold_id: id, guest });
    assert.equal(booked.status, 201, booked.text);
    const consumed = await partner.call("GET", `/v1/booking_holds/${id}`);
    assert.deepEqual([consumed.body.status, consumed.body.booking_id], ["consumed", booked.body.id]);
    const twice = await partner.call("POST", "/v1/bookings", { hold_id: id, guest });
    assert.deepEqual([twice.status, twice.body.code], [409, "hold_consumed"]);
    const released = await partner.call("DELETE", `/v1/booking_holds/${id}`);
    assert.deepEqual([released.status, released.body.code], [409, "hold_consumed"]);
  });

  test("a released hold frees its table, and releasing is repeatable (rules/bookings 5.4)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const { slot_token } = await partner.slot(location, 2);
    const { body } = await hold(slot_token);
    for (let i = 0; i < 2; i++) {
      const released = await partner.call("DELETE", `/v1/booking_holds/${body.id}`);
      assert.deepEqual([released.status, released.body.status], [200, "released"], released.text);
    }
    assert.equal((await hold(slot_token)).status, 201);
    const gone = await partner.call("POST", "/v1/bookings", { hold_id: body.id, guest });
    assert.deepEqual([gone.status, gone.body.code], [409, "hold_expired"]);
  });

  test("a hold ends by its time, also when no sweep has been by (rules/bookings 5.3)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const slot = await partner.slot(location, 2);
    const { body } = await hold(slot.slot_token);
    // The clock is moved behind the service's back, so that nothing but reading finds the hold over.
    await partner.service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + 300 WHERE id = $1", [location]),
    );
    assert.equal((await partner.call("GET", `/v1/booking_holds/${body.id}`)).body.status, "expired");
    const late = await partner.call("POST", "/v1/bookings", { hold_id: body.id, guest });
    assert.deepEqual([late.status, late.body.code], [409, "hold_expired"]);
    assert.equal(
      (await partner.search(location, 2, { date: slot.local_start.slice(0, 10) })).some(
        ({ starts_at }) => starts_at === slot.starts_at,
      ),
      true,
    );
    assert.equal((await hold(slot.slot_token)).status, 201);
    assert.equal((await partner.call("DELETE", `/v1/booking_holds/${body.id}`)).body.status, "expired");
  });

  test("the sweep ends holds when the sandbox clock passes them", async () => {
    const location = await partner.location(tablesOfFour(1));
    const { body } = await hold((await partner.slot(location, 2)).slot_token);
    await partner.advance(location, 3600);
    const stored = await partner.service.database.read.one<{ status: string; claims: number }>(
      `SELECT status, (SELECT count(*)::int FROM claims WHERE owner_id = h.id) AS claims FROM booking_holds h WHERE id = $1`,
      [body.id],
    );
    assert.deepEqual(stored, { status: "expired", claims: 0 });
  });

  test("the eleventh hold of an app at a location is refused, another app's is not (rules/bookings 5.5)", async () => {
    const location = await partner.location(tablesOfFour(20));
    const { slot_token } = await partner.slot(location, 2);
    const held = await Promise.all(Array.from({ length: 10 }, () => hold(slot_token)));
    assert.deepEqual(new Set(held.map(({ status }) => status)), new Set([201]));
    const eleventh = await hold(slot_token);
    assert.deepEqual([eleventh.status, eleventh.body.code], [429, "hold_limit_reached"], eleventh.text);
    assert.ok(eleventh.body.retry_after >= 290 && eleventh.body.retry_after <= 300);
    assert.equal(eleventh.headers.get("retry-after"), String(eleventh.body.retry_after));
    const other = await partner.otherApp();
    await partner.grant(other, location);
    const token = (await partner.slot(location, 2, { key: other.key })).slot_token;
    assert.equal((await hold(token, other.key)).status, 201);
    await partner.call("DELETE", `/v1/booking_holds/${held[0]?.body.id}`);
    assert.equal((await hold(slot_token)).status, 201);
  });

  test("tokens: altered, foreign, too old, of another configuration (rules/bookings 4.2, 4.3)", async () => {
    const location = await partner.location(tablesOfFour(2));
    const { slot_token } = await partner.slot(location, 2);
    const other = await partner.otherApp();
    await partner.grant(other, location);
    for (const answer of [
      await hold("nonsense"),
      await hold(`${slot_token}A`),
      await hold(slot_token.replace(/^./, (first) => (first === "W" ? "X" : "W"))),
      await hold(slot_token, other.key),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [400, "invalid_slot_token"], answer.text);
    }
    const path = `/v1/locations/${location}/booking_configuration`;
    const changed = await partner.call("PUT", path, { configuration: tablesOfFour(3) });
    assert.equal(changed.status, 200, changed.text);
    const stale = await hold(slot_token);
    assert.deepEqual([stale.status, stale.body.code], [400, "expired_slot_token"]);
    const fresh = await partner.slot(location, 2);
    // Real time counts too: a slow machine has a minute until the token is used.
    await partner.advance(location, 540);
    assert.equal((await hold(fresh.slot_token)).status, 201);
    await partner.advance(location, 60);
    const old = await hold(fresh.slot_token);
    assert.deepEqual([old.status, old.body.code], [400, "expired_slot_token"]);
  });

  test("switched off, prepaid, blocked: the documented refusals, and nothing is held (rules/bookings 1.12, 2.6 and 5.6)", async () => {
    const tasting = {
      experienceId: "tasting",
      name: "Tasting",
      prepaymentRequired: true,
    };
    const location = await partner.location(tablesOfFour(2, { experiences: [tasting] }));
    const prepaid = await partner.slot(location, 2, { query: "&experience_id=tasting" });
    const card = await hold(prepaid.slot_token);
    assert.deepEqual([card.status, card.body.code], [422, "payment_instrument_required"], card.text);
    const plain = (await partner.search(location, 2)).find((slot) => slot.slot_token !== prepaid.slot_token);
    assert.ok(plain !== undefined);
    const date = plain.local_start.slice(0, 10);
    await partner.call("PUT", `/v1/locations/${location}/booking_blackouts`, {
      expected_revision: 0,
      blackout_dates: [{ start_date: date, end_date: date }],
    });
    const blocked = await hold(plain.slot_token);
    assert.deepEqual([blocked.status, blocked.body.code], [422, "date_blocked"], blocked.text);
    await partner.service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET bookings_enabled = false WHERE id = $1", [location]),
    );
    const off = await hold(plain.slot_token);
    assert.deepEqual([off.status, off.body.code], [422, "bookings_not_enabled"]);
    const { count } = await partner.service.database.read.one<{ count: number }>(
      "SELECT count(*)::int AS count FROM claims WHERE location_id = $1",
      [location],
    );
    assert.equal(count, 0);
  });

  test("an app sees its own holds only", async () => {
    const location = await partner.location(tablesOfFour(1));
    const { body } = await hold((await partner.slot(location, 2)).slot_token);
    const other = await partner.otherApp();
    await partner.grant(other, location);
    for (const method of ["GET", "DELETE"]) {
      assert.equal((await partner.call(method, `/v1/booking_holds/${body.id}`, undefined, other.key)).status, 404);
    }
    const booked = await partner.call("POST", "/v1/bookings", { hold_id: body.id, guest }, other.key);
    assert.equal(booked.status, 404);
  });
});

test("listBookingHolds: an app's own holds, those that keep a table unless said otherwise (rules/bookings 5.7)", async () => {
  const [location, elsewhere] = [await partner.location(tablesOfFour(4)), await partner.location(tablesOfFour(1))];
  const other = await partner.otherApp();
  await partner.grant(other, location);
  const own: string[] = [];
  for (const place of [location, location, elsewhere])
    own.push((await hold((await partner.slot(place, 2)).slot_token)).body.id);
  await hold((await partner.slot(location, 2, { key: other.key })).slot_token, other.key);
  const [first, second, third] = own;
  await partner.call("DELETE", `/v1/booking_holds/${second}`);
  const list = async (query: string, key?: string) => {
    const { body } = await partner.call("GET", `/v1/booking_holds?${query}`, undefined, key);
    return body.data.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`);
  };
  assert.deepEqual(await list(`location_id=${location}`), [`${first} live`]);
  assert.deepEqual(await list(`location_id=${elsewhere}`), [`${third} live`]);
  assert.deepEqual(await list(`location_id=${location}&status=released`), [`${second} released`]);
  assert.equal((await list("", other.key)).length, 1, "nobody sees the holds of another app");
  const page = (await partner.call("GET", `/v1/booking_holds?location_id=${location}&status=live,released&limit=1`))
    .body;
  assert.deepEqual([page.data[0].id, page.has_more, page.next_cursor], [second, true, second]);
  assert.deepEqual(await list(`location_id=${location}&status=live,released&starting_after=${second}`), [
    `${first} live`,
  ]);
  assert.equal(page.data[0].local_start.length, 25);
  await partner.service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + 301 WHERE id = $1", [location]),
  );
  assert.deepEqual(await list(`location_id=${location}`), []);
  assert.deepEqual(await list(`location_id=${location}&status=expired`), [`${first} expired`]);
  assert.equal((await partner.call("GET", "/v1/booking_holds?status=gone")).body.code, "invalid_request");
  const foreign = `/v1/booking_holds?starting_after=evt_${second?.slice(4)}`;
  const refused = await partner.call("GET", foreign);
  assert.deepEqual(
    [refused.status, refused.body.code],
    [400, "invalid_request"],
    "a cursor of another list (rules/http 7.5)",
  );
  const strange = [newId("str"), elsewhere.replace("str_", "bkg_"), elsewhere];
  for (const id of strange) {
    const unseen = await partner.call("GET", `/v1/booking_holds?location_id=${id}`, undefined, other.key);
    assert.deepEqual([unseen.status, unseen.body.code], [404, "not_found"], "as at bookings (rules/http 3.9)");
  }
});
