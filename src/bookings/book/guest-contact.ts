/** The guest of a booking: the name, how to reach them, and which caller sees which part. Pure. */
import type { GuestLanguage } from "../../kernel/language.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";

/** A guest as a request names them. */
export interface GivenGuest {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly phone?: string;
  readonly email?: string;
  /** What the guest reads. */
  readonly language?: GuestLanguage;
}

/** A guest as it is kept: the phone in E.164. */
export interface Guest {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** What the guest reads; null: nobody said, so it is the language of the location. */
  readonly language: GuestLanguage | null;
}

export type ContactRequired = "phone" | "email" | "either" | "none";

/** Reads the contact of the `guest` of a body as it is kept. */
export function readGuest(given: GivenGuest, country: string | null): Guest | Refusal<"invalid_phone"> {
  const phone = given.phone === undefined ? null : normalizePhone(given.phone, country, "body.guest.phone");
  if (isRefusal(phone)) return phone;
  return {
    first_name: given.first_name ?? null,
    last_name: given.last_name ?? null,
    phone,
    email: given.email ?? null,
    language: given.language ?? null,
  };
}

/** The same; what the location requires for a booking must be there. */
export function parseGuest(
  given: GivenGuest,
  country: string | null,
  required: ContactRequired,
): Guest | Refusal<"invalid_phone" | "guest_contact_required"> {
  const guest = readGuest(given, country);
  const missing = isRefusal(guest) ? undefined : missingContact(guest, required);
  if (missing === undefined) return guest;
  return refuse("guest_contact_required", `guest: this location needs ${missing} for a booking`, { required });
}

function missingContact(guest: Guest, required: ContactRequired): string | undefined {
  switch (required) {
    case "phone":
      return guest.phone === null ? "a phone number" : undefined;
    case "email":
      return guest.email === null ? "an e-mail address" : undefined;
    case "either":
      return guest.phone === null && guest.email === null ? "a phone number or an e-mail address" : undefined;
    case "none":
      return undefined;
  }
}
