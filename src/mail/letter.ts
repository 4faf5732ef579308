/**
 * An e-mail to a guest as words and values, without markup. It is kept with the message, so that it can be shown as it
 * was sent. Types and one rule; pure.
 */
import type { WordsLanguage } from "../words/speak.ts";

export interface LetterFact {
  readonly label: string;
  readonly value: string;
}

export interface LetterVenue {
  readonly name: string;
  readonly address: string | null;
  readonly phone: string | null;
  /** Where an answer goes. */
  readonly email: string | null;
}

/** A booking as mail programs read it beside the words (schema.org, FoodEstablishmentReservation). */
export interface LetterReservation {
  readonly number: string;
  readonly status: "Confirmed" | "Pending" | "Cancelled";
  /** Local time with its offset (ISO 8601). */
  readonly startTime: string;
  readonly partySize: number;
  readonly guestName: string;
  /** Where the guest changes it. */
  readonly url: string | null;
}

export interface Letter {
  readonly language: WordsLanguage;
  readonly subject: string;
  /** The fact first, then what to do; a paragraph each. */
  readonly text: readonly string[];
  readonly facts: readonly LetterFact[];
  /** The one thing to do, or where all of it is shown. */
  readonly action: { readonly label: string; readonly href: string } | null;
  readonly venue: LetterVenue;
  /** A calendar file (RFC 5545): the only thing that is ever attached. */
  readonly calendar: { readonly method: "PUBLISH" | "CANCEL"; readonly text: string } | null;
  /** The booking that it is about; absent where it is about none, or about one that was not made. */
  readonly reservation?: LetterReservation;
  /** A reminder or an offer: mail programs show a button that ends such mail (RFC 8058). */
  readonly isUnsubscribable: boolean;
}

/** Addresses that belong to one letter. */
export interface LetterLinks {
  /** Where its reader says that the address is not theirs. */
  readonly stop: string;
  /** Where a mail program unsubscribes with one click. */
  readonly unsubscribe: string;
}

/** An e-mail address for logs and lists: the first letter and the host. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  return at <= 0 ? "***" : `${address.slice(0, 1)}***${address.slice(at)}`;
}

/** The address as it is compared and stored: without blanks around it, in small letters. */
export function plainAddress(address: string): string {
  return address.trim().toLowerCase();
}
