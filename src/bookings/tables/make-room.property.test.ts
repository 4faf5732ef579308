import { isRefusal } from "../../kernel/refusal.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { newId } from "../../kernel/id.ts";
import type { Claim } from "./claim.ts";
import type { GivenConfiguration } from "../venue/configuration.schemas.ts";
import { makeRoom, maxMoves, type MovableParty } from "./make-room.ts";
import { parseConfiguration } from "../venue/parse-configuration.ts";
import { seatParty, type SeatingRequest } from "./seating.ts";
import { compileVenue, type Venue } from "../venue/venue.ts";

/** A venue with tables of so many seats, in one area. */
function venueOf(seats: readonly number[]): Venue {
  const given: GivenConfiguration = tablesOfFour(seats.length);
  const [area] = given.areas;
  assert.ok(area !== undefined);
  const units = area.units.map((unit, index) => ({ ...unit, maxSeats: seats[index] ?? 1 }));
  const combinations = seats.length < 2 ? [] : [{ unitIds: ["t1", "t2"], minSeats: 5, maxSeats: 8 }];
  const parsed = parseConfiguration({ ...given, areas: [{ ...area, units, combinations }] });
  assert.ok(!isRefusal(parsed));
  return compileVenue({
    locationId: newId("str"),
    timeZone: "UTC",
    revision: 1,
    configuration: parsed,
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

/** The fewest parties that have to move so that all find a table, by trying everything; undefined when more than three. */
function fewestMoves(venue: Venue, { claims, movable }: Arranged, request: SeatingRequest): number | undefined {
  const owners = [...new Set(claims.map(({ ownerId }) => ownerId))].filter((ownerId) => movable.has(ownerId));
  for (let moves = 1; moves <= maxMoves; moves++) {
    for (const chosen of subsetsOf(owners, moves)) {
      const rest = claims.filter(({ ownerId }) => !chosen.includes(ownerId));
      const parties = chosen.flatMap((ownerId) => movable.get(ownerId) ?? []);
      if (canPlaceAll(venue, rest, [request, ...parties])) return moves;
    }
  }
  return undefined;
}

function subsetsOf(list: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return list.flatMap((first, index) => subsetsOf(list.slice(index + 1), size - 1).map((more) => [first, ...more]));
}

type Placeable = Pick<MovableParty, "partySize" | "from" | "until">;

function canPlaceAll(venue: Venue, claims: readonly Claim[], [party, ...others]: readonly Placeable[]): boolean {
  if (party === undefined) return true;
  const { partySize, from, until } = party;
  return (venue.areas[0]?.options ?? []).some(({ unitIds, minSeats, maxSeats }) => {
    const isFree = claims.every(
      (claim) => claim.until <= from || until <= claim.from || !unitIds.includes(claim.unitId),
    );
    if (!isFree || partySize < minSeats || maxSeats < partySize) return false;
    const own = unitIds.map((unitId) => ({ unitId, from, until, kind: "booking" as const }));
    const taken = own.map((claim) => ({ ...claim, ownerId: "placed", startsAt: from, partySize }));
    return canPlaceAll(venue, [...claims, ...taken], others);
  });
}

test("one move, a chain of two, and nothing when nobody may be moved (rules/bookings 6.4)", () => {
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

test("a blocker makes way for the next one, whatever order they come in", () => {
  const venue = venueOf([4, 4, 2, 2]);
  const claim = (ownerId: string, unitId: string, from: number, until: number): Claim => ({
    unitId,
    ownerId,
    partySize: 2,
    kind: "booking",
    from: from * hour,
    until: until * hour,
    startsAt: from * hour,
  });
  const [a, b] = [claim("a", "t1", 19, 20.5), claim("b", "t2", 19.5, 21)];
  const held = { ...claim("c", "t4", 20.5, 22), kind: "hold" as const };
  const movable = new Map([a, b].map((each) => [each.ownerId, { ...each, unitIds: null }]));
  for (const order of [
    [a, b, held],
    [b, a, held],
  ]) {
    const room = makeRoom(venue, order, { request: stay(19, 8), movable, isTooLate: never });
    assert.deepEqual(room?.moves, [
      { ownerId: "a", unitIds: ["t4"] },
      { ownerId: "b", unitIds: ["t3"] },
    ]);
  }
});

test("whatever is arranged: nobody overlaps, everybody fits, only those move who may, and never more than must", () => {
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
        assert.equal(room?.moves.length, fewestMoves(venue, { claims, movable }, request));
        if (room === null) return;
        found += 1;
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
