/** The book of a day (getDayBook) and tables out of use (blockTables, listTableBlocks, liftTableBlock), as programs use them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import { createProviderLocation } from "../../../test/harness/provider-location.ts";
import type { Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";

let partner: BookingPartner;
let location: Id<"str">;
const hourMs = 3_600_000;
const iso = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();

before(async () => {
  partner = await startBookingPartner();
  location = await partner.location(tablesOfFour(3));
});
after(() => partner.service.stop());

const blocks = (at: Id<"str">, rest = ""): string => `/v1/locations/${at}/table_blocks${rest}`;
const dayBook = (at: Id<"str">, date: string, key?: string) =>
  partner.call("GET", `/v1/locations/${at}/day_book?date=${date}`, undefined, key);

test("a service day at one moment: bookings, services, blocks and totals (rules/bookings 12.6)", async () => {
  const slots = await partner.search(location, 2);
  const [early, late] = [slots[0], slots.at(-1)];
  assert.ok(early !== undefined && late !== undefined);
  const date = early.local_start.slice(0, 10);
  const empty = (await dayBook(location, date)).body;
  assert.deepEqual(empty.services, [{ service_id: "dinner", name: "Dinner", parties: 0, covers: 0 }]);
  const ids: string[] = [];
  for (const [index, { slot_token }] of [early, late].entries()) {
    const body = { slot_token, guest: { ...guest, phone: `+3314260030${index}` } };
    const made = await partner.call("POST", "/v1/bookings", body);
    assert.equal(made.status, 201, made.text);
    ids.push(made.body.id);
  }
  await partner.call("POST", `/v1/bookings/${ids[1]}/cancel`, {});
  const unit = (await partner.call("GET", `/v1/locations/${location}/booking_floor`)).body.tables[2].unit_id;
  const noon = Date.parse(early.starts_at) - 6 * hourMs;
  const wanted = { unit_ids: [unit], from: new Date(noon).toISOString(), until: new Date(noon + hourMs).toISOString() };
  const block = await partner.call("POST", blocks(location), wanted);
  assert.equal(block.status, 201, block.text);
  const day = (await dayBook(location, date)).body;
  assert.deepEqual(
    day.bookings.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`),
    [`${ids[0]} confirmed`, `${ids[1]} cancelled_by_guest`],
  );
  assert.equal(day.bookings[0].local_start, early.local_start);
  assert.equal(day.bookings[0].guest.phone, "+33142600300");
  assert.deepEqual(day.services, [{ service_id: "dinner", name: "Dinner", parties: 1, covers: 2 }]);
  assert.deepEqual([day.totals, day.truncated, day.complete], [{ parties: 1, covers: 2 }, false, true]);
  assert.deepEqual(day.blocks, [block.body]);
  const reader = await partner.otherApp(["bookings:read"]);
  await partner.grant(reader, location);
  assert.equal((await dayBook(location, date, reader.key)).body.bookings[0].guest.phone, null);
  await partner.call("DELETE", blocks(location, `/${block.body.id}`));
});

test("an unchanged day is a 304; a date that there is not is 400; today without one (rules/bookings 12.6)", async () => {
  const path = `/v1/locations/${location}/day_book`;
  const first = await partner.call("GET", path);
  assert.equal(first.status, 200, first.text);
  const etag = first.headers.get("etag") ?? assert.fail();
  const ask = (tag: string) =>
    partner.service.call("GET", path, { key: partner.app.key, headers: { "if-none-match": tag } });
  assert.equal((await ask(etag)).status, 304);
  assert.equal((await ask('W/"other"')).status, 200);
  for (const [date, code] of [
    ["2026-02-30", "invalid_window"],
    ["1969-12-31", "invalid_window"],
    ["3000-01-01", "invalid_window"],
    ["2026-13-01", "invalid_window"],
    ["tomorrow", "invalid_request"],
  ] as const)
    assert.equal((await dayBook(location, date)).body.code, code, date);
  const stranger = await partner.otherApp();
  assert.equal((await dayBook(location, "2026-03-06", stranger.key)).status, 404);
});

test("at a provider the day is what was booked here, and blocks are unknown (rules/bookings 12.6; rules/stand 2.5)", async () => {
  const provider = await createProviderLocation(partner.service, { adapter: "simulated" });
  await partner.grant(partner.app, provider);
  const day = (await dayBook(provider, localDate("Europe/Paris", Date.now()))).body;
  assert.deepEqual([day.services, day.bookings, day.complete], [[], [], false]);
  const body = { unit_ids: ["t1"], until: iso(2) };
  for (const [method, rest, sent] of [
    ["GET", "", undefined],
    ["POST", "", body],
  ] as const)
    assert.equal((await partner.call(method, blocks(provider, rest), sent)).body.code, "capability_unsupported");
});

test("tables are blocked all or none, listed, shown on the floor, and freed (rules/stand 2.1, 2.2, 2.5)", async () => {
  const place = await partner.location(tablesOfFour(3));
  const floor = async () => (await partner.call("GET", `/v1/locations/${place}/booking_floor`)).body.tables;
  const [one, two, three] = (await floor()).map(({ unit_id }: { unit_id: string }) => unit_id);
  const made = await partner.call("POST", blocks(place), { unit_ids: [one, two], until: iso(3), reason: "Repairs" });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.unit_ids, made.body.reason, made.body.created_by], [[one, two], "Repairs", "partner"]);
  assert.equal(made.body.local_end.length, 25);
  assert.deepEqual(
    (await floor()).map(({ state }: { state: string }) => state),
    ["out_of_service", "out_of_service", "free"],
  );
  const second = await partner.call("POST", blocks(place), { unit_ids: [three, two], until: iso(1) });
  assert.equal(`${second.status} ${second.body.code}`, "409 slot_unavailable");
  assert.deepEqual(second.body.details.conflicts, [
    { unit_id: two, kind: "block", owner_id: made.body.id, starts_at: made.body.from, ends_at: made.body.until },
  ]);
  assert.deepEqual((await partner.call("GET", blocks(place))).body.data, [made.body]);
  const wrong = [
    { unit_ids: [three], until: iso(25) },
    { unit_ids: [three], until: iso(-1) },
    { unit_ids: ["nowhere"], until: iso(1) },
    { unit_ids: [], until: iso(1) },
  ];
  for (const body of wrong)
    assert.equal((await partner.call("POST", blocks(place), body)).body.code, "invalid_request");
  const other = await partner.otherApp(["bookings:read"]);
  await partner.grant(other, place);
  assert.equal((await partner.call("GET", blocks(place), undefined, other.key)).body.data.length, 1);
  const lacking = await partner.call("DELETE", blocks(place, `/${made.body.id}`), undefined, other.key);
  assert.equal(lacking.body.code, "insufficient_scope");
  assert.equal((await partner.call("DELETE", blocks(location, `/${made.body.id}`))).status, 404);
  for (let i = 0; i < 2; i++)
    assert.equal((await partner.call("DELETE", blocks(place, `/${made.body.id}`))).status, 200);
  assert.deepEqual((await partner.call("GET", blocks(place))).body.data, []);
  assert.ok((await floor()).every(({ state }: { state: string }) => state === "free"));
});
