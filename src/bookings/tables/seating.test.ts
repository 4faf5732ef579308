import { isRefusal } from "../../kernel/refusal.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "../../kernel/id.ts";
import type { Claim } from "./claim.ts";
import type { GivenConfiguration } from "../venue/configuration.schemas.ts";
import { parseConfiguration } from "../venue/parse-configuration.ts";
import { seatAt, seatParty, type SeatingRequest } from "./seating.ts";
import { smallConfiguration } from "../api/setup-examples.ts";
import { compileVenue, type Venue } from "../venue/venue.ts";

type Given = GivenConfiguration["areas"][number];

function venueOf(areas: readonly Given[] = smallConfiguration.areas): Venue {
  const configuration = parseConfiguration({ ...smallConfiguration, areas: [...areas], experiences: [] });
  if (isRefusal(configuration)) throw new Error(configuration.message);
  return compileVenue({
    locationId: newId("str"),
    timeZone: "UTC",
    revision: 1,
    configuration,
    blackouts: [],
    blackoutsRevision: 0,
  });
}

const t5First = (a: { unitId: string }, b: { unitId: string }): number =>
  Number(b.unitId === "t5") - Number(a.unitId === "t5");
const at = (time: string): number => Date.parse(`2027-03-05T${time}:00Z`);
const dinner = { from: at("19:00"), until: at("21:00") };
let owners = 0;

function taken(unitIds: readonly string[], from = "19:00", until = "21:00", kind: Claim["kind"] = "booking"): Claim[] {
  const owner = {
    ownerId: `owner${++owners}`,
    kind,
    partySize: 2,
    startsAt: at(from),
    from: at(from),
    until: at(until),
  };
  return unitIds.map((unitId) => ({ ...owner, unitId }));
}

function seat(partySize: number, claims: readonly Claim[], more: Partial<SeatingRequest> = {}, venue = venueOf()) {
  return seatParty(venue, claims, { partySize, ...dinner, offer: "online", ...more })?.unitIds.join("+");
}

describe("where a party sits", () => {
  test("the table with the least spare seats, as configured (rules/bookings 6.2)", () => {
    assert.equal(seat(2, []), "t1");
    assert.equal(seat(2, taken(["t1"])), "t2");
    assert.equal(seat(6, []), "t7");
  });

  test("one larger table before two that are joined, and tables that can be joined go last (rules/bookings 6.2)", () => {
    assert.equal(seat(5, []), "t7");
    assert.equal(seat(5, taken(["t7"])), "t4+t5");
    // t4 and t6 are each part of one pair and of the three; t5 is part of two pairs.
    assert.equal(seat(4, []), "t4");
    const first = smallConfiguration.areas.map((area) => ({ ...area, units: area.units.toSorted(t5First) }));
    assert.equal(seat(4, [], {}, venueOf(first)), "t4");
    // Without t4 only t5 and t6 can be joined: they are alike, and stand as configured.
    assert.equal(seat(4, taken(["t4"])), "t5");
    assert.equal(seat(4, taken(["t4"]), {}, venueOf(first)), "t5");
  });

  test("the first area that has a table, then the next by poolId (rules/bookings 3.7, 6.2)", () => {
    const room = taken(["t1", "t2", "t3", "t4", "t5", "t6", "t7"]);
    assert.equal(seat(2, room), "g3");
    assert.equal(seat(2, [], { areaIds: ["terrace"] }), "g3");
    assert.equal(seat(6, taken(["t7", "t5"])), "g1+g2");
    const turned = venueOf(smallConfiguration.areas.map((area) => ({ ...area, poolId: -area.poolId })));
    assert.equal(seat(2, [], {}, turned), "g3");
  });

  test("tables too small, too large, unlisted or out of service are not for it (rules/bookings 6.3)", () => {
    assert.equal(seat(1, taken(["t1", "t2", "t3"])), "g3");
    assert.equal(seat(13, []), undefined);
    const bench = [...taken(["t1", "t2", "t3"]), ...taken(["g1", "g2", "g3", "t4", "t5", "t6", "t7"])];
    assert.equal(seat(2, bench), undefined);
    assert.equal(seat(2, bench, { offer: "venue" }), "g4");
    const broken = smallConfiguration.areas.map((area) => ({
      ...area,
      units: area.units.map((unit) => ({ ...unit, outOfService: unit.unitId !== "t6" })),
    }));
    assert.equal(seat(2, [], {}, venueOf(broken)), "t6");
    assert.equal(seat(8, [], {}, venueOf(broken)), undefined);
  });

  test("parties are packed: a gap that nobody can use is left last", () => {
    // t1 is free from 18:00 on (an hour is lost), t2 until 23:30 (nothing is lost: two hours and a half remain), t3 from 19:00.
    const claims = [
      ...taken(["t1"], "16:00", "18:00"),
      ...taken(["t2"], "23:30", "23:45"),
      ...taken(["t3"], "17:00", "19:00"),
    ];
    assert.equal(seat(2, claims), "t2");
    assert.equal(seat(2, [...claims, ...taken(["t2"])]), "t3");
  });

  test("stays are half-open: a party may begin when another ends (rules/bookings 7.2)", () => {
    const before = taken(["t1", "t2", "t3"], "17:00", "19:00");
    const next = taken(["t1", "t2", "t3"], "21:00", "23:00");
    assert.equal(seat(1, [...before, ...next], { areaIds: ["room"] }), "t1");
    const minute = taken(["t1", "t2", "t3"], "20:59", "23:00");
    assert.equal(seat(1, minute, { areaIds: ["room"] }), undefined);
  });

  test("the claims of the party that moves do not count, holds, walk-ins and blocks do", () => {
    const [own] = taken(["t1"]);
    assert.ok(own !== undefined);
    assert.equal(seat(2, [own]), "t2");
    assert.equal(seat(2, [own], { ignoreOwner: own.ownerId }), "t1");
    for (const kind of ["hold", "walk_in", "block"] as const)
      assert.equal(seat(2, taken(["t1"], "20:00", "21:00", kind)), "t2");
  });

  test("the tables of an experience", () => {
    assert.equal(seat(2, [], { unitIds: ["t5", "t7"] }), "t5");
    assert.equal(seat(8, [], { unitIds: ["t5", "t7"] }), undefined);
  });
});

describe("units that were chosen by hand", () => {
  const choose = (unitIds: readonly string[], claims: readonly Claim[] = []) =>
    seatAt(venueOf(), claims, { unitIds, ...dinner })?.areaId;

  test("any units of one area, also unlisted ones and sets that are not configured (rules/bookings 6.3, 11.2)", () => {
    assert.equal(choose(["t1", "t7"]), "room");
    assert.equal(choose(["g4"]), "terrace");
  });

  test("not of two areas, not twice, not unknown, not taken, not none", () => {
    assert.equal(choose(["t1", "g1"]), undefined);
    assert.equal(choose(["t1", "t1"]), undefined);
    assert.equal(choose(["x"]), undefined);
    assert.equal(choose(["t1", "t2"], taken(["t2"])), undefined);
    assert.equal(choose([]), undefined);
  });
});
