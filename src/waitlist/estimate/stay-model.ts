/**
 * How long parties stay: log-normal around the configured turn time with a spread of 0.28. Both values move towards those
 * of the venue's own past parties (rules/waitlist 3.9). A venue without a past has the configured values; one party
 * changes little, hundreds nearly everything. Pure.
 */
import type { Venue } from "../../bookings/venue/venue.ts";
import { stayMinutes } from "../../bookings/tables/stay.ts";
import { normalQuantile } from "./normal.ts";

/** What the finished stays of one party size come to; `stays` of them. */
export interface PastStays {
  readonly partySize: number;
  readonly stays: number;
  /** Of the natural logarithm of the minutes. */
  readonly mean: number;
  /** Of the squared logarithm. */
  readonly meanSquare: number;
}

export interface StayModel {
  /** What planned minutes of a party are multiplied by to have the median of its stay. */
  factorOf(partySize: number): number;
  /** Of the logarithm of a stay. */
  readonly spread: number;
}

const priorSpread = 0.28;
/** How many parties the prior counts for. */
const priorOfVenue = 12;
const priorOfSize = 12;
const priorOfSpread = 40;
const classes = 4;

const tableSteps = 1_024;

/** By what the median of a stay is multiplied to have the stay below which a share of all lies; a table, read between its steps. */
export class StayFactors {
  readonly #factors: Float64Array;

  constructor(spread: number) {
    this.#factors = Float64Array.from({ length: tableSteps + 1 }, (_, at) =>
      Math.exp(spread * normalQuantile(at / tableSteps)),
    );
  }

  /** For a share in [0, 1]. */
  at(share: number): number {
    const at = share * tableSteps;
    const below = Math.min(Math.floor(at), tableSteps - 1);
    const low = this.#factors[below] ?? 1;
    return low + (at - below) * ((this.#factors[below + 1] ?? low) - low);
  }
}

/** Parties of about the same size: up to two, four, six, and more. */
export function sizeClass(partySize: number): number {
  return Math.min(Math.ceil(partySize / 2), classes);
}

/** The model of a venue and its past. */
export function stayModel(venue: Venue, past: readonly PastStays[]): StayModel {
  const counts = new Float64Array(classes + 1);
  const sums = new Float64Array(classes + 1);
  const squares = new Float64Array(classes + 1);
  for (const { partySize, stays, mean, meanSquare } of past) {
    const planned = Math.log(stayMinutes(venue, partySize, null));
    const at = sizeClass(partySize);
    counts[at] = (counts[at] ?? 0) + stays;
    sums[at] = (sums[at] ?? 0) + stays * (mean - planned);
    squares[at] = (squares[at] ?? 0) + stays * (meanSquare - 2 * planned * mean + planned * planned);
  }
  const all = total(counts);
  const ofVenue = total(sums) / (all + priorOfVenue);
  const shifts = Array.from(counts, (count, at) => ((sums[at] ?? 0) + priorOfSize * ofVenue) / (count + priorOfSize));
  let residual = 0;
  for (const [at, shift] of shifts.entries()) {
    residual += (squares[at] ?? 0) - 2 * shift * (sums[at] ?? 0) + shift * shift * (counts[at] ?? 0);
  }
  const variance = (priorOfSpread * priorSpread ** 2 + Math.max(0, residual)) / (priorOfSpread + all);
  return { factorOf: (partySize) => Math.exp(shifts[sizeClass(partySize)] ?? ofVenue), spread: Math.sqrt(variance) };
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
