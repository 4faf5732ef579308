/**
 * The quoters, which tell a guest how long the wait will be. Each quoter hears what happens and answers a band. The two
 * public rules of thumb get the same help as the service: a rolling conformal band around their number from the last 300
 * parties.
 */
import { stayMinutes } from "../src/bookings/tables/stay.ts";
import { sizeClass, type PastStays } from "../src/waitlist/estimate/stay-model.ts";
import { WaitSimulation } from "../src/waitlist/estimate/simulate-waits.ts";
import {
  bandOf,
  fitCorrection,
  quantilesOf,
  rollingQuotes,
  type ScoredQuote,
} from "../src/waitlist/estimate/wait-band.ts";
import { countCompeting, isTableFree, lineEndsAt, sceneOf, wholeMinute } from "../src/waitlist/estimate/wait-scene.ts";
import type { Moment, Standing } from "./wait-evening.ts";
import type { Restaurant } from "./wait-restaurants.ts";

export interface Band {
  readonly min: number;
  readonly max: number;
}

export interface Quoter {
  readonly name: string;
  quote(party: Standing, moment: Moment): Band;
  /** A party sat down; `waited` is null when it did not have to stand in line. */
  seated(party: Standing, at: number, waited: number | null): void;
  left(partySize: number, stayed: number): void;
}

const minuteMs = 60_000;

/** The service's own estimate, learning as it goes. `took` collects what each answer cost, in milliseconds. */
export function simulationQuoter({ venue }: Restaurant, took: number[]): Quoter {
  const sums = new Map<number, { stays: number; sum: number; squares: number }>();
  const quoted = new Map<string, { readonly low: number; readonly high: number }>();
  const scored: ScoredQuote[] = [];
  let correction = 0;
  let seats = 0;
  let past: PastStays[] = [];
  return {
    name: "simulation, corrected, rounded to 5 min",
    quote(party, moment) {
      const began = performance.now();
      const now = wholeMinute(moment.now);
      const state = { venue, now, claims: moment.claims, seated: moment.seated, past };
      const free = countCompeting(venue, moment.line, party.party_size) === 0 && isTableFree(state, party.party_size);
      const closesIn = (lineEndsAt(venue, now) - now) / minuteMs;
      const simulation = new WaitSimulation(sceneOf(state, moment.line, party.party_size));
      while (!simulation.advance(32));
      const simulated = quantilesOf(simulation.waits, closesIn);
      const band = free ? { min: 0, max: 0 } : bandOf(simulated, correction, closesIn);
      took.push(performance.now() - began);
      quoted.set(party.id, simulated);
      return band;
    },
    seated(party, _at, waited) {
      const quote = quoted.get(party.id);
      quoted.delete(party.id);
      if (waited === null || quote === undefined) return;
      scored.unshift({ ...quote, waited });
      scored.length = Math.min(scored.length, rollingQuotes);
      // The service learns every five minutes, which is about every third party here.
      if (++seats % 3 === 0) correction = fitCorrection(scored);
    },
    left(partySize, stayed) {
      const of = sums.get(partySize) ?? { stays: 0, sum: 0, squares: 0 };
      of.stays += 1;
      of.sum += Math.log(stayed);
      of.squares += Math.log(stayed) ** 2;
      sums.set(partySize, of);
      past = [...sums].map(([size, { stays, sum, squares }]) => ({
        partySize: size,
        stays,
        mean: sum / stays,
        meanSquare: squares / stays,
      }));
    },
  };
}

/**
 * The best that anybody can tell who sees the room and the line: it knows from how long stays are drawn, rounds nothing and
 * corrects nothing. What is left is chance: when parties leave, nobody knows.
 */
export function knowingQuoter(restaurant: Restaurant): Quoter {
  const { venue, spread } = restaurant;
  const stays = { factorOf: (size: number) => restaurant.stayOf(size) / stayMinutes(venue, size, null), spread };
  return {
    name: "ideal: the same, knowing the law of stays",
    quote(party, { now, claims, seated, line }) {
      const scene = sceneOf({ venue, now, claims, seated, past: [] }, line, party.party_size);
      const simulation = new WaitSimulation({ ...scene, stays });
      while (!simulation.advance(32));
      const { low, high } = quantilesOf(simulation.waits, (lineEndsAt(venue, now) - now) / minuteMs);
      return { min: low, max: high };
    },
    seated() {},
    left() {},
  };
}

/** A rule that answers one number, with a conformal band around it. */
function ruleQuoter(
  name: string,
  rule: {
    pointFor(party: Standing, moment: Moment): number;
    seated(party: Standing, at: number, waited: number | null): void;
  },
): Quoter {
  const points = new Map<string, number>();
  const errors: number[] = [];
  return {
    name,
    quote(party, moment) {
      const point = rule.pointFor(party, moment);
      points.set(party.id, point);
      const ascending = errors.toSorted((a, b) => a - b);
      const e = ascending[Math.ceil(0.8 * (ascending.length + 1)) - 1] ?? 1;
      return { min: Math.max(0, point - e * (point + 15)), max: point + e * (point + 15) };
    },
    seated(party, at, waited) {
      const point = points.get(party.id);
      points.delete(party.id);
      rule.seated(party, at, waited);
      if (waited === null || point === undefined) return;
      errors.unshift(Math.abs(waited - point) / (point + 15));
      errors.length = Math.min(errors.length, rollingQuotes);
    },
    left() {},
  };
}

/** The gap between parties of about this size that were seated in the last hour, times those ahead and this one. */
export function gapQuoter(): Quoter {
  const seats: { readonly at: number; readonly size: number }[] = [];
  return ruleQuoter("gap x parties of the same size, conformal", {
    pointFor(party, moment) {
      const size = sizeClass(party.party_size);
      const hour = seats.filter((seat) => seat.size === size && seat.at > moment.now - 60 * minuteMs);
      const gap = 60 / Math.max(1, hour.length);
      return gap * (1 + moment.line.filter((one) => sizeClass(one.party_size) === size).length);
    },
    seated: (party, at) => void seats.push({ at, size: sizeClass(party.party_size) }),
  });
}

/** The mean of the last 30 waits in four hours. */
export function lastWaitsQuoter(): Quoter {
  const waits: { readonly at: number; readonly waited: number }[] = [];
  return ruleQuoter("mean of the last 30 waits, conformal", {
    pointFor(_party, moment) {
      const last = waits.filter(({ at }) => at > moment.now - 240 * minuteMs).slice(-30);
      return last.reduce((sum, { waited }) => sum + waited, 0) / Math.max(1, last.length);
    },
    seated(_party, at, waited) {
      if (waited !== null) waits.push({ at, waited });
    },
  });
}
