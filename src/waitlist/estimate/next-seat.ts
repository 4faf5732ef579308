/** The one rule of seating, at a later time: where and when the next party sits. Pure. */
import type { RoomOption } from "./simulated-venue.ts";
import type { Timelines } from "./timelines.ts";

export class NextSeat {
  readonly #lines: Timelines;
  readonly #shortestStay: number;
  /** When the party found last sits, in minutes from now; Infinity when it never does. */
  at = Infinity;

  constructor(lines: Timelines, shortestStay: number) {
    this.#lines = lines;
    this.#shortestStay = shortestStay;
  }

  /** As soon as any of the seating options, first choice first, is free for the turn; among equals where it does least harm. */
  find(options: readonly RoomOption[], turn: number): RoomOption | undefined {
    let best: RoomOption | undefined;
    this.at = Infinity;
    const lines = this.#lines;
    for (const option of options) {
      const at = option.isSingle ? lines.firstFree(option.unit, turn) : lines.firstFreeTogether(option, turn, this.at);
      if (at > this.at || at === Infinity) continue;
      if (best === undefined || at < this.at || (option.group === best.group && this.#harmsLess(option, best, turn))) {
        best = option;
        this.at = at;
      }
    }
    return best;
  }

  #harmsLess(one: RoomOption, other: RoomOption, turn: number): boolean {
    const joins = this.#lines.joinsLost(one, this.at, turn) - this.#lines.joinsLost(other, this.at, turn);
    if (joins !== 0) return joins < 0;
    const [here, there] = [one, other].map((option) => this.#lines.stranded(option, this.at, turn, this.#shortestStay));
    return (here ?? 0) < (there ?? 0);
  }
}
