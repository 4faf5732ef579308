/**
 * Makes the band that a guest is told from simulated waits (rules/waitlist 3.2, 3.7 and 3.10): the 10 % and 90 %
 * quantiles, corrected by the errors of earlier bands of the venue, cut at the end of the service day, rounded outward to
 * five minutes. Every step keeps the order, so a longer line never lowers a bound. Pure; minutes throughout.
 */

export interface Quantiles {
  readonly low: number;
  readonly high: number;
}

export interface WaitBand {
  readonly min: number;
  readonly max: number;
}

/** A simulated band and what came of it. */
export interface ScoredQuote extends Quantiles {
  readonly waited: number;
}

export const step = 5;
/** How many of the last quotes are looked at. */
export const rollingQuotes = 300;
/** A little above four fifths: what comes is never quite like what was. */
const aimedCoverage = 0.83;
/** What a correction of 1 comes to at a wait of 0. */
const base = 15;
const lowestCorrection = -0.45;
const highestCorrection = 0.9;
/** With fewer scored quotes, the correction is drawn towards none. */
const enoughQuotes = 60;

/** The quantile of ascending values, between neighbours. */
export function quantileOf(ascending: ArrayLike<number>, share: number): number {
  const at = share * (ascending.length - 1);
  const low = ascending[Math.floor(at)] ?? Infinity;
  const high = ascending[Math.ceil(at)] ?? Infinity;
  return low === high ? low : low + (at - Math.floor(at)) * (high - low);
}

/** The simulated band: cut at the end of the service day. */
export function quantilesOf(waits: ArrayLike<number>, closesIn: number): Quantiles {
  const end = Math.max(0, closesIn);
  return { low: Math.min(quantileOf(waits, 0.1), end), high: Math.min(quantileOf(waits, 0.9), end) };
}

/** The published band for a simulated one. */
export function bandOf({ low, high }: Quantiles, correction: number, closesIn: number): WaitBand {
  const end = Math.ceil(Math.max(0, closesIn) / step) * step;
  const from = Math.max(0, low - correction * (low + base));
  const until = Math.max(from, high + correction * (high + base));
  const min = Math.floor(from / step) * step;
  return { min: Math.min(min, end), max: Math.min(Math.max(Math.ceil(until / step) * step, min), end) };
}

/**
 * How much wider (or, below 0, narrower) bands should be: the smallest correction with which the last quotes, as they would
 * have been published, cover a little more than four fifths of the waits; a split conformal step with rounded bands as its scores.
 */
export function fitCorrection(quotes: readonly ScoredQuote[]): number {
  const wanted = Math.ceil(aimedCoverage * (quotes.length + 1));
  if (quotes.length < 8 || wanted > quotes.length) return 0;
  let low = lowestCorrection;
  let high = highestCorrection;
  const covers = (correction: number): boolean =>
    quotes.filter((quote) => isCovered(bandOf(quote, correction, Infinity), quote.waited)).length >= wanted;
  if (covers(low)) high = low;
  for (let round = 0; round < 20 && high - low > 0.002; round++) {
    const middle = (low + high) / 2;
    if (covers(middle)) high = middle;
    else low = middle;
  }
  return high * Math.min(1, quotes.length / enoughQuotes);
}

export function isCovered(band: WaitBand, waited: number): boolean {
  return band.min <= waited && waited <= band.max;
}

/** The interval score at 80 %: the width, and ten minutes for each minute outside. Smaller is better. */
export function winklerOf(band: WaitBand, waited: number): number {
  return band.max - band.min + 10 * Math.max(0, band.min - waited) + 10 * Math.max(0, waited - band.max);
}
