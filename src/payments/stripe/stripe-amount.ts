/**
 * Amounts as Stripe writes them. Our minor units are those of ISO 4217. Stripe differs for two currencies without minor
 * units, which it counts in hundredths, for one with hundredths, which it counts in whole units, and for currencies with
 * thousandths, of which it takes whole tens only.
 */
const inWholes = new Set(["MGA"]);
const inHundredths = new Set(["ISK", "UGX"]);
const inThousandths = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

export interface StripeAmount {
  readonly unit_amount: number;
  /** Lower case. */
  readonly currency: string;
}

/** The amount for Stripe, or undefined when Stripe cannot take exactly that much. */
export function toStripeAmount(amount: number, currency: string): StripeAmount | undefined {
  if (inThousandths.has(currency) && amount % 10 !== 0) return undefined;
  if (inWholes.has(currency) && amount % 100 !== 0) return undefined;
  const unitAmount = inHundredths.has(currency) ? amount * 100 : inWholes.has(currency) ? amount / 100 : amount;
  return { unit_amount: unitAmount, currency: currency.toLowerCase() };
}

/** An amount of Stripe's in our minor units; one that has no such amount is left as it is, so that it matches nothing. */
export function fromStripeAmount(amount: number, stripeCurrency: string): { amount: number; currency: string } {
  const currency = stripeCurrency.toUpperCase();
  if (inWholes.has(currency)) return { amount: amount * 100, currency };
  const isWhole = inHundredths.has(currency) && amount % 100 === 0;
  return { amount: isWhole ? amount / 100 : amount, currency };
}
