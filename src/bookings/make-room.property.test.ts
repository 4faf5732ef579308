import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tablesOfFour } from "../../test/booking-partner.ts";
import { newId } from "../kernel/id.ts";
import type { Claim } from "./claim.ts";
import type { GivenConfiguration } from "./configuration.schemas.ts";
import { makeRoom, maxMoves, type MovableParty } from "./make-room.ts";
import { parseConfiguration } from "./parse-configuration.ts";
import { seatParty, type SeatingRequest } from "./seating.ts";
import { compileVenue, type Venue } from "./venue.ts";

/** A venue with tables of so many seats, in one area. */
function venueOf(seats: readonly number[]): Venue {
  const given: GivenConfiguration = tablesOfFour(seats.length);
  const [area] = given.areas;
  assert.ok(area !== undefined);
  const units = area.units.map((unit, index) => ({ ...unit, maxSeats: seats[index] ?? 1 }));
  const combinations = seats.length < 2 ? [] : [{ unitIds: ["t1", "t2"], minSeats: 5, maxSeats: 8 }];
  const parsed = parseConfiguration({ ...given, areas: [{ ...area, units, combinations }] });
  assert.ok(parsed.kind === "ok");
  return compileVenue({
    locationId: newId("str"),
    timeZone: "UTC",
    revision: 1,
    configuration: parsed.configuration,
    blackouts: [],
    blackoutsRevision: 0,
  });
}

const hour = 3_600_000;
const stay = (startsAt: number, partySize: number): SeatingRequest => ({
  partySize,
  from: startsAt * hour,
  until: (startsAt + 2) * hour,
  offer: "online",
});

interface Arranged {
  readonly claims: Claim[];
  readonly movable: Map<string, MovableParty>;
}

/** Seats the parties by the rule, as far as they fit; those with an odd number may be moved unless all may. */
function seatAll(venue: Venue, parties: readonly (readonly [number, number, boolean])[]): Arranged {
  const claims: Claim[] = [];
  const movable = new Map<string, MovableParty>();
  for (const [index, [startsAt, partySize, isMovable]] of parties.entries()) {
    const request = stay(startsAt, partySize);
    const ownerId = `p${index}`;
    const { from, until } = request;
    const seating = seatParty(venue, claims, request);
    for (const unitId of seating?.unitIds ?? [])
      claims.push({ unitId, from, until, kind: "booking", ownerId, startsAt: from, partySize });
    if (isMovable) movable.set(ownerId, { ownerId, partySize, from, until, unitIds: null });
  }
  return { claims, movable };
}

const never = (): boolean => false;

test("one move, a chain of two, and nothing when nobody may be moved", () => {
  const venue = venueOf([2, 3, 4]);
  const at = (ownerId: string, unitId: string, partySize: number): Claim => ({
    unitId,
    ownerId,
    partySize,
    kind: "booking",
    from: 18 * hour,
    until: 20 * hour,
    startsAt: 18 * hour,
  });
  const movableOf = (...claims: readonly Claim[]) =>
    new Map(claims.map((claim) => [claim.ownerId, { ...claim, unitIds: null }]));
  const single = at("a", "t3", 2);
  const one = makeRoom(venue, [single], { request: stay(18, 4), movable: movableOf(single), isTooLate: never });
  assert.deepEqual(one, {
    seating: { areaId: "room", areaName: "Room", unitIds: ["t3"] },
    moves: [{ ownerId: "a", unitIds: ["t1"] }],
  });
  const pair = [at("a", "t3", 3), at("b", "t2", 2)];
  const two = makeRoom(venue, pair, { request: stay(18, 4), movable: movableOf(...pair), isTooLate: never });
  assert.deepEqual(two?.moves, [
    { ownerId: "a", unitIds: ["t2"] },
    { ownerId: "b", unitIds: ["t1"] },
  ]);
  const fixed = { request: stay(18, 4), movable: movableOf(...pair.slice(0, 1)), isTooLate: never };
  assert.equal(makeRoom(venue, pair, fixed), null);
  assert.equal(makeRoom(venue, [single], { ...fixed, movable: movableOf(single), isTooLate: () => true }), null);
});

test("whatever is arranged: nobody overlaps, everybody fits, at most three move, and only those who may", () => {
  const party = fc.tuple(fc.integer({ min: 16, max: 22 }), fc.integer({ min: 1, max: 8 }), fc.boolean());
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 6 }),
      fc.array(party, { maxLength: 18 }),
      party,
      (seats, parties, [startsAt, partySize]) => {
        const venue = venueOf(seats);
        const { claims, movable } = seatAll(venue, parties);
        const request = stay(startsAt, partySize);
        if (seatParty(venue, claims, request) !== null) return;
        const room = makeRoom(venue, claims, { request, movable, isTooLate: never });
        if (room === null) return;
        found += 1;
        assert.ok(room.moves.length >= 1 && room.moves.length <= maxMoves);
        const after = claims.filter((claim) => !room.moves.some(({ ownerId }) => ownerId === claim.ownerId));
        const seated = [
          { ...request, unitIds: room.seating.unitIds },
          ...room.moves.map(({ ownerId, unitIds }) => {
            const moved = movable.get(ownerId);
            assert.ok(moved !== undefined, `${ownerId} may not be moved`);
            return { ...moved, unitIds };
          }),
        ];
        for (const { unitIds, from, until, partySize: size } of seated) {
          const fitting = venue.areas[0]?.options.find((option) => option.unitIds.join() === unitIds.join());
          assert.ok(fitting !== undefined && fitting.minSeats <= size && size <= fitting.maxSeats);
          for (const unitId of unitIds) {
            assert.ok(!after.some((claim) => claim.unitId === unitId && claim.from < until && from < claim.until));
            after.push({ unitId, from, until, kind: "booking", ownerId: "x", startsAt: from, partySize: size });
          }
        }
      },
    ),
    { numRuns: 3_000 },
  );
  assert.ok(found > 20, `${found} cases only`);
});
