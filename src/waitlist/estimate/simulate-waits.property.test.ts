import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawCase, drawFrom } from "../../../test/models/random-venues.ts";
import type { Claim } from "../../bookings/tables/claim.ts";
import { seatParty } from "../../bookings/tables/seating.ts";
import { stayMinutes } from "../../bookings/tables/stay.ts";
import { drawOf, runs, seedOf } from "./chance.ts";
import { simulatedVenueOf } from "./simulated-venue.ts";
import { WaitSimulation } from "./simulate-waits.ts";
import { StayFactors, stayModel } from "./stay-model.ts";
import { bandOf, quantilesOf } from "./wait-band.ts";
import { countCompeting, isTableFree, sceneOf, wholeMinute, type LineParty, type WaitState } from "./wait-scene.ts";

const minuteMs = 60_000;
const seeds = fc.integer({ min: 1, max: 1_000_000 });

interface Drawn {
  readonly state: WaitState;
  readonly line: readonly LineParty[];
  readonly partySize: number;
}

/** A venue with claims as they may be, some of whose parties sit, and a line in front of it. */
function drawScene(seed: number): Drawn {
  const { venue, claims, now: exactly, partySize } = drawCase(seed);
  const draw = drawFrom(seed + 7);
  const now = wholeMinute(exactly);
  const present = claims.filter((claim) => claim.until > now);
  const owners = [...new Set(present.filter(({ from }) => from <= now).map(({ ownerId }) => ownerId))];
  const seated = draw.some(owners, 0.7).map((id) => {
    const own = present.filter(({ ownerId, from }) => ownerId === id && from <= now);
    const [first] = own;
    return {
      id: id as WaitState["seated"][number]["id"],
      unit_ids: own.map(({ unitId }) => unitId),
      party_size: first?.partySize ?? 2,
      seated_at: first?.from ?? now,
      experience_id: null,
    };
  });
  const line = Array.from({ length: draw.integer(0, 6) }, (_, index) => ({
    id: `party-${seed}-${index}`,
    party_size: draw.integer(1, 9),
  }));
  return { state: { venue, now, claims: present, seated, past: [] }, line, partySize };
}

function simulate({ state, line, partySize }: Drawn): Float64Array {
  const simulation = new WaitSimulation(sceneOf(state, line, partySize));
  simulation.advance(runs);
  return simulation.waits;
}

test("the same state has the same waits, however the runs are divided (rules/waitlist 3.5)", () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 100 }), (seed, slice) => {
      const drawn = drawScene(seed);
      const simulation = new WaitSimulation(sceneOf(drawn.state, drawn.line, drawn.partySize));
      while (!simulation.advance(slice));
      assert.deepEqual(simulation.waits, simulate(drawScene(seed)));
    }),
    { numRuns: 60 },
  );
});

test("one more party in line never lowers a bound, nor shortens a wait in any run (rules/waitlist 3.6)", () => {
  fc.assert(
    fc.property(
      seeds,
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: -0.45, max: 0.9, noNaN: true }),
      (seed, size, correction) => {
        const drawn = drawScene(seed);
        const longer = { ...drawn, line: [...drawn.line, { id: "one-more", party_size: size }] };
        const [before, after] = [simulate(drawn), simulate(longer)];
        for (const [run, wait] of before.entries()) assert.ok((after[run] ?? 0) >= wait);
        const [lower, higher] = [before, after].map((waits) => bandOf(quantilesOf(waits, 300), correction, 300));
        assert.ok(lower !== undefined && higher !== undefined);
        assert.ok(higher.min >= lower.min && higher.max >= lower.max);
        assert.ok(countCompeting(drawn.state.venue, longer.line, drawn.partySize) >= 0);
      },
    ),
    { numRuns: 150 },
  );
});

test("a table that is free by the rule of seating is a wait of 0 in every run, and one that is not never is", () => {
  let free = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const drawn = { ...drawScene(seed), line: [] };
      const { state } = drawn;
      // Parties that sit are in the rule's eyes by their claims; here they leave when they leave.
      const unseated = { ...drawn, state: { ...state, seated: [] } };
      const isFree = isTableFree(state, drawn.partySize);
      const waits = simulate(unseated);
      if (isFree) {
        free += 1;
        assert.equal(waits.at(-1), 0);
      } else assert.ok((waits[0] ?? 0) > 0);
    }),
    { numRuns: 200 },
  );
  assert.ok(free > 20);
});

/** The same run once more, with the service's own rule of seating and a clock that stops at every minute of change. */
function replay({ state, line, partySize }: Drawn, run: number): number {
  const { venue, now, past } = state;
  const stays = stayModel(venue, past);
  const factors = new StayFactors(stays.spread);
  const stayOf = (id: string, size: number, minutes: number): number => {
    return minutes * stays.factorOf(size) * factors.at(drawOf(seedOf(id), run));
  };
  let claims: Claim[] = [];
  for (const party of line) {
    const planned = stayMinutes(venue, party.party_size, null);
    const seat = firstSeat(venue, claims, now, party.party_size);
    if (seat === undefined) continue;
    const until = seat.at + stayOf(party.id, party.party_size, planned) * minuteMs;
    const claim = {
      from: seat.at,
      until,
      kind: "walk_in",
      ownerId: party.id,
      startsAt: seat.at,
      partySize: 2,
    } as const;
    claims = [...claims, ...seat.unitIds.map((unitId) => ({ ...claim, unitId }))];
  }
  const own = firstSeat(venue, claims, now, partySize);
  return own === undefined ? Infinity : (own.at - now) / minuteMs;
}

function firstSeat(venue: WaitState["venue"], claims: readonly Claim[], now: number, partySize: number) {
  const turn = (stayMinutes(venue, partySize, null) + venue.configuration.bufferMinutes) * minuteMs;
  const moments = [now, ...claims.map(({ until }) => until)].toSorted((a, b) => a - b);
  for (const at of moments) {
    const seating = seatParty(venue, claims, { partySize, from: at, until: at + turn, offer: "venue" });
    if (seating !== null) return { at, unitIds: seating.unitIds };
  }
  return undefined;
}

/** Parties that all leave well before their planned end, so that nobody finds a promised table still taken. */
function shortStays(venue: WaitState["venue"]): WaitState["past"] {
  return Array.from({ length: 9 }, (_, index) => {
    const mean = Math.log(0.5 * stayMinutes(venue, index + 1, null));
    return { partySize: index + 1, stays: 5_000, mean, meanSquare: mean ** 2 + 0.1 ** 2 };
  });
}

test("an empty room fills in the simulation as the one rule of seating fills it (rules/waitlist 3.11)", () => {
  let waited = 0;
  fc.assert(
    fc.property(seeds, fc.integer({ min: 0, max: runs - 1 }), (seed, run) => {
      const drawn = drawScene(seed);
      const draw = drawFrom(seed + 11);
      const line = Array.from({ length: draw.integer(3, 16) }, (_, index) => ({
        id: `${seed}-${index}`,
        party_size: draw.integer(1, 7),
      }));
      const { venue } = drawn.state;
      const empty = { ...drawn, line, state: { ...drawn.state, claims: [], seated: [], past: shortStays(venue) } };
      if (simulatedVenueOf(empty.state.venue).optionsFor(empty.partySize).length === 0) return;
      const expected = Array.from({ length: runs }, (_, one) => (one === run ? replay(empty, one) : Number.NaN))[run];
      const simulation = new WaitSimulation(sceneOf(empty.state, empty.line, empty.partySize));
      simulation.advance(runs);
      const found = simulation.waitOf(run);
      if ((expected ?? 0) > 0) waited += 1;
      assert.ok(found === expected || Math.abs(found - (expected ?? 0)) < 0.2, `${found} and ${expected}`);
    }),
    { numRuns: 150 },
  );
  assert.ok(waited > 30, `${waited} of the parties had to wait`);
});
