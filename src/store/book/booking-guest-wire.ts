/** A restaurant, a hold and a booking on the wire for its guest. Pure. */
import type { Static } from "typebox";
import { bookingPaymentToWire, termsToWire } from "../../bookings/book/booking-payment.ts";
import { pendingReasonOf, whyClosed, type Booking } from "../../bookings/book/booking.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import type { TermsRefusal } from "../../bookings/make/book.ts";
import { isPrepaidSomewhere } from "../../bookings/venue/payment-terms.ts";
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import { toIso, toUnixSeconds } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { Address, LocationSettings } from "../../locations/location/location.ts";
import type { guestBookingShape, guestHoldShape, guestProfileShape } from "./booking-guest.schemas.ts";
import type { BookingLocation } from "./booking-location.query.ts";
import { servicesOf, type GuestVenue } from "./guest-venue.ts";
import type { VenueWords } from "../shared/venue-words.ts";

type LocationRead = Pick<BookingLocation, "livemode" | "location" | "state">;

/** An address in one line; null when nothing of it is known. */
export function addressLine(address: Address): string | null {
  const city = [address.postal_code, address.city].filter(Boolean).join(" ");
  const parts = [address.line1, address.line2, city].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? null : parts.join(", ");
}

function restaurantToWire({ id, name, phone, address }: LocationSettings) {
  return { id, name, phone, address: addressLine(address) };
}

/** What a guest needs before they look for a table, in the words of its reader; `venue` is a refusal where none can be booked. */
export function profileToGuest(
  { livemode, location, state }: LocationRead,
  venue: GuestVenue | TermsRefusal,
  words: VenueWords,
): Static<typeof guestProfileShape> {
  const shared = {
    object: "guest_booking_profile",
    livemode,
    location: restaurantToWire(location),
    time_zone: location.timezone,
  } as const;
  if (isRefusal(venue)) return { ...shared, bookable: false, reason: venue.code, ...nothingBookable };
  const own = venue.keptBy === "native" ? state.venue : null;
  const { first, last } = venue.days.bookableDates;
  return {
    ...shared,
    bookable: true,
    reason: null,
    party_size: { ...venue.partySize },
    large_party_threshold: venue.largePartyThreshold,
    first_date: first,
    last_date: last,
    holds: venue.holds,
    hold_seconds: own?.configuration.holdSeconds ?? null,
    contact_required: venue.contactRequired,
    cancellation:
      own === null
        ? null
        : {
            guest_window_minutes: own.configuration.cancellation.guestWindowMinutes,
            policy_text: words.policy?.text ?? null,
          },
    areas: venue.areas.map(({ areaId, name }) => ({ area_id: areaId, name: words.area(areaId, name)?.text ?? name })),
    experiences: (own?.configuration.experiences ?? []).map((each) => ({
      id: each.experienceId,
      name: words.name(each).text,
      description: words.description(each)?.text ?? null,
      photo_url: each.photoUrl ?? null,
      prepayment_required:
        each.prepaymentRequired || (own !== null && isPrepaidSomewhere(own.configuration, each.experienceId)),
    })),
  };
}

const nothingBookable = {
  party_size: null,
  large_party_threshold: null,
  first_date: null,
  last_date: null,
  holds: null,
  hold_seconds: null,
  contact_required: null,
  cancellation: null,
  areas: [],
  experiences: [],
};

/** A hold with its key. */
export function holdToGuest(
  hold: Hold,
  { livemode, words, token }: { readonly livemode: boolean; readonly words: VenueWords; readonly token: string },
): Static<typeof guestHoldShape> {
  const { experience } = hold;
  return {
    object: "guest_booking_hold",
    livemode,
    created: toUnixSeconds(hold.created_at),
    location_id: hold.location_id,
    status: hold.status,
    party_size: hold.party_size,
    starts_at: toIso(hold.starts_at),
    ends_at: toIso(hold.ends_at),
    expires_at: toIso(hold.expires_at),
    area: { area_id: hold.area_id, name: words.area(hold.area_id, hold.area_name)?.text ?? hold.area_name },
    experience:
      experience === null
        ? null
        : {
            photo_url: null,
            ...experience,
            name: words.experience(experience.id, experience.name)?.text ?? experience.name,
          },
    payment: termsToWire(hold.payment, { startsAt: hold.starts_at, partySize: hold.party_size }),
    token,
  };
}

/** What the guest may still do with a booking, as of the location's time. */
export function guestMay(
  booking: Booking,
  { now, location }: Pick<VenueState, "now" | "location">,
): { readonly change: boolean; readonly cancel: boolean } {
  const isChangeable = whyClosed(booking.status) === undefined;
  // Another book is kept at the location by now: there is no slot of this one, and nobody to ask of a provider's.
  const isSameBook = booking.kept_by === location.booking_mode;
  return {
    change: isChangeable && isSameBook && booking.payment_due_at === null && now <= booking.changeable_until,
    cancel: isChangeable && (isSameBook || booking.kept_by === "native") && now <= booking.cancellable_until,
  };
}

/** A booking as its guest sees it, in the words of its reader. */
export function bookingToGuest(
  booking: Booking,
  { livemode, location, state }: LocationRead,
  { token, baseUrl, words }: { readonly token: string; readonly baseUrl: string; readonly words: VenueWords },
): Static<typeof guestBookingShape> {
  const { area_id: areaId, experience_id: experienceId } = booking;
  const area = words.area(areaId, booking.area_name);
  const experience = words.experience(experienceId, booking.experience_name);
  const may = guestMay(booking, state);
  return {
    object: "guest_booking",
    livemode,
    location: restaurantToWire(location),
    status: booking.status,
    pending_reason: pendingReasonOf(booking),
    decline_reason: booking.decline_reason,
    confirmation_code: booking.confirmation_code,
    version: booking.version,
    starts_at: toIso(booking.starts_at),
    ends_at: toIso(booking.ends_at),
    local_start: localTimeOf(booking.time_zone, booking.starts_at),
    time_zone: booking.time_zone,
    party_size: booking.party_size,
    area: areaId === null || area === null ? null : { area_id: areaId, name: area.text },
    experience: experienceId === null || experience === null ? null : { id: experienceId, name: experience.text },
    guest: {
      first_name: booking.guest_first_name,
      last_name: booking.guest_last_name,
      phone: booking.guest_phone,
      email: booking.guest_email,
    },
    notes: booking.notes,
    payment: booking.payment === null ? null : bookingPaymentToWire(booking.payment, booking),
    can_change: may.change,
    changeable_until: toIso(booking.changeable_until),
    can_cancel: may.cancel,
    cancellable_until: toIso(booking.cancellable_until),
    policy_text: servicesOf(state, booking) === undefined ? null : (words.policy?.text ?? null),
    cancelled_at: booking.cancellation === null ? null : toIso(booking.cancellation.cancelled_at),
    page_url: `${baseUrl}/booking/${token}`,
    token,
  };
}
