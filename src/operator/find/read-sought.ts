/** Reads the text of the operator's search field: an id, a phone number, an e-mail address, or a code or name. Pure. */
import { idPrefixOf, type IdPrefix } from "../../kernel/id.ts";
import { parsePhone } from "../../kernel/phone.ts";

export type Sought =
  | { readonly kind: "id"; readonly prefix: IdPrefix; readonly id: string }
  /** E.164. */
  | { readonly kind: "phone"; readonly phone: string }
  /** In small letters. */
  | { readonly kind: "email"; readonly email: string }
  /** A code of an order or booking, the end of a key, or a part of a name. */
  | { readonly kind: "word"; readonly word: string; readonly code: string | null };

/** Entries of each kind that a page shows. */
export const mostFound = 50;

/** The longest text that is read. */
export const longestSought = 254;

/** Reads the text; undefined where nothing was typed. */
export function readSought(typed: string): Sought | undefined {
  const text = typed.slice(0, longestSought).trim();
  if (text === "") return undefined;
  const prefix = idPrefixOf(text.toLowerCase());
  if (prefix !== undefined) return { kind: "id", prefix, id: text.toLowerCase() };
  if (text.includes("@")) return { kind: "email", email: text.toLowerCase() };
  const phone = phoneIn(text);
  if (phone !== undefined) return { kind: "phone", phone };
  const code = text.replaceAll(/[\s\p{Pd}]/gu, "").toUpperCase();
  return { kind: "word", word: text, code: /^[0-9A-Z]{4,12}$/.test(code) ? code : null };
}

/** A number with its country code; one that is no longer a number of its plan is taken as it is stored. */
function phoneIn(text: string): string | undefined {
  const plain = text.replaceAll(/[\s().-]/g, "");
  return parsePhone(text, null) ?? (/^\+[0-9]{7,15}$/.test(plain) ? plain : undefined);
}
