/** Reads the text by which a host looks for a guest: a phone, an address or a name. Pure. */
import { parsePhone } from "../../kernel/phone.ts";

/** Each may be meant; null where the text cannot be one. */
export interface GuestSearch {
  /** E.164. */
  readonly phone: string | null;
  /** The last digits of a number, four or more. */
  readonly digits: string | null;
  /** The beginning of an address, as a pattern of LIKE in small letters. */
  readonly email: string | null;
  /** The beginning of a first, last or whole name, as a pattern of LIKE in small letters. */
  readonly name: string | null;
}

/** Reads a search; `country` is where a number without its code is dialled. */
export function readGuestSearch(text: string, country: string | null): GuestSearch {
  const plain = text.trim().replaceAll(/\s+/g, " ");
  const digits = plain.replaceAll(/[\s().+/-]/g, "");
  const isNumber = /^\d{4,15}$/.test(digits);
  return {
    phone: isNumber ? (parsePhone(plain, country) ?? null) : null,
    digits: isNumber ? digits : null,
    email: plain.includes(" ") || isNumber ? null : beginningWith(plain),
    name: isNumber ? null : beginningWith(plain),
  };
}

function beginningWith(text: string): string {
  return `${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
}
