/** Bookings and holds as the wire shows them (rules/bookings 5.2, 8.4). Pure. */
import { isDeepStrictEqual } from "node:util";
import { toIso, toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import { bookingPaymentToWire, termsToWire } from "./booking-payment.ts";
import { pendingReasonOf, type Booking, type ChangeCause } from "./booking.ts";
import { phoneLastFour } from "../../kernel/phone.ts";
import type { Hold } from "./hold.ts";

export interface BookingView {
  readonly livemode: boolean;
  /** Whether phone and e-mail are shown. */
  readonly showContact: boolean;
  /** The restaurant's own notes, which guests and partners never read (rules/bookings 16.5). */
  readonly showVenueNotes?: true;
}

const isoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** A booking as its resource. */
export function bookingToWire(booking: Booking, view: BookingView) {
  const { area_id, area_name, experience_id, experience_name, cancellation } = booking;
  return {
    object: "booking" as const,
    id: booking.id,
    livemode: view.livemode,
    created: toUnixSeconds(booking.created_at),
    updated_at: toIso(booking.updated_at),
    version: booking.version,
    location_id: booking.location_id,
    status: booking.status,
    pending_reason: pendingReasonOf(booking),
    decline_reason: booking.decline_reason,
    source: booking.source,
    confirmation_code: booking.confirmation_code,
    starts_at: toIso(booking.starts_at),
    ends_at: toIso(booking.ends_at),
    time_zone: booking.time_zone,
    local_start: localTimeOf(booking.time_zone, booking.starts_at),
    local_end: localTimeOf(booking.time_zone, booking.ends_at),
    party_size: booking.party_size,
    table: area_id === null || area_name === null ? null : { area_id, area_name, unit_ids: [...booking.unit_ids] },
    experience:
      experience_id === null || experience_name === null ? null : { id: experience_id, name: experience_name },
    guest: guestToWire(booking, view),
    language: booking.language,
    notes: booking.notes,
    venue_notes: view.showVenueNotes === true ? booking.venue_notes : null,
    changeable_until: toIso(booking.changeable_until),
    cancellable_until: toIso(booking.cancellable_until),
    late_until: isoOrNull(booking.late_until),
    seated_at: isoOrNull(booking.seated_at),
    completed_at: isoOrNull(booking.completed_at),
    cancellation:
      cancellation === null
        ? null
        : { actor: cancellation.actor, reason: cancellation.reason, cancelled_at: toIso(cancellation.cancelled_at) },
    waitlist_entry_id: booking.waitlist_entry_id,
    payment: booking.payment === null ? null : bookingPaymentToWire(booking.payment, booking),
    updated_by: booking.updated_by,
  };
}

/** What `booking.changed` says beside the booking: which fields differ, what they were, who changed them (rules/webhooks 4.7). */
export function changeToWire(before: Booking, after: Booking, cause: ChangeCause, view: BookingView) {
  const [was, is] = [before, after].map((booking): Readonly<Record<string, unknown>> => bookingToWire(booking, view));
  const isUndone = before.status !== after.status;
  const changed = Object.keys(is ?? {}).filter(
    (name) =>
      !ofEveryChange.has(name) && !(isUndone && ofEveryStatus.has(name)) && !isDeepStrictEqual(was?.[name], is?.[name]),
  );
  return { changed, previous: Object.fromEntries(changed.map((name) => [name, was?.[name]])), cause };
}

/** They follow from the change itself, or from another field. */
const ofEveryChange = new Set(["version", "updated_at", "updated_by", "local_start", "local_end"]);
/** They follow from the status, which a change of details alters by an undo alone. */
const ofEveryStatus = new Set(["seated_at", "completed_at", "cancellation", "pending_reason", "decline_reason"]);

function guestToWire(booking: Booking, { showContact }: BookingView) {
  return {
    first_name: booking.guest_first_name,
    last_name: booking.guest_last_name,
    phone: showContact ? booking.guest_phone : null,
    phone_last_four: phoneLastFour(booking.guest_phone),
    email: showContact ? booking.guest_email : null,
  };
}

/** A hold as its resource; the caller has looked at its time (`asOf`). */
export function holdToWire(hold: Hold, livemode: boolean) {
  return {
    object: "booking_hold" as const,
    id: hold.id,
    livemode,
    created: toUnixSeconds(hold.created_at),
    location_id: hold.location_id,
    status: hold.status,
    party_size: hold.party_size,
    starts_at: toIso(hold.starts_at),
    ends_at: toIso(hold.ends_at),
    local_start: localTimeOf(hold.time_zone, hold.starts_at),
    local_end: localTimeOf(hold.time_zone, hold.ends_at),
    expires_at: toIso(hold.expires_at),
    area: { area_id: hold.area_id, name: hold.area_name },
    experience: hold.experience === null ? null : { photo_url: null, ...hold.experience },
    payment: termsToWire(hold.payment, { startsAt: hold.starts_at, partySize: hold.party_size }),
    booking_id: hold.booking_id,
  };
}
