/** The form in which a guest says who they are: reads it, finds its mistakes, and makes the request for a booking. Pure. */
import type { ContactRequired } from "../../bookings/book/guest-contact.ts";
import type { BookingRequest } from "../../bookings/make/create-booking.command.ts";
import { visibleOrEmpty } from "../../kernel/blank.ts";
import { guestLanguageNamed, type GuestLanguage } from "../../kernel/language.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Reader } from "../../pages/reader.ts";
import { bookingWords, type SayBooking } from "../book/booking-shared-page.ts";

/** What the guest typed. */
export interface ContactForm {
  readonly first: string;
  readonly last: string;
  readonly phone: string;
  readonly email: string;
  readonly notes: string;
  /** The channel by which the guest wants to be told; empty: none chosen. */
  readonly told_by: string;
}

export type ContactField = keyof ContactForm;
/** What is wrong with a field, in words. */
export type Mistakes = Readonly<Partial<Record<ContactField, string>>>;

/** How long each text may be. */
export const longest = { first: 200, last: 200, phone: 50, email: 254 } as const;

export const emptyForm: ContactForm = { first: "", last: "", phone: "", email: "", notes: "", told_by: "" };

/** Reads the form, and everything that is wrong with it at once; phones are read as in the restaurant's country. */
export function readContact(
  sent: URLSearchParams,
  required: ContactRequired,
  country: string | null,
  reader: Reader,
): { readonly form: ContactForm; readonly mistakes: Mistakes } {
  const read = (name: string): string => visibleOrEmpty((sent.get(name) ?? "").replaceAll(/\p{Cc}(?<![\n\t])/gu, ""));
  const form: ContactForm = {
    first: read("first"),
    last: read("last"),
    phone: read("phone"),
    email: read("email"),
    notes: read("notes").replaceAll("\r\n", "\n"),
    told_by: read("told_by"),
  };
  return { form, mistakes: mistakesOf(form, required, country, bookingWords(reader)) };
}

function mistakesOf(form: ContactForm, required: ContactRequired, country: string | null, say: SayBooking): Mistakes {
  const mistakes: Partial<Record<ContactField, string>> = {};
  if (form.first === "") mistakes.first = say("mistake.first");
  if (form.last === "") mistakes.last = say("mistake.last");
  if (form.first.length > longest.first) mistakes.first = say("mistake.name_long", { max: longest.first });
  if (form.last.length > longest.last) mistakes.last = say("mistake.name_long", { max: longest.last });
  if (form.phone === "" && required === "phone") mistakes.phone = say("mistake.phone_missing");
  if (form.phone === "" && form.told_by === "sms") mistakes.phone = say("mistake.phone_missing");
  if (form.email === "" && form.told_by === "email") mistakes.email = say("mistake.email_missing");
  if (form.phone !== "" && isRefusal(normalizePhone(form.phone, country, "phone")))
    mistakes.phone = say("mistake.phone");
  if (form.phone.length > longest.phone) mistakes.phone = say("mistake.phone_long");
  if (form.email === "" && required === "email") mistakes.email = say("mistake.email_missing");
  if (form.email !== "" && (form.email.length > longest.email || !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(form.email)))
    mistakes.email = say("mistake.email");
  if (form.phone === "" && form.email === "" && required === "either") mistakes.phone = say("mistake.either");
  if (form.notes.length > 2000) mistakes.notes = say("mistake.notes", { max: 2000 });
  return mistakes;
}

/** What the guest typed, as a booking is asked for. */
export function requestOf(form: ContactForm, { language }: Reader): Pick<BookingRequest, "guest" | "notes"> {
  return {
    guest: {
      first_name: form.first,
      last_name: form.last,
      ...(form.phone === "" ? {} : { phone: form.phone }),
      ...(form.email === "" ? {} : { email: form.email }),
      ...languageOf(language),
    },
    notes: form.notes === "" ? null : form.notes,
  };
}

/** What the guest reads is kept with the booking; a language for tests is nobody's. */
function languageOf(language: Reader["language"]): { readonly language?: GuestLanguage } {
  const known = guestLanguageNamed(language);
  return known === undefined ? {} : { language: known };
}
