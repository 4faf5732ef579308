/** A new booking of our own book with all its fields. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import { guestWindowEnd, type Booking, type BookingSource } from "../book/booking.ts";
import type { Guest } from "../book/guest-contact.ts";
import type { PaymentTerms } from "../venue/payment-terms.ts";
import type { Seating } from "../tables/seating.ts";
import type { Venue } from "../venue/venue.ts";

/** A party at its tables. */
export interface SeatedStay extends Seating {
  readonly id: Id<"bkg">;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly partySize: number;
  readonly experience: { readonly id: string; readonly name: string } | null;
  /** What is to be paid ahead; null: nothing, as of whoever telephones or stands at the door. */
  readonly terms: PaymentTerms | null;
}

/** Everything but the confirmation code, which is given when the booking is stored. */
export type BookingDraft = Omit<Booking, "confirmation_code">;

/** What a booking begins with: its state, and who makes it. */
export type Beginning = Pick<BookingDraft, "status" | "app_id" | "notes" | "updated_by" | "acted_by"> & {
  readonly source: BookingSource;
} & Partial<
    Pick<BookingDraft, "venue_notes" | "seated_at" | "waitlist_entry_id" | "undo_point" | "payment" | "payment_due_at">
  >;

/** The draft of a booking that is made now. */
export function newBooking(
  venue: Venue,
  now: Instant,
  guest: Guest,
  stay: SeatedStay,
  beginning: Beginning,
): BookingDraft {
  return {
    id: stay.id,
    location_id: venue.locationId,
    kept_by: "native",
    created_at: now,
    updated_at: now,
    version: 1,
    repairs_since: 0,
    event_sequence: 1,
    ...fieldsOfStay(venue, stay),
    ...fieldsOfGuest(guest),
    venue_notes: null,
    seated_at: null,
    completed_at: null,
    cancellation: null,
    waitlist_entry_id: null,
    late_until: null,
    undo_point: null,
    payment: null,
    payment_due_at: null,
    decline_reason: null,
    ...beginning,
  };
}

type StayFields =
  | "starts_at"
  | "ends_at"
  | "local_start"
  | "time_zone"
  | "party_size"
  | "area_id"
  | "area_name"
  | "unit_ids"
  | "experience_id"
  | "experience_name"
  | "changeable_until"
  | "cancellable_until";

function fieldsOfStay(venue: Venue, stay: SeatedStay): Pick<BookingDraft, StayFields> {
  const windowEnd = guestWindowEnd(stay.startsAt, venue.configuration.cancellation.guestWindowMinutes);
  return {
    starts_at: stay.startsAt,
    ends_at: stay.endsAt,
    local_start: localTimeOf(venue.timeZone, stay.startsAt),
    time_zone: venue.timeZone,
    party_size: stay.partySize,
    area_id: stay.areaId,
    area_name: stay.areaName,
    unit_ids: stay.unitIds,
    experience_id: stay.experience?.id ?? null,
    experience_name: stay.experience?.name ?? null,
    changeable_until: windowEnd,
    cancellable_until: windowEnd,
  };
}

type GuestFields = "guest_first_name" | "guest_last_name" | "guest_phone" | "guest_email" | "language";

function fieldsOfGuest(guest: Guest): Pick<BookingDraft, GuestFields> {
  return {
    guest_first_name: guest.first_name,
    guest_last_name: guest.last_name,
    guest_phone: guest.phone,
    guest_email: guest.email,
    language: guest.language,
  };
}
