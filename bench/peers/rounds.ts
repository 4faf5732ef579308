/** The arithmetic of the comparison: how often, how long, at which cost, and how much the rounds differ. Pure. */
export interface Round {
  /** How often the step was done. */
  readonly count: number;
  readonly seconds: number;
  /** Milliseconds of each. */
  readonly times: readonly number[];
  /** Processor time in milliseconds, of the peer's processes and of PostgreSQL. */
  readonly cpuMs: number;
  readonly postgresCpuMs: number;
}

/** The middle of the rounds and their ends. */
export interface Spread {
  readonly middle: number;
  readonly least: number;
  readonly most: number;
}

export interface Figures {
  readonly perSecond: Spread;
  /** The middle time of a step of each round, in milliseconds. */
  readonly p50: Spread;
  /** Processor time of one step, in milliseconds. */
  readonly cpuMs: Spread;
  readonly postgresCpuMs: Spread;
}

/** The figures of all rounds of one step at one peer. */
export function figuresOf(rounds: readonly Round[]): Figures {
  return {
    perSecond: spreadOf(rounds.map(({ count, seconds }) => count / seconds)),
    p50: spreadOf(rounds.map(({ times }) => spreadOf(times).middle)),
    cpuMs: spreadOf(rounds.map(({ cpuMs, count }) => cpuMs / count)),
    postgresCpuMs: spreadOf(rounds.map(({ postgresCpuMs, count }) => postgresCpuMs / count)),
  };
}

/** The middle of the values, of an even number the mean of the two in the middle; throws when there are none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (least === undefined || most === undefined || lower === undefined || upper === undefined)
    throw new Error("no round was measured");
  return { middle: (lower + upper) / 2, least, most };
}

/** The peers in another order in each round, so that none always follows the same other. */
export function inTurns<Peer>(peers: readonly Peer[], round: number): readonly Peer[] {
  const from = round % peers.length;
  return [...peers.slice(from), ...peers.slice(0, from)];
}

/** `12.3 (11.0 to 14.1)`, with three digits that count. */
export function sayOf({ middle, least, most }: Spread): string {
  return `${short(middle)} (${short(least)} to ${short(most)})`;
}

function short(value: number): string {
  if (value >= 100) return Math.round(value).toString();
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
