/**
 * The fields by which a guest finds something (rules/messages-and-privacy 4.3): a code, and a phone number or e-mail
 * address. Pure.
 */
import { parsePhone } from "../../kernel/phone.ts";

/** Letters and digits that codes have; blanks, hyphens and small letters are forgiven. */
export function readCode(text: string): string | undefined {
  const code = text
    .slice(0, 40)
    .normalize("NFKC")
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toUpperCase();
  return /^[2-9A-HJKMNP-TW-Z]{8}$/.test(code) ? code : undefined;
}

/** An address in small letters, or a number as it was typed; what it means depends on the country. */
export type Contact =
  | { readonly kind: "email"; readonly email: string }
  | { readonly kind: "phone"; readonly typed: string };

/** Undefined where the text is neither. */
export function readContact(text: string): Contact | undefined {
  const typed = text.slice(0, 254).trim();
  if (typed.includes("@")) return { kind: "email", email: typed.toLowerCase() };
  return /[0-9]{4}/.test(typed.replaceAll(/[^0-9]/g, "")) ? { kind: "phone", typed } : undefined;
}

/** The number of a contact in E.164, as dialled in the country; null for an address and for what cannot be dialled. */
export function phoneOf(contact: Contact, country: string | null): string | null {
  return contact.kind === "phone" ? (parsePhone(contact.typed, country) ?? null) : null;
}

/** What tries of one contact are counted by: the same for one number in every spelling that says its country. */
export function nameOf(contact: Contact, country: string | null): string {
  return contact.kind === "email"
    ? contact.email
    : (phoneOf(contact, country) ?? contact.typed.replaceAll(/[^0-9]/g, ""));
}

/** How an order or booking names its guest. */
export interface KnownContact {
  /** E.164, but for old orders. */
  readonly phone: string | null;
  readonly email: string | null;
  /** Of the location: a number without a country code is read as dialled there. */
  readonly country: string | null;
}

/** Whether the guest is who typed the contact. */
export function isContactOf(contact: Contact, { phone, email, country }: KnownContact): boolean {
  if (contact.kind === "email") return email !== null && email.trim().toLowerCase() === contact.email;
  const known = phone === null ? undefined : parsePhone(phone, country);
  return known !== undefined && parsePhone(contact.typed, country) === known;
}
