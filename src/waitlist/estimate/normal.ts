/** The standard normal distribution. Pure. */

/** The probability of a value below z (Abramowitz and Stegun 7.1.26 on erf; off by less than 2e-7). */
export function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) *
    Math.exp(-x * x);
  return z >= 0 ? 1 - tail / 2 : tail / 2;
}

const steps = 4_096;
const table = Float64Array.from({ length: steps + 1 }, (_, index) => solve((index === 0 ? 0.2 : index) / steps));
table[steps] = -(table[0] ?? 0);

/** The z below which the share u of all values lies, for u in [0, 1]; read off a table, so it is quick. */
export function normalQuantile(u: number): number {
  const at = Math.min(Math.max(u, 0), 1) * steps;
  const below = Math.min(Math.floor(at), steps - 1);
  const low = table[below] ?? 0;
  return low + (at - below) * ((table[below + 1] ?? low) - low);
}

function solve(share: number): number {
  let low = -6;
  let high = 6;
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
