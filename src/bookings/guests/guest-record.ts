/** The guest history: what a restaurant knows of a guest who was there before (rules/stand 3). Pure. */
import type { Actor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, type Done, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";

export const guestTags = ["vip", "regular", "birthday", "high_chair", "wheelchair", "allergy"] as const;
export type GuestTag = (typeof guestTags)[number];

/** What hosts have noted of a guest; version 0 where nobody has yet. */
export interface GuestNote {
  readonly note: string | null;
  readonly tags: readonly GuestTag[];
  readonly version: number;
  readonly acted_by: Actor | null;
}

/** One visit, or a booking that still stands. */
export interface GuestStay {
  readonly booking_id: Id<"bkg">;
  readonly starts_at: Instant;
  readonly party_size: number;
  readonly unit_ids: readonly string[];
}

export interface GuestRecord extends GuestNote {
  /** The guest's latest booking at the location, by which the guest is named. */
  readonly key: Id<"bkg">;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
  readonly visits: number;
  readonly no_shows: number;
  readonly late_cancellations: number;
  readonly last_stays: readonly GuestStay[];
  /** The latest ten that still stand, pending or confirmed, the last start first: also of a day on which nobody said that the guest came. */
  readonly open_bookings: readonly GuestStay[];
}

/** What a host writes down; absent leaves it as it is. */
export interface GuestEdit {
  readonly expectedVersion: number;
  /** Null takes the note away. */
  readonly note?: string | null | undefined;
  readonly tags?: readonly GuestTag[] | undefined;
  /** The guest was asked, and agrees that an allergy is noted. */
  readonly guestAgreed: boolean;
}

/** Refuses to note an allergy that was not noted before, unless the guest agreed. */
export function checkAgreed(
  before: Pick<GuestNote, "tags">,
  { tags, guestAgreed }: Pick<GuestEdit, "tags" | "guestAgreed">,
): Done | Refusal<"invalid_request"> {
  const isNew = tags?.includes("allergy") === true && !before.tags.includes("allergy");
  if (!isNew || guestAgreed) return done;
  return invalidRequest([
    { path: "body.guest_agreed", message: "must be true to note an allergy: ask the guest whether you may" },
  ]);
}

/** The contact that a guest is known by: the phone, or where there is none the e-mail address in small letters. */
export function contactOf(guest: {
  readonly guest_phone: string | null;
  readonly guest_email: string | null;
}): string | null {
  return guest.guest_phone ?? guest.guest_email?.toLowerCase() ?? null;
}
