/**
 * Telephone numbers: read in any spelling, kept and compared in E.164. A number is one that the numbering plan of its
 * country has, by the full data of libphonenumber. Pure.
 */
import { getCountries, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/max";
import { refuse, type Refusal } from "./refusal.ts";

/** Marks of direction and other characters without a width, as they come along when a contact is copied. */
const invisible = /\p{Cf}/gu;
const otherPlus = /[\uFE62\uFF0B]/gu;

/** A phone number as E.164, read as in the country (ISO 3166); undefined when it cannot be dialled. */
export function parsePhone(text: string, country: string | null): string | undefined {
  const plain = text.replaceAll(invisible, "").replaceAll(otherPlus, "+").trim();
  const dialled = /^tel:/i.test(plain) ? plain.slice("tel:".length).trim() : plain;
  // Most of the world dials 00 where + is written; where a country does not, nothing else begins so.
  return read(dialled, countryOf(country)) ?? (dialled.startsWith("00") ? read(`+${dialled.slice(2)}`) : undefined);
}

function read(text: string, home?: CountryCode): string | undefined {
  const parsed = parsePhoneNumberFromString(
    text,
    home === undefined ? { extract: false } : { defaultCountry: home, extract: false },
  );
  // An extension has no place in E.164, and a message or a call without it reaches somebody else.
  return parsed?.isValid() === true && parsed.ext === undefined ? parsed.number : undefined;
}

/** The same; 400 when it cannot be dialled, naming `path`. */
export function normalizePhone(text: string, country: string | null, path: string): string | Refusal<"invalid_phone"> {
  const number = parsePhone(text, country);
  if (number !== undefined) return number;
  const home = countryOf(country);
  const where =
    home === undefined ? "with its country code (+…)" : `with its country code (+…) or as dialled in ${home}`;
  const message = `is not a telephone number; write it ${where}`;
  return refuse("invalid_phone", `${path} ${message}`, { issues: [{ path, message }] });
}

/** The last four digits of a phone number; null when it has not so many. Old orders have phones of any spelling. */
export function phoneLastFour(phone: string | null): string | null {
  const digits = (phone ?? "").normalize("NFKC").replaceAll(/[^0-9]/g, "");
  return digits.length < 4 ? null : digits.slice(-4);
}

/** The number as it is written from abroad, with blanks between its parts. */
export function formatPhone(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}

/** The digits of an E.164 number as they are dialled within its country; undefined when it is of none. */
export function nationalDigits(phone: string): string | undefined {
  return parsePhoneNumberFromString(phone)
    ?.formatNational()
    .replaceAll(/[^0-9]/g, "");
}

/** The countries whose telephone numbers are known, as ISO 3166-1 alpha-2. */
export const countries: readonly string[] = getCountries();

function countryOf(country: string | null): CountryCode | undefined {
  const code = country?.toUpperCase();
  return code !== undefined && isSupportedCountry(code) ? code : undefined;
}
