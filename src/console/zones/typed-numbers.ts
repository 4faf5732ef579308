/** Numbers as people type them: a comma or a point before the decimals. Pure; runs in the browser. */
import { minorDigits } from "../../kernel/minor-units.ts";

const mostMinorUnits = 1_000_000_000_00;

/** Minor units of the currency; undefined for what is no amount. */
export function amountIn(text: string, currency: string): number | undefined {
  const digits = minorDigits(currency);
  const [whole = "", decimals = "", ...rest] = text.trim().split(/[.,]/);
  if (rest.length > 0 || !/^\d{1,12}$/.test(whole) || !/^\d{0,4}$/.test(decimals)) return undefined;
  if (decimals.length > digits) return undefined;
  const amount = Number(whole) * 10 ** digits + Number(decimals.padEnd(digits, "0") || "0");
  return amount <= mostMinorUnits ? amount : undefined;
}

/**
 * Minor units as one types them in the locale: "3.99", "3,99". The decimal mark is that of money, as the list of zones
 * shows it: in some locales other numbers have another.
 */
export function textOfAmount(amount: number, currency: string, locale: string): string {
  const digits = minorDigits(currency);
  const tag = locale === "en-XA" || locale === "ar-XB" ? "en" : locale;
  const format = new Intl.NumberFormat(tag, {
    style: "currency",
    currency: /^[A-Za-z]{3}$/.test(currency) ? currency : "XXX",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    numberingSystem: "latn",
  });
  const parts = format.formatToParts(amount / 10 ** digits);
  return parts
    .filter(({ type }) => ["integer", "decimal", "fraction"].includes(type))
    .map(({ value }) => value)
    .join("");
}

/** A whole number within the limits. */
export function wholeIn(text: string, min: number, max: number): number | undefined {
  const value = /^-?\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

/** Degrees within the limit, with a comma or a point. */
export function degreesIn(text: string, most: number): number | undefined {
  const trimmed = text.trim().replace(",", ".");
  const value = /^-?\d{1,3}(\.\d{0,15})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Math.abs(value) <= most ? value : undefined;
}
