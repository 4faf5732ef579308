/**
 * The formats of texts that requests name. Our own parsers judge them; each reads a text once from its start to its end.
 * Pure. Importing the module tells the schema library about the formats.
 */
import { Format } from "typebox/format";
import { isNameable } from "../../../kernel/clock.ts";
import { isEmailText } from "../../../kernel/email.ts";

/** An instant with its offset, of the years 1970 to 2999; a leap second is one. */
export function isInstantText(text: string): boolean {
  return Format.IsDateTime(text) && isNameable(Date.parse(text.toUpperCase().replace(":60", ":59")));
}

/** A date of the calendar, of the years 1970 to 2999. */
export function isDateText(text: string): boolean {
  return Format.IsDate(text) && isNameable(Date.parse(text));
}

/** Whole Unix seconds as text, of the years 1970 to 2999. */
export function isSecondsText(text: string): boolean {
  return /^\d{1,12}$/.test(text) && isNameable(Number(text) * 1_000);
}

Format.Set("date-time", isInstantText);
Format.Set("date", isDateText);
Format.Set("email", isEmailText);
Format.Set("unix-seconds", isSecondsText);
