/**
 * Simulates many times how long a party would wait (rules/waitlist 3.11; docs/waitlist.md). In each run the seated
 * parties leave at random times; the times follow from how long parties stay, given how long each has sat already.
 * Expected parties come. The line is seated in its order by the one rule of seating, each party as soon as a seating
 * option is free for its turn time. The party asked about comes last.
 *
 * Guarantees: the same scene has the same waits. One more party in line makes no wait shorter, in any run, because nobody
 * ahead of it sits differently. Pure; `advance` runs a part, so that the caller can let other work run in between.
 */
import { drawOf, runs, seedOf } from "./chance.ts";
import { NextSeat } from "./next-seat.ts";
import { normalShare } from "./normal.ts";
import type { RoomOption, SimulatedVenue } from "./simulated-venue.ts";
import { StayFactors, type StayModel } from "./stay-model.ts";
import { Timelines } from "./timelines.ts";

/** A party with the minutes that it is planned to stay. */
export interface PlannedParty {
  readonly key: string;
  readonly partySize: number;
  readonly planned: number;
}

export interface SittingParty extends PlannedParty {
  readonly units: readonly number[];
  /** Minutes since it sat down. */
  readonly sitsFor: number;
}

export interface ExpectedParty extends PlannedParty {
  readonly units: readonly number[];
  /** Minutes from now; below 0 when it is late. */
  readonly from: number;
  /** It keeps the units for just the planned minutes: a hold, or a block of the venue's. */
  readonly exact: boolean;
}

export interface WaitingParty extends PlannedParty {
  /** The minutes for which a seating option must be free, the buffer included. */
  readonly turn: number;
}

export interface WaitScene {
  readonly room: SimulatedVenue;
  readonly stays: StayModel;
  readonly sitting: readonly SittingParty[];
  readonly expected: readonly ExpectedParty[];
  /** First in line first. */
  readonly ahead: readonly WaitingParty[];
  readonly party: Pick<WaitingParty, "partySize" | "turn">;
}

interface Drawing {
  readonly seed: number;
  /** Minutes: the median of its stay. */
  readonly median: number;
  /** The share of stays that are over by now. */
  readonly over: number;
  readonly sitsFor: number;
}

interface Waiting {
  readonly drawing: Drawing;
  readonly options: readonly RoomOption[];
  /** The number of its turn in the timelines. */
  readonly turn: number;
}

/** Beyond this share of all stays a party is as good as leaving: its rest is drawn as if it stood there. */
const longest = 0.99;

export class WaitSimulation {
  readonly #scene: WaitScene;
  readonly #lines: Timelines;
  readonly #seats: NextSeat;
  /** By how much stays of equal shares differ from the median. */
  readonly #factors: StayFactors;
  readonly #sitting: readonly Drawing[];
  readonly #expected: readonly Drawing[];
  readonly #ahead: readonly Waiting[];
  readonly #own: Pick<Waiting, "options" | "turn">;
  readonly #waits = new Float64Array(runs);
  /** Those of the parties ahead, one after another. */
  readonly #waitsAhead: Float64Array;
  #done = 0;

  constructor(scene: WaitScene) {
    const { stays, room, party } = scene;
    const drawing = (one: PlannedParty, sitsFor: number): Drawing => {
      const median = Math.max(1, one.planned) * stays.factorOf(one.partySize);
      const over = sitsFor <= 0 ? 0 : Math.min(longest, normalShare(Math.log(sitsFor / median) / stays.spread));
      return { seed: seedOf(one.key), median, over, sitsFor };
    };
    const turns = [...new Set([party.turn, ...scene.ahead.map(({ turn }) => turn)])];
    const waiting = (one: Pick<WaitingParty, "partySize" | "turn">) => ({
      options: room.optionsFor(one.partySize),
      turn: turns.indexOf(one.turn),
    });
    this.#scene = scene;
    const parties = scene.sitting.length + scene.expected.length + scene.ahead.length;
    this.#lines = new Timelines(room.units, parties, turns);
    this.#seats = new NextSeat(this.#lines, room.shortestStay);
    this.#factors = new StayFactors(stays.spread);
    this.#sitting = scene.sitting.map((one) => drawing(one, one.sitsFor));
    this.#expected = scene.expected.map((one) => drawing(one, 0));
    this.#ahead = scene.ahead.map((one) => ({ drawing: drawing(one, 0), ...waiting(one) }));
    this.#own = waiting(party);
    this.#waitsAhead = new Float64Array(scene.ahead.length * runs).fill(Infinity);
  }

  /** Makes so many runs more; answers whether all are made. */
  advance(count: number): boolean {
    const end = Math.min(runs, this.#done + count);
    for (; this.#done < end; this.#done++) this.#waits[this.#done] = this.#runOnce(this.#done);
    return this.#done === runs;
  }

  /** The waits in minutes, ascending; Infinity where no seating option would ever be free. */
  get waits(): Float64Array {
    return this.#waits.toSorted();
  }

  /** The waits of a party ahead, by its number from 0: what it would be told standing where it stands. */
  waitsAhead(number: number): Float64Array {
    return this.#waitsAhead.slice(number * runs, (number + 1) * runs).toSorted();
  }

  /** The wait in one run. */
  waitOf(run: number): number {
    return this.#waits[run] ?? Infinity;
  }

  #runOnce(run: number): number {
    const { sitting, expected } = this.#scene;
    const lines = this.#lines;
    lines.clear();
    for (let at = 0; at < sitting.length; at++) {
      const rest = this.#restOf(this.#sitting[at], run);
      for (const unit of sitting[at]?.units ?? []) lines.take(unit, 0, rest);
    }
    for (let at = 0; at < expected.length; at++) {
      const party = expected[at];
      if (party === undefined) continue;
      const { from, exact, planned } = party;
      const minutes = exact ? planned + Math.min(0, from) : this.#restOf(this.#expected[at], run);
      for (const unit of party.units) lines.take(unit, Math.max(0, from), Math.max(0, minutes));
    }
    for (let at = 0; at < this.#ahead.length; at++) {
      const party = this.#ahead[at];
      const option = party === undefined ? undefined : this.#seats.find(party.options, party.turn);
      if (party === undefined || option === undefined) continue;
      const { drawing } = party;
      this.#waitsAhead[at * runs + run] = this.#seats.at;
      const minutes = this.#restOf(drawing, run);
      for (const unit of option.units) lines.take(unit, this.#seats.at, minutes);
    }
    this.#seats.find(this.#own.options, this.#own.turn);
    return this.#seats.at;
  }

  /** How many minutes a party still stays in a run, given how long it sits. */
  #restOf(drawing: Drawing | undefined, run: number): number {
    if (drawing === undefined) return 0;
    const { seed, median, over, sitsFor } = drawing;
    const stay = median * this.#factors.at(over + (1 - over) * drawOf(seed, run));
    const already = over < longest ? sitsFor : median * this.#factors.at(longest);
    return Math.max(0, stay - already);
  }
}
