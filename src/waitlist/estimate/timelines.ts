/**
 * When each unit of a room is taken during one run of the simulation, in minutes from now. Spans of one unit never
 * overlap and are in order. Pure. The lines are filled and emptied thousands of times a second, so everything is in flat
 * arrays.
 */
import type { RoomOption } from "./simulated-venue.ts";

export class Timelines {
  readonly #most: number;
  readonly #count: Int32Array;
  readonly #from: Float64Array;
  readonly #until: Float64Array;
  readonly #turns: readonly number[];
  /** From when each unit is free for each turn; below 0 when that is to be looked up again. */
  readonly #known: Float64Array;

  /** Units by number, at most so many parties, and the minutes they ask for: few, so what is found for one is kept. */
  constructor(units: number, parties: number, turns: readonly number[]) {
    this.#most = parties + 1;
    this.#count = new Int32Array(units);
    this.#from = new Float64Array(units * this.#most);
    this.#until = new Float64Array(units * this.#most);
    this.#turns = turns;
    this.#known = new Float64Array(units * turns.length).fill(-1);
  }

  clear(): void {
    this.#count.fill(0);
    this.#known.fill(-1);
  }

  /** Takes a unit for so long from a time on, or from when it is free after that; who comes later waits as long. */
  take(unit: number, from: number, minutes: number): void {
    for (let turn = 0; turn < this.#turns.length; turn++) this.#known[unit * this.#turns.length + turn] = -1;
    const first = unit * this.#most;
    const end = first + (this.#count[unit] ?? 0);
    if (end - first >= this.#most) return;
    this.#count[unit] = end - first + 1;
    let at = end;
    for (; at > first && (this.#from[at - 1] ?? 0) > from; at--) {
      this.#from[at] = this.#from[at - 1] ?? 0;
      this.#until[at] = this.#until[at - 1] ?? 0;
    }
    this.#from[at] = at > first ? Math.max(from, this.#until[at - 1] ?? 0) : from;
    this.#until[at] = (this.#from[at] ?? 0) + minutes;
    for (let next = at + 1; next <= end; next++) {
      const late = (this.#until[next - 1] ?? 0) - (this.#from[next] ?? 0);
      if (late <= 0) break;
      this.#from[next] = (this.#from[next] ?? 0) + late;
      this.#until[next] = (this.#until[next] ?? 0) + late;
    }
  }

  /** The first time from which a unit is free for a turn, at once or when somebody leaves. */
  firstFree(unit: number, turn: number): number {
    const slot = unit * this.#turns.length + turn;
    const known = this.#known[slot] ?? -1;
    if (known >= 0) return known;
    const found = this.#freeFrom(unit, 0, this.#turns[turn] ?? 0);
    this.#known[slot] = found;
    return found;
  }

  /** The same for units joined; Infinity when past `limit`. */
  firstFreeTogether({ units }: RoomOption, turn: number, limit: number): number {
    let at = 0;
    for (const unit of units) at = Math.max(at, this.firstFree(unit, turn));
    const minutes = this.#turns[turn] ?? 0;
    for (let unchanged = false; !unchanged && at <= limit;) {
      unchanged = true;
      for (const unit of units) {
        const later = this.#freeFrom(unit, at, minutes);
        if (later > at) [at, unchanged] = [later, false];
      }
    }
    return at <= limit ? at : Infinity;
  }

  #freeFrom(unit: number, from: number, minutes: number): number {
    const first = unit * this.#most;
    const end = first + (this.#count[unit] ?? 0);
    let at = from;
    for (let span = first; span < end; span++) {
      if ((this.#until[span] ?? 0) <= at) continue;
      if ((this.#from[span] ?? 0) >= at + minutes) break;
      at = this.#until[span] ?? at;
    }
    return at;
  }

  #isFree(option: RoomOption, from: number, minutes: number): boolean {
    return option.units.every((unit) => this.#freeFrom(unit, from, minutes) === from);
  }

  /** How many combinations would be lost to a party there: the first part of what the rule of seating calls harm. */
  joinsLost(option: RoomOption, from: number, turn: number): number {
    const minutes = this.#turns[turn] ?? 0;
    return option.joins.reduce((lost, join) => lost + (this.#isFree(join, from, minutes) ? 1 : 0), 0);
  }

  /** The second part: the minutes stranded before and after it in gaps that are shorter than any stay. */
  stranded(option: RoomOption, from: number, turn: number, shortestStay: number): number {
    const minutes = this.#turns[turn] ?? 0;
    let stranded = 0;
    for (const unit of option.units) {
      const first = unit * this.#most;
      const end = first + (this.#count[unit] ?? 0);
      let before = Infinity;
      let after = Infinity;
      for (let span = first; span < end; span++) {
        if ((this.#until[span] ?? 0) <= from) before = from - (this.#until[span] ?? 0);
        else if ((this.#from[span] ?? 0) >= from + minutes) {
          after = (this.#from[span] ?? 0) - from - minutes;
          break;
        }
      }
      if (before < shortestStay) stranded += before;
      if (after < shortestStay) stranded += after;
    }
    return stranded;
  }
}
