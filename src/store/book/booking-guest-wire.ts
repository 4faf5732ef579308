/** What a guest is shown of a restaurant, a hold and their own booking. Pure. */
import type { Static } from "typebox";
import { whyClosed, type Booking } from "../../bookings/book/booking.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import { toIso, toUnixSeconds } from "../../kernel/clock.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { Address, LocationSettings } from "../../locations/location.ts";
import { bookableDates } from "./booking-days.ts";
import type { guestBookingShape, guestHoldShape, guestProfileShape } from "./booking-guest.schemas.ts";
import type { BookingPlace } from "./booking-place.query.ts";

type PlaceRead = Pick<BookingPlace, "livemode" | "location" | "state">;

/** An address in one line; null when nothing of it is known. */
export function addressLine(address: Address): string | null {
  const city = [address.postal_code, address.city].filter(Boolean).join(" ");
  const parts = [address.line1, address.line2, city].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? null : parts.join(", ");
}

function restaurantToWire({ id, name, phone, address }: LocationSettings) {
  return { id, name, phone, address: addressLine(address) };
}

/** Why no table can be booked at a location; null when one can. */
export function whyNotBookable({
  location,
  state,
}: Pick<PlaceRead, "location" | "state">): Static<typeof guestProfileShape>["reason"] {
  if (location.booking_mode === "provider") return "capability_unsupported";
  if (state.venue === null) return "configuration_missing";
  return location.bookings_enabled ? null : "bookings_not_enabled";
}

/** What a guest needs before they look for a table. */
export function profileToGuest(place: PlaceRead): Static<typeof guestProfileShape> {
  const { livemode, location, state } = place;
  const reason = whyNotBookable(place);
  const venue = reason === null ? state.venue : null;
  const configuration = venue?.configuration;
  const dates = venue === null ? undefined : bookableDates(venue, state.now);
  return {
    object: "guest_booking_profile",
    livemode,
    location: restaurantToWire(location),
    bookable: reason === null,
    reason,
    time_zone: location.timezone,
    party_size: configuration === undefined ? null : { ...configuration.partySize },
    large_party_threshold: configuration?.largePartyThreshold ?? null,
    first_date: dates?.first ?? null,
    last_date: dates?.last ?? null,
    hold_seconds: configuration?.holdSeconds ?? null,
    contact_required: configuration?.contactRequired ?? null,
    cancellation:
      configuration === undefined
        ? null
        : {
            guest_window_minutes: configuration.cancellation.guestWindowMinutes,
            policy_text: configuration.cancellation.policyText,
          },
    areas: (venue?.areas ?? []).map((area) => ({ area_id: area.areaId, name: area.name })),
    experiences: (configuration?.experiences ?? []).map((each) => ({
      id: each.experienceId,
      name: each.name,
      description: each.description,
      prepayment_required: each.prepaymentRequired,
    })),
  };
}

/** A hold with its key. */
export function holdToGuest(hold: Hold, livemode: boolean, token: string): Static<typeof guestHoldShape> {
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
    area: { area_id: hold.area_id, name: hold.area_name },
    experience: hold.experience,
    token,
  };
}

/** What the guest may still do with a booking, as of the location's time. */
export function guestMay(booking: Booking, now: number): { readonly change: boolean; readonly cancel: boolean } {
  const open = whyClosed(booking.status) === undefined;
  return { change: open && now <= booking.changeable_until, cancel: open && now <= booking.cancellable_until };
}

/** A booking as its guest sees it. */
export function bookingToGuest(
  booking: Booking,
  { livemode, location, state }: PlaceRead,
  { token, baseUrl }: { readonly token: string; readonly baseUrl: string },
): Static<typeof guestBookingShape> {
  const { area_id, area_name, experience_id, experience_name } = booking;
  const may = guestMay(booking, state.now);
  return {
    object: "guest_booking",
    livemode,
    location: restaurantToWire(location),
    status: booking.status,
    confirmation_code: booking.confirmation_code,
    version: booking.version,
    starts_at: toIso(booking.starts_at),
    ends_at: toIso(booking.ends_at),
    local_start: localTimeOf(booking.time_zone, booking.starts_at),
    time_zone: booking.time_zone,
    party_size: booking.party_size,
    area: area_id === null || area_name === null ? null : { area_id, name: area_name },
    experience:
      experience_id === null || experience_name === null ? null : { id: experience_id, name: experience_name },
    guest: {
      first_name: booking.guest_first_name,
      last_name: booking.guest_last_name,
      phone: booking.guest_phone,
      email: booking.guest_email,
    },
    notes: booking.notes,
    can_change: may.change,
    changeable_until: toIso(booking.changeable_until),
    can_cancel: may.cancel,
    cancellable_until: toIso(booking.cancellable_until),
    policy_text: state.venue?.configuration.cancellation.policyText ?? null,
    cancelled_at: booking.cancellation === null ? null : toIso(booking.cancellation.cancelled_at),
    page_url: `${baseUrl}/booking/${token}`,
    token,
  };
}
