import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { createDevice, createPerson } from "../../../test/harness/people.ts";
import { followBoard, type FollowedBoard } from "../board/board.fixture.ts";
import { openStand, type Stand } from "../bookings/stand.fixture.ts";
import type { StandSnapshot } from "./stand-wire.schemas.ts";

let partner: BookingPartner;
let stand: Stand;
let open: FollowedBoard[] = [];
before(async () => {
  partner = await startBookingPartner();
  stand = await openStand(partner, tablesOfFour(4));
});
afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});
after(() => partner.service.stop());

const at = (path: string): string => `/locations/${stand.locationId}/${path}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
async function snapshot(): Promise<StandSnapshot> {
  const answer = await stand.call("GET", at("snapshot?screen=stand"));
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
async function follow(
  query: string,
  headers: Readonly<Record<string, string>> = bearer(stand.host.token),
): Promise<FollowedBoard> {
  const stream = await followBoard(partner.service, `/console/v1${at(`stream${query}`)}`, headers);
  open.push(stream);
  return stream;
}
/** Two minutes past six in the evening of the day after tomorrow: dinner has begun. */
async function goToDinner(): Promise<void> {
  const [slot] = await partner.search(stand.locationId, 2);
  if (slot !== undefined) await stand.goTo(Date.parse(slot.starts_at) + 120_000);
}
const inMinutes = async (minutes: number): Promise<string> =>
  new Date((await snapshot()).now_ms + minutes * 60_000).toISOString();

describe("the stand (consoleReadSnapshot, consoleFollow)", () => {
  test("shows the evening as of one moment, and what happens after it (rules/stand 1.2, 1.3)", async () => {
    const booked = await stand.book(2);
    await goToDinner();
    const held = await partner.call("POST", "/v1/booking_holds", {
      slot_token: (await partner.slot(stand.locationId, 3, { days: 0, from: "19:00" })).slot_token,
    });
    assert.equal(held.status, 201, held.text);
    const first = await snapshot();
    assert.deepEqual([first.settings.read_only_reason, first.settings.kept_by], [null, "native"]);
    assert.deepEqual(
      first.settings.services.map(({ service_id }) => service_id),
      ["dinner"],
    );
    assert.deepEqual(first.settings.turn_times, [{ min_party_size: 1, max_party_size: 8, minutes: 90 }]);
    assert.equal(first.settings.areas[0]?.units.length, 4);
    assert.deepEqual(
      first.bookings.map(({ id, guest }) => [id, guest.phone]),
      [[booked.id, booked.guest.phone]],
    );
    assert.deepEqual(
      first.floor.holds.map(({ hold_id, party_size, unit_ids }) => [hold_id, party_size, unit_ids.length]),
      [[held.body.id, 3, 1]],
    );
    assert.deepEqual([first.waitlist.entries, first.waitlist.open], [[], false]);
    const stream = await follow(`?after=${first.sequence}`);
    const seated = await stand.act(booked.id, "seat", { expected_version: booked.version });
    assert.equal(seated.status, 200, seated.text);
    const told: unknown = await stream.next();
    const after = String(first.sequence + 1);
    const change = { object: "change", sequence: first.sequence + 1, topic: "bookings", resource: seated.body };
    assert.deepEqual(told, { ...change, id: after });
    assert.equal((await partner.call("DELETE", `/v1/booking_holds/${held.body.id}`)).status, 200);
    const freed: unknown = await stream.next();
    const { floor, bookings, sequence } = await snapshot();
    const { id } = freed as { readonly id: string };
    assert.deepEqual(freed, { object: "change", sequence: Number(id), topic: "floor", resource: floor, id });
    assert.deepEqual([floor.holds, bookings, String(sequence)], [[], [seated.body], id]);
    const left = await stand.act(booked.id, "complete", { expected_version: seated.body.version });
    assert.equal(left.status, 200, left.text);
  });

  test("is for hosts and managers, and for a tablet that is paired as a stand (rules/stand 1.1)", async () => {
    const { database } = partner.service;
    const locationId = stand.locationId;
    const [staff, accountant, boardTablet, standTablet] = await Promise.all([
      createPerson(database, [{ role: "staff", at: locationId }]),
      createPerson(database, [{ role: "accountant", at: locationId }]),
      createDevice(database, locationId, { screen: "board" }),
      createDevice(database, locationId, { screen: "stand" }),
    ]);
    const look = (headers: Readonly<Record<string, string>>, screen: string) =>
      fetch(`${partner.service.url}/console/v1${at(`snapshot?screen=${screen}`)}`, { headers });
    const statuses = [
      (await look(bearer(stand.manager.token), "stand")).status,
      (await look(standTablet.headers, "stand")).status,
      (await look(standTablet.headers, "board")).status,
      (await look(boardTablet.headers, "stand")).status,
      (await look(bearer(staff.token), "stand")).status,
      (await look(bearer(staff.token), "board")).status,
      (await look(bearer(accountant.token), "stand")).status,
    ];
    assert.deepEqual(statuses, [200, 200, 404, 404, 403, 200, 403]);
    const streams = [
      (await follow("?topics=bookings", bearer(staff.token))).status,
      (await follow("?topics=orders,settings", bearer(staff.token))).status,
      (await follow("", bearer(staff.token))).status,
      (await follow("?topics=bookings,floor,waitlist", standTablet.headers)).status,
      (await follow("?topics=orders", standTablet.headers)).status,
      (await follow("", bearer(accountant.token))).status,
    ];
    assert.deepEqual(streams, [403, 200, 200, 200, 404, 403]);
  });

  test("shows what was booked by telephone for the night after closing time (rules/stand 1.2)", async () => {
    const { settings } = await snapshot();
    const { ends_at, shown_until, next_day_at } = settings.service_day ?? assert.fail("there is a service day");
    const hours = (iso: string): number => (Date.parse(iso) - Date.parse(ends_at)) / 3_600_000;
    assert.deepEqual([hours(next_day_at), hours(shown_until)], [0.5, 5.5], "dinner ends at half past eleven");
    const starts_at = new Date(Date.parse(ends_at) + 3_600_000).toISOString();
    const body = { starts_at, party_size: 2, guest: { first_name: "Nell" }, override: ["hours"] };
    const made = await stand.call("POST", at("bookings"), body);
    assert.equal(made.status, 201, made.text);
    assert.ok((await snapshot()).bookings.some(({ id }) => id === made.body.id));
  });

  test("says why nobody can be seated where a provider keeps the book (rules/stand 1.4)", async () => {
    const locationId = await partner.location(tablesOfFour(1), { booking_mode: "provider" });
    const host = await createPerson(partner.service.database, [{ role: "host", at: locationId }]);
    const { body } = await stand.call("GET", `/locations/${locationId}/snapshot?screen=stand`, undefined, host.token);
    assert.deepEqual([body.settings.read_only_reason, body.settings.areas], ["kept_by_provider", []]);
    const until = new Date(body.now_ms + 3_600_000).toISOString();
    const block = { unit_ids: ["t1"], until };
    const refused = await stand.call("POST", `/locations/${locationId}/table_blocks`, block, host.token);
    assert.deepEqual([refused.status, refused.body.code], [422, "capability_unsupported"]);
  });
});

describe("blocks (consoleBlockTables, consoleListTableBlocks, consoleLiftTableBlock, consoleReadFloor)", () => {
  const states = async (): Promise<readonly string[]> => {
    const { body } = await stand.call("GET", at("floor"));
    return body.tables.map((table: { state: string; blocked_until: string | null }) =>
      table.blocked_until === null ? table.state : `${table.state} until ${table.blocked_until}`,
    );
  };
  const offered = async (): Promise<number> => {
    const found = await partner.search(stand.locationId, 4, { days: 0, from: "19:00", until: "19:01" });
    return found.length;
  };

  test("take tables from searches and hosts at once, all or none, until they end (rules/stand 2.1 to 2.4)", async () => {
    await goToDinner();
    const until = await inMinutes(180);
    assert.equal(await offered(), 1);
    const both = await stand.call("POST", at("table_blocks"), { unit_ids: ["t2", "t3"], until, reason: "Wet floor" });
    assert.equal(both.status, 201, both.text);
    assert.deepEqual(both.body.created_by, { kind: "person", id: stand.host.id, name: "Hana Host" });
    const blocked = `out_of_service until ${until}`;
    assert.deepEqual(await states(), ["free", blocked, blocked, "free"]);
    assert.deepEqual((await snapshot()).floor.blocks, [both.body]);
    assert.deepEqual((await stand.call("GET", at("table_blocks"))).body.data, [both.body]);
    // Nothing is blocked where one table is taken, and each conflict is named.
    const again = await stand.call("POST", at("table_blocks"), { unit_ids: ["t3", "t4"], until });
    assert.deepEqual([again.status, again.body.code], [409, "slot_unavailable"]);
    const [conflict, ...more] = again.body.details.conflicts;
    assert.deepEqual([conflict.unit_id, conflict.kind, conflict.owner_id, more], ["t3", "block", both.body.id, []]);
    assert.equal((await states())[3], "free");
    const seatedThere = await stand.call("POST", at("walk_ins"), { party_size: 2, unit_ids: ["t2"] });
    assert.equal(seatedThere.body.code, "slot_unavailable", seatedThere.text);
    assert.equal(await offered(), 1);
    const last = await stand.call("POST", at("table_blocks"), { unit_ids: ["t1", "t4"], until });
    assert.equal(last.status, 201, last.text);
    assert.equal(await offered(), 0);
    for (const id of [last.body.id, last.body.id, both.body.id]) {
      const lifted = await stand.call("DELETE", `/table_blocks/${id}`);
      assert.equal(lifted.status, 200, lifted.text);
      assert.ok(Date.parse(lifted.body.until) < Date.parse(until));
    }
    assert.deepEqual(await states(), ["free", "free", "free", "free"]);
    assert.equal(await offered(), 1);
    const short = await stand.call("POST", at("table_blocks"), { unit_ids: ["t4"], until: await inMinutes(30) });
    assert.equal(short.status, 201);
    await partner.advance(stand.locationId, 30 * 60 + 15);
    assert.deepEqual(await states(), ["free", "free", "free", "free"]);
    assert.deepEqual((await snapshot()).floor.blocks, []);
  });

  test("that cannot be are refused field by field, and change nothing", async () => {
    const [soon, late] = [await inMinutes(60), await inMinutes(25 * 60)];
    for (const [body, path] of [
      [{ unit_ids: ["t9"], until: soon }, "body.unit_ids[0]"],
      [{ unit_ids: ["t1", "t1"], until: soon }, "body.unit_ids"],
      [{ unit_ids: ["t4"], until: await inMinutes(-1) }, "body.until"],
      [{ unit_ids: ["t4"], until: late }, "body.until"],
      [{ unit_ids: ["t4"], from: late, until: soon }, "body.until"],
      [{ unit_ids: [], until: soon }, "body.unit_ids"],
    ] as const) {
      const answer = await stand.call("POST", at("table_blocks"), body);
      assert.deepEqual([answer.status, answer.body.details?.issues[0]?.path], [400, path], answer.text);
    }
    assert.deepEqual((await stand.call("GET", at("table_blocks"))).body.data, []);
    const elsewhere = await openStand(partner);
    const path = `/locations/${elsewhere.locationId}`;
    const { now_ms } = (await elsewhere.call("GET", `${path}/snapshot?screen=stand`)).body;
    const until = new Date(now_ms + 3_600_000).toISOString();
    const other = await elsewhere.call("POST", `${path}/table_blocks`, { unit_ids: ["t1"], until });
    assert.equal(other.status, 201, other.text);
    assert.equal((await stand.call("DELETE", `/table_blocks/${other.body.id}`)).status, 404);
  });
});

describe("the plan of the floor (consoleReadFloorPlan, consoleSaveFloorPlan)", () => {
  const table = { unit_id: "t1", x: 500, y: 400, width: 90, height: 90, shape: "round" };
  const save = (body: object, key = stand.manager.token) => stand.call("PUT", at("floor_plan"), body, key);

  test("is saved by managers by its revision, and no configuration loses a place (rules/stand 4.1 to 4.3)", async () => {
    const first = (await stand.call("GET", at("floor_plan"))).body;
    assert.deepEqual([first.revision, first.units.length, first.walls], [0, 4, []]);
    const walls = [{ x1: 0, y1: 0, x2: 1_000, y2: 0 }];
    assert.equal((await save({ expected_revision: 0, units: [table], walls }, stand.host.token)).status, 403);
    const saved = await save({ expected_revision: 0, units: [table], walls, labels: [{ x: 5, y: 5, text: "Bar" }] });
    assert.equal(saved.status, 200, saved.text);
    const { revision, saved_by: who } = saved.body;
    assert.deepEqual([revision, who, saved.body.units[0]], [1, "Mia Manager", { ...table, rotation: 0, placed: true }]);
    assert.deepEqual(
      saved.body.units.map((unit: { placed: boolean }) => unit.placed),
      [true, false, false, false],
    );
    const stale = await save({ expected_revision: 0, units: [] });
    assert.deepEqual([stale.status, stale.body.code], [409, "stale_version"]);
    assert.deepEqual(stale.body.details, { expected: 0, actual: 1 });
    for (const units of [[table, table], [{ ...table, unit_id: "t9" }]]) {
      const wrong = await save({ expected_revision: 1, units });
      assert.deepEqual([wrong.status, wrong.body.details.issues.length], [400, 1], wrong.text);
    }
    // The configuration loses t1, a manager saves the rest, and t1 comes back to its place.
    const [area] = tablesOfFour(4).areas;
    const units = (area?.units ?? []).slice(1);
    const without = { ...tablesOfFour(4), areas: [{ ...tablesOfFour(4).areas[0], units }] };
    const publish = (configuration: unknown) =>
      partner.call("PUT", `/v1/locations/${stand.locationId}/booking_configuration`, { configuration });
    assert.equal((await publish(without)).status, 200);
    const second = await save({ expected_revision: 1, units: [{ ...table, unit_id: "t2", x: 700 }], walls });
    assert.deepEqual([second.status, second.body.units.length], [200, 3], second.text);
    assert.equal((await publish(tablesOfFour(4))).status, 200);
    const { body } = await stand.call("GET", at("floor_plan"));
    assert.deepEqual(body.units.slice(0, 2), [
      { ...table, rotation: 0, placed: true },
      { ...table, unit_id: "t2", x: 700, rotation: 0, placed: true },
    ]);
    assert.deepEqual((await snapshot()).floor_plan, body);
  });
});
