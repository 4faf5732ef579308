import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { guest, startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

test("getBookingFloor: free, held, reserved, occupied, and every write shows at once (rules/bookings 13.1, 13.2)", async () => {
  const location = await partner.location(tablesOfFour(4));
  const path = `/v1/locations/${location}/booking_floor`;
  const floor = () => partner.call("GET", path);
  const states = async () => (await floor()).body.tables.map((table: { state: string }) => table.state);
  assert.deepEqual(await states(), ["free", "free", "free", "free"]);
  const slot = await partner.slot(location, 2);
  const now = (await partner.call("GET", `/v1/sandbox/locations/${location}/clock`)).body.now;
  await partner.advance(location, Math.ceil((Date.parse(slot.starts_at) - Date.parse(now)) / 1000) - 1800);
  const { slot_token } = await partner.slot(location, 2, { days: 0 });
  assert.equal((await partner.call("POST", "/v1/booking_holds", { slot_token })).status, 201);
  assert.deepEqual(await states(), ["held", "free", "free", "free"]);
  const booking = await partner.call("POST", "/v1/bookings", { slot_token, guest });
  assert.deepEqual(await states(), ["held", "reserved", "free", "free"]);
  const walkIn = await partner.call("POST", `/v1/locations/${location}/walk_ins`, {
    party_size: 3,
    guest: { first_name: "Grace", last_name: "Hopper", phone: "+12175550142" },
    idempotency_key: "walk-in",
  });
  assert.equal(walkIn.status, 201, walkIn.text);
  const { body } = await floor();
  assert.deepEqual(body.tables[2], {
    unit_id: "t3",
    area_id: "room",
    area_name: "Room",
    seats: { min: 1, max: 4 },
    listed: true,
    state: "occupied",
    blocked_until: null,
    overrun: false,
    current: {
      kind: "walk_in",
      booking_id: walkIn.body.id,
      party_size: 3,
      started_at: walkIn.body.seated_at,
      ends_at: walkIn.body.ends_at,
      guest: { first_name: "Grace", last_name: "Hopper", phone_last_four: "0142" },
    },
    next: null,
  });
  assert.deepEqual(body.tables[1].next, {
    booking_id: booking.body.id,
    starts_at: booking.body.starts_at,
    party_size: 2,
  });
  assert.deepEqual(body.areas, [{ area_id: "room", name: "Room", capacity: 16, seats_in_use: 3 }]);
  assert.deepEqual(body.summary, { tables_total: 4, tables_busy: 1, tables_out_of_service: 0, off_plan_parties: 0 });
  assert.equal((await partner.call("POST", `/v1/bookings/${walkIn.body.id}/complete`)).status, 200);
  assert.deepEqual(await states(), ["held", "reserved", "free", "free"]);
});

test("an unchanged floor is one snapshot with an ETag and an Age (rules/bookings 13.4)", async () => {
  const location = await partner.location(tablesOfFour(2));
  const path = `/v1/locations/${location}/booking_floor`;
  const first = await partner.call("GET", path);
  const second = await partner.call("GET", path);
  const etag = first.headers.get("etag") ?? "";
  assert.match(etag, /^W\/"/);
  assert.equal(second.headers.get("etag"), etag);
  assert.match(first.headers.get("age") ?? "", /^\d+$/);
  assert.ok(Number(first.headers.get("age")) < 15);
  const same = await partner.service.call("GET", path, {
    key: partner.app.key,
    headers: { "if-none-match": etag },
  });
  assert.deepEqual([same.status, same.text], [304, ""]);
});

test("parties at tables that the plan no longer has, and tables out of service (rules/bookings 13.3)", async () => {
  const location = await partner.location(tablesOfFour(2));
  const path = `/v1/locations/${location}`;
  for (const key of ["a", "b"]) {
    await partner.call("POST", `${path}/walk_ins`, { party_size: 2, idempotency_key: key });
  }
  const [area] = tablesOfFour(1).areas;
  const units = (area?.units ?? []).map((unit) => ({ ...unit, unitId: "t9", outOfService: true }));
  const configuration = {
    ...tablesOfFour(1),
    areas: [{ ...tablesOfFour(1).areas[0], units: [...(area?.units ?? []), ...units] }],
  };
  const put = await partner.call("PUT", `${path}/booking_configuration`, { configuration });
  assert.equal(put.status, 200, put.text);
  const { body } = await partner.call("GET", `${path}/booking_floor`);
  assert.deepEqual(body.summary, { tables_total: 2, tables_busy: 1, tables_out_of_service: 1, off_plan_parties: 1 });
  assert.equal(body.tables[1].state, "out_of_service");
  assert.equal(body.areas[0].capacity, 4);
});

test("without a configuration, or managed by a provider: 422 (rules/providers 1.2)", async () => {
  const managed = await partner.location(tablesOfFour(1), { booking_mode: "provider" });
  const answer = await partner.call("GET", `/v1/locations/${managed}/booking_floor`);
  assert.deepEqual([answer.status, answer.body.code], [422, "capability_unsupported"]);
});
