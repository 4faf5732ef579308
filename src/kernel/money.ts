/**
 * Money: whole minor units (cents for USD) as a safe integer, and an upper-case ISO 4217 code. Never a float
 * (rules/http 9.2). Rates are decimal strings turned into millionths, so that every product is exact.
 */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether the text is an upper-case ISO 4217 currency code known to the runtime. */
export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/** The largest amount accepted anywhere: well inside the safe integers after multiplying by a quantity. */
export const maxAmountMinor = 1_000_000_000_00;

/** Millionths of one: "8.875" percent is 88,750 parts per million of the amount. */
export type PartsPerMillion = number;

/** Reads a percentage (decimal string or number, 0 to 1000, at most four decimals) as parts per million, or undefined. */
export function parsePercentage(value: string | number): PartsPerMillion | undefined {
  const text = typeof value === "number" ? String(value) : value;
  const match = /^(\d{1,4})(?:\.(\d{1,4}))?$/.exec(text);
  if (match === null) return undefined;
  const ppm = Number(match[1]) * 10_000 + Number((match[2] ?? "").padEnd(4, "0"));
  return ppm <= 10_000_000 ? ppm : undefined;
}

/** The share of an amount in minor units, rounded half up; exact for every amount up to the maximum. */
export function shareOf(amountMinor: number, ppm: PartsPerMillion): number {
  return divideHalfUp(BigInt(amountMinor) * BigInt(ppm), 1_000_000n);
}

/** Integer division rounded half up (towards positive infinity at a tie), for a positive divisor. */
export function divideHalfUp(dividend: bigint, divisor: bigint): number {
  const doubled = 2n * dividend + divisor;
  const step = 2n * divisor;
  const quotient = doubled / step;
  return Number(doubled < 0n && doubled % step !== 0n ? quotient - 1n : quotient);
}
