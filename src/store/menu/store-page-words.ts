/** Amounts and times of the store's page as words. Pure. */
import { formatDay, formatMoney, formatTime } from "../../pages/page-formats.ts";

/** The clock of 24 hours, as the sentences of the order gate write it. */
const language = "en-GB";

/** "18:30", from Unix seconds. */
export function timeOf(seconds: number, timeZone: string): string {
  return formatTime(seconds * 1000, timeZone, language);
}

/** "Monday 23 November", from Unix seconds. */
export function dayOf(seconds: number, timeZone: string): string {
  return formatDay(seconds * 1000, timeZone, language);
}

/** " on Monday 23 November". */
export function onDay(seconds: number, timeZone: string): string {
  return ` on ${dayOf(seconds, timeZone)}`;
}

/** "€13.50"; nothing is "free". */
export function priceOf(amount: number, currency: string): string {
  return formatMoney(amount, currency);
}

/** A label of the menu as people write it: "gluten_free" is "gluten free". */
export function labelOf(text: string): string {
  return text.replaceAll("_", " ");
}
