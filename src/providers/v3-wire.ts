/**
 * The booking server v3 contract of the Google Actions Center, as JSON (public reference: "Booking server", REST, v3):
 * the words of both sides, and their reading. 64-bit integers travel as text; both forms are read. Data from a peer is
 * untrusted: a field of the wrong shape counts as absent. Pure.
 */
import { describedCauses } from "../bookings/provider/provider-refusals.ts";
import { parsePhone } from "../kernel/phone.ts";
import type {
  ProviderBooking,
  ProviderGuest,
  ProviderSlot,
  ProviderStatus,
} from "../bookings/provider/reservation-provider.ts";

/** A slot of a merchant. `resources` in slots, `resource_ids` in the look-up of many. */
export interface WireSlot {
  readonly merchant_id?: string;
  readonly service_id?: string;
  readonly start_sec: string;
  readonly duration_sec: string;
  readonly resources: { readonly party_size: number };
}

const statusWords = {
  pending: "PENDING_MERCHANT_CONFIRMATION",
  confirmed: "CONFIRMED",
  cancelled: "CANCELED",
  declined: "DECLINED_BY_MERCHANT",
  no_show: "NO_SHOW",
} as const satisfies Record<ProviderStatus, string>;

/** The contract's word for a status. */
export function statusToWire(status: ProviderStatus): (typeof statusWords)[ProviderStatus] {
  return statusWords[status];
}

/** The status of a word; undefined for one that says nothing. */
export function statusFromWire(word: unknown): ProviderStatus | undefined {
  if (word === "NO_SHOW_PENALIZED") return "no_show";
  if (word === "FAILED") return "declined";
  const found = Object.entries(statusWords).find(([, known]) => known === word);
  return found?.[0] as ProviderStatus | undefined;
}

/** A slot for the wire. */
export function slotToWire(
  slot: ProviderSlot,
  merchant: { readonly merchant_id: string; readonly service_id: string },
): WireSlot {
  return {
    merchant_id: merchant.merchant_id,
    service_id: merchant.service_id,
    start_sec: String(Math.floor(slot.startsAt / 1000)),
    duration_sec: String(slot.minutes * 60),
    resources: { party_size: slot.partySize },
  };
}

/** What a slot of a peer may say at most: the last second of the year 9999, a week, a thousand guests. */
const most = { second: 253_402_300_799, seconds: 604_800, guests: 1_000 };

/** A slot as a peer shows it; what it leaves out, or cannot mean, is as it was asked for. */
export function slotFromWire(wire: unknown, asked: ProviderSlot | null): ProviderSlot | undefined {
  const fields = objectOf(wire);
  const start = upTo(most.second, fields["start_sec"]);
  const duration = upTo(most.seconds, fields["duration_sec"]);
  const party = upTo(most.guests, objectOf(fields["resources"])["party_size"]);
  const startsAt = start === undefined ? asked?.startsAt : start * 1000;
  const minutes = duration === undefined || duration < 60 ? asked?.minutes : Math.round(duration / 60);
  const partySize = party === undefined || party < 1 ? asked?.partySize : party;
  if (startsAt === undefined || minutes === undefined || partySize === undefined) return undefined;
  return { startsAt, minutes, partySize };
}

export interface WireUser {
  readonly user_id: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly telephone?: string;
  readonly email?: string;
}

export function userToWire(guestKey: string, guest: ProviderGuest | null): WireUser {
  return {
    user_id: guestKey,
    given_name: guest?.firstName ?? "",
    family_name: guest?.lastName ?? "",
    ...(typeof guest?.phone === "string" ? { telephone: guest.phone } : {}),
    ...(typeof guest?.email === "string" ? { email: guest.email } : {}),
  };
}

function userFromWire(wire: unknown): ProviderGuest | null {
  const fields = objectOf(wire);
  const guest = {
    firstName: nameOf(fields["given_name"]),
    lastName: nameOf(fields["family_name"]),
    phone: phoneOf(fields["telephone"]),
    email: emailOf(fields["email"]),
  };
  return Object.values(guest).every((value) => value === null) ? null : guest;
}

/** In E.164; a text that is no such number cannot be called or compared, and is not kept. */
function phoneOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null || text.length > 50 ? null : (parsePhone(text, null) ?? null);
}

/** As long as a name of our own guests may be. */
function nameOf(value: unknown): string | null {
  return textOf(value)?.slice(0, 200).toWellFormed() ?? null;
}

/** A cut address would be another one. */
function emailOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null || text.length > 254 ? null : text;
}

/** A booking as a peer shows it; without a name of its own, which can be kept and said again, it is none. */
export function bookingFromWire(wire: unknown, asked: ProviderSlot | null): ProviderBooking | undefined {
  const fields = objectOf(wire);
  const reference = textOf(fields["booking_id"]);
  const slot = slotFromWire(fields["slot"], asked);
  if (reference === null || reference !== fields["booking_id"] || reference.length > 500) return undefined;
  if (slot === undefined) return undefined;
  const status = statusFromWire(fields["status"]) ?? "confirmed";
  return { reference, status, slot, guest: userFromWire(fields["user_information"]) };
}

/** The contract's words for a cause of ours that it does not have. */
const spoken: Readonly<Record<string, string>> = {
  TOO_NEAR: "SLOT_UNAVAILABLE",
  PARTY_SIZE: "SLOT_UNAVAILABLE",
  ALREADY_STARTED: "OUTSIDE_CANCELLATION_WINDOW",
  CARD_NEEDED: "PAYMENT_ERROR",
};

export interface WireFailure {
  readonly cause: string;
  readonly description?: string;
}

/** A refusal as a failure of the contract; what it has no word for stands in the description. */
export function failureToWire({ cause, description }: { cause: string; description: string | null }): WireFailure {
  const word = spoken[cause];
  if (word !== undefined) return { cause: word, description: cause };
  return description === null ? { cause } : { cause, description };
}

/** The refusal of a failure; undefined when there is none. */
export function failureFromWire(
  wire: unknown,
): { readonly cause: string; readonly description: string | null } | undefined {
  if (wire === undefined || wire === null) return undefined;
  const fields = objectOf(wire);
  const description = textOf(fields["description"]);
  const cause = textOf(fields["cause"]) ?? "CAUSE_UNSPECIFIED";
  const exact = describedCauses.find((known) => known === description);
  return { cause: exact ?? cause, description };
}

/** A whole number in either of its forms. */
export function wholeOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that the database can keep: JSON may spell U+0000 and half characters. */
function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.toWellFormed().replaceAll("\0", "\ufffd") : null;
}

function upTo(highest: number, value: unknown): number | undefined {
  const number = wholeOf(value);
  return number === undefined || number > highest ? undefined : number;
}
