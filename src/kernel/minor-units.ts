/**
 * How many decimals a currency has, and how an amount is written with them. The decimals are those of ISO 4217, which says
 * what a minor unit is, and never those of the runtime, which says what people usually write: forints have hundredths
 * that nobody writes. Pure; runs in browsers too.
 */

/** Digits after the point, where a currency has not two. */
const digitsOf = new Map<string, number>([
  ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"].map((code) => [code, 0] as const),
  ...["UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"].map((code) => [code, 0] as const),
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3] as const),
  ...["CLF", "UYW"].map((code) => [code, 4] as const),
]);

/** How many digits the minor unit of a currency has after the point; 2 where the text is no currency. */
export function minorDigits(currency: string): number {
  return digitsOf.get(currency) ?? 2;
}

/** Writes amounts in minor units as a locale does: with all their decimals, or with the usual ones where the others are zeros. */
export function moneyFormat(locale: string, currency: string): (amountMinor: number) => string {
  const digits = minorDigits(currency);
  const one = 10 ** digits;
  const usual = new Intl.NumberFormat(locale, { style: "currency", currency });
  const usually = usual.resolvedOptions().maximumFractionDigits ?? 2;
  if (usually === digits) return (amount) => usual.format(amount / one);
  const all = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const exact = new Intl.NumberFormat(locale, { style: "currency", currency, ...all });
  return (amount) => (usually < digits && amount % one === 0 ? usual : exact).format(amount / one);
}
