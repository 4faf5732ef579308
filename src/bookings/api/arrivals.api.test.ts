/** Parties that arrive at a restaurant where not everything goes by plan. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { openLine } from "../../../test/harness/waitlist-line.ts";
import type { Id } from "../../kernel/id.ts";
import type { GivenConfiguration } from "../venue/configuration.schemas.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

let guests = 0;
let keys = 0;
const act = (id: string, what: string, body: unknown = {}) => partner.call("POST", `/v1/bookings/${id}/${what}`, body);
const walkIn = (location: Id<"str">, fields: object) =>
  partner.call("POST", `/v1/locations/${location}/walk_ins`, { idempotency_key: `arrival-${++keys}`, ...fields });
const refused = ({ status, body }: CallAnswer) => [status, body.code, body.message];

/** Tables t1, t2, … for so many; what else is said replaces the usual. */
function tablesFor(seats: readonly number[], more: Partial<GivenConfiguration> = {}): GivenConfiguration {
  const base = tablesOfFour(seats.length, more);
  const areas = base.areas.map((area) => ({
    ...area,
    units: area.units.map((unit, index) => ({ ...unit, maxSeats: seats[index] ?? 4 })),
  }));
  return { ...base, areas };
}

async function book(location: Id<"str">, party_size: number, from: string, query?: string) {
  const { slot_token } = await partner.slot(location, party_size, { from, ...(query === undefined ? {} : { query }) });
  const phone = `+331426002${String(++guests).padStart(2, "0")}`;
  const made = await partner.call("POST", "/v1/bookings", { slot_token, guest: { ...guest, phone } });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

async function goTo(location: Id<"str">, at: string, minutes = 0): Promise<void> {
  const clock = await partner.call("GET", `/v1/sandbox/locations/${location}/clock`);
  await partner.advance(location, Math.ceil((Date.parse(at) - Date.parse(clock.body.now)) / 1000) + minutes * 60);
}

describe("a party that sits beyond its time", () => {
  /** Seated at 18:00 on t1, which is promised from 19:30 on; it is 19:32. */
  async function sittingOn(tables: number) {
    const location = await partner.location(tablesFor(Array.from({ length: tables }, () => 4)));
    const first = await book(location, 2, "18:00");
    const next = await book(location, 2, "19:30");
    assert.deepEqual([first.table.unit_ids, next.table.unit_ids], [["t1"], ["t1"]]);
    await goTo(location, first.starts_at);
    assert.equal((await act(first.id, "seat")).status, 200);
    await goTo(location, next.starts_at, 2);
    return { location, first, next };
  }

  test("the next party is seated at another table (rules/bookings 11.4)", async () => {
    const { location, next } = await sittingOn(2);
    const seated = await act(next.id, "seat");
    assert.deepEqual([seated.status, seated.body.table.unit_ids], [200, ["t2"]], seated.text);
    const floor = await partner.call("GET", `/v1/locations/${location}/booking_floor`);
    assert.equal(floor.body.summary.tables_busy, 2);
    assert.deepEqual(
      floor.body.tables.map((table: { overrun: boolean }) => table.overrun),
      [false, false],
    );
  });

  test("and at nobody's side, not even by hand, until the table is free", async () => {
    const { first, next } = await sittingOn(1);
    assert.deepEqual(refused(await act(next.id, "seat")).slice(0, 2), [409, "slot_unavailable"]);
    const byHand = await act(next.id, "seat", { unit_ids: ["t1"] });
    assert.deepEqual(refused(byHand), [409, "slot_unavailable", "table t1 is taken now"]);
    assert.equal((await act(first.id, "complete")).status, 200);
    assert.equal((await act(next.id, "seat", { unit_ids: ["t1"] })).status, 200);
  });
});

test("a late party that is not seated yet makes room like any other that is expected", async () => {
  const location = await partner.location(tablesFor([2, 4]));
  const [small, large] = [await book(location, 2, "18:00"), await book(location, 2, "18:00")];
  assert.deepEqual([small.table.unit_ids, large.table.unit_ids], [["t1"], ["t2"]]);
  await act(small.id, "cancel");
  await goTo(location, large.starts_at, 5);
  const seated = await walkIn(location, { party_size: 4 });
  assert.deepEqual([seated.status, seated.body.table?.unit_ids], [201, ["t2"]], seated.text);
  assert.deepEqual((await partner.call("GET", `/v1/bookings/${large.id}`)).body.table.unit_ids, ["t1"]);
});

test("a party of an experience is seated among its tables, also when its own is taken", async () => {
  const experience = {
    experienceId: "chef",
    name: "At the counter",
    minPartySize: 1,
    maxPartySize: 4,
    prepaymentRequired: false,
    unitIds: ["t2", "t3"],
  };
  const location = await partner.location(tablesFor([4, 4, 4], { experiences: [experience], repair: false }));
  const booking = await book(location, 2, "18:00", "&experience_id=chef");
  const [own] = booking.table.unit_ids;
  const other = own === "t2" ? "t3" : "t2";
  await goTo(location, booking.starts_at, -60);
  const early = await walkIn(location, { party_size: 4, unit_ids: [own], allow_overrun: true });
  assert.equal(early.status, 201, early.text);
  const seated = await act(booking.id, "seat");
  assert.deepEqual([seated.status, seated.body.table.unit_ids], [200, [other]], seated.text);
});

describe("tables chosen by hand", () => {
  test("that do not exist, or lie apart, or are not free long enough, are named (rules/bookings 11.2)", async () => {
    const base = tablesFor([2, 4]);
    const terrace = { areaId: "terrace", poolId: 2, name: "Terrace", combinations: [] };
    const units = [{ unitId: "g1", name: "Garden", minSeats: 1, maxSeats: 4, listed: true }];
    const broken = { unitId: "g2", name: "Wobbly", minSeats: 1, maxSeats: 4, listed: true, outOfService: true };
    const location = await partner.location({
      ...base,
      areas: [...base.areas, { ...terrace, units: [...units, broken] }],
    });
    const unknown = await walkIn(location, { party_size: 2, unit_ids: ["t1", "zz"] });
    const issues = [{ path: "body.unit_ids[1]", message: "names no table of this location" }];
    assert.deepEqual([unknown.status, unknown.body.details.issues], [400, issues], unknown.text);
    const apart = await walkIn(location, { party_size: 2, unit_ids: ["t1", "g1"] });
    assert.equal(apart.body.message, "body.unit_ids must be tables of one area");
    const wobbly = await walkIn(location, { party_size: 2, unit_ids: ["g2"] });
    assert.deepEqual(refused(wobbly), [409, "slot_unavailable", "table g2 is out of service"]);
    const booking = await book(location, 2, "18:00");
    await goTo(location, booking.starts_at, -60);
    const short = await walkIn(location, { party_size: 2, unit_ids: ["t1"] });
    assert.deepEqual([short.status, short.body.code], [409, "slot_unavailable"]);
    // The clock runs on: an hour before the start is a moment less than an hour by now.
    const message =
      /^table t1 is free for (59|60) minutes only, until 18:00, and the party needs 90; choose others, or send /;
    assert.match(short.body.message, message);
    assert.equal((await walkIn(location, { party_size: 2, unit_ids: ["t1"], allow_overrun: true })).status, 201);
  });

  test("that are wanted again soon are given to a party of the line and to one that is expected (rules/bookings 11.2)", async () => {
    const line = await openLine(partner, tablesFor([4, 4, 4]));
    const { location } = line;
    const [atT1, atT2] = [await book(location, 2, "20:00"), await book(location, 2, "20:00")];
    const early = await book(location, 2, "20:45");
    await goTo(location, atT1.starts_at, -60);
    const entry = await line.join();
    const byHand = [
      (fields: object) => line.act(entry.id, "seat", { unit_ids: atT1.table.unit_ids, ...fields }),
      (fields: object) => act(early.id, "seat", { unit_ids: atT2.table.unit_ids, ...fields }),
    ];
    for (const seat of byHand) {
      const short = await seat({});
      assert.deepEqual([short.status, short.body.code], [409, "slot_unavailable"], short.text);
      assert.match(short.body.message, /free for (59|60) minutes only, until 20:00, .* or send allow_overrun: true$/);
      const seated = await seat({ allow_overrun: true });
      assert.equal(seated.status, 200, seated.text);
      const id = seated.body.booking_id ?? seated.body.id;
      const booking = await partner.call("GET", `/v1/bookings/${id}`);
      assert.deepEqual([booking.body.status, booking.body.ends_at], ["in_service", atT1.starts_at]);
    }
  });

  test("that are too small are given only when that is asked for (rules/bookings 11.2)", async () => {
    const location = await partner.location(tablesFor([2, 2]));
    const message = "table t1 is for at most 2, and the party is 5; choose others, or send allow_over_capacity: true";
    const small = { party_size: 5, unit_ids: ["t1"] };
    assert.deepEqual(refused(await walkIn(location, small)), [409, "slot_unavailable", message]);
    // Two tables that are not configured to be joined: whoever names both means it.
    assert.equal((await walkIn(location, { party_size: 4, unit_ids: ["t1", "t2"] })).status, 201);
    const other = await partner.location(tablesFor([2]));
    assert.equal((await walkIn(other, { ...small, allow_over_capacity: true })).status, 201);
  });

  test("a seated party is not moved by seating it once more", async () => {
    const location = await partner.location(tablesFor([4, 4, 4]));
    const booking = await book(location, 2, "18:00");
    await goTo(location, booking.starts_at);
    const seated = await act(booking.id, "seat", { unit_ids: ["t2"] });
    assert.deepEqual(seated.body.table.unit_ids, ["t2"], seated.text);
    assert.equal((await act(booking.id, "seat", { unit_ids: ["t2"] })).text, seated.text);
    const moved = await act(booking.id, "seat", { unit_ids: ["t1"] });
    const message = `booking ${booking.id} is in service at t2; a seated party is not moved`;
    assert.deepEqual(refused(moved), [409, "illegal_transition", message]);
  });
});
