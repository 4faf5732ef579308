/** A location: a restaurant that orders, bookings and waits belong to (rules/ordering 1, rules/http 10.4). */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { Availability } from "../../kernel/wall-time.ts";
import { emptyProfile, type Profile } from "./profile.ts";

/** Only an active location takes new orders. */
export const locationStatuses = ["active", "inactive", "paused"] as const;
/** With `manual`, a location without a connection takes orders too. */
export const orderRoutings = ["app", "manual"] as const;
/** What happens to an order that nobody has decided in time. */
export const decisionTimeouts = ["reject", "accept"] as const;
/** What happens to an order whose validation got no answer. */
export const validationTimeouts = ["reject", "continue"] as const;
export const paymentOptions = ["link", "pay_in_store"] as const;
/** By what diners are told of their orders, beside the page of the order. */
export const orderMessages = ["off", "email", "email_and_sms"] as const;
export const bookingModes = ["native", "provider"] as const;

/** Who may change a location. */
export const locationUpdaters = ["partner", "store", "service"] as const;
export type LocationUpdater = (typeof locationUpdaters)[number];

export type LocationStatus = (typeof locationStatuses)[number];
export type PaymentOption = (typeof paymentOptions)[number];

export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

export interface Coordinate {
  readonly latitude: number;
  readonly longitude: number;
}

export const capacityIntervals = [5, 10, 15, 20, 30, 60] as const;

/** At most so many orders that are due within one interval of the day. */
export interface OrderCapacity {
  readonly interval_minutes: (typeof capacityIntervals)[number];
  readonly max_orders: number;
}

/** What the operator sets. */
export interface LocationFields {
  readonly name: string | null;
  readonly status: LocationStatus;
  /** An IANA name; null only without opening hours. */
  readonly timezone: string | null;
  readonly phone: string | null;
  readonly address: Address;
  /** Not shown to partners. */
  readonly coordinate: Coordinate | null;
  /** Null: always open. */
  readonly opening_hours: Availability | null;
  readonly order_routing: (typeof orderRoutings)[number];
  readonly decision_timeout: (typeof decisionTimeouts)[number];
  readonly validation_timeout: (typeof validationTimeouts)[number];
  /** How long before its time a scheduled order is handed over; null: at once. */
  readonly lead_minutes: number | null;
  /** No order is prepared before this time of the location's clock; null: ordering is not paused. */
  readonly ordering_paused_until: Instant | null;
  /** Why ordering is paused, in the words of who paused it; null without a pause. */
  readonly pause_reason: string | null;
  /** From placing to ready on a quiet day. */
  readonly preparation_minutes: number;
  /** Added to it while the kitchen is busy. */
  readonly busy_delay_minutes: number;
  /** When the delay ends by itself, in the clock of the location; null: it stays. A delay that has ended reads as 0. */
  readonly busy_until: Instant | null;
  /** Null: as many as come. */
  readonly order_capacity: OrderCapacity | null;
  readonly payment_options: readonly PaymentOption[];
  /** What diners are offered as a tip, in percent of the subtotal; empty: an amount of their own alone. */
  readonly tip_percentages: readonly number[];
  /** How long an order can be paid once its link can be; then it ends unpaid. */
  readonly payment_window_minutes: number;
  /** E.164; texted when nobody looks at an order of staff. */
  readonly alert_phone: string | null;
  /** So many orders of staff in a row that nobody decided pause ordering until tomorrow; 0: never. */
  readonly auto_pause_after: number;
  readonly booking_mode: (typeof bookingModes)[number];
  readonly bookings_enabled: boolean;
  readonly messaging: boolean;
  readonly order_messages: (typeof orderMessages)[number];
  /** ISO 639-1, of what guests read; null: the language of the country. */
  readonly language: GuestLanguage | null;
  /** Days after the end of a stay at which its guest is erased; null: kept until somebody asks. */
  readonly guest_retention_days: number | null;
  /** What guests are shown beside it. */
  readonly profile: Profile;
}

export interface Location extends LocationFields {
  readonly id: Id<"str">;
  /** Counts the changes of the fields, from 1. */
  readonly version: number;
  /** Whose change was the last: of an app, of somebody at the restaurant, or of the service and its operator. */
  readonly updated_by: LocationUpdater;
  /** How far the sandbox has moved this location's clock ahead. */
  readonly clock_offset_seconds: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** A location with what ordering asks at every step, read at one moment. */
export interface LocationSettings extends Location {
  /** The location's own time: the database's clock and the sandbox offset. */
  readonly now: Instant;
  /** The app that receives its orders. */
  readonly connected_app_id: Id<"app"> | null;
}

/** An app's right to a location, made by the operator. */
export interface Grant {
  readonly app_id: Id<"app">;
  readonly location_id: Id<"str">;
  readonly created_at: Instant;
}

/** An app being the receiver of a location's orders; a location has at most one. */
export interface Connection {
  readonly location_id: Id<"str">;
  readonly app_id: Id<"app">;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const emptyAddress: Address = {
  line1: null,
  line2: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
};

/** A new location before anything is set. */
export const initialFields: LocationFields = {
  name: null,
  status: "active",
  timezone: null,
  phone: null,
  address: emptyAddress,
  coordinate: null,
  opening_hours: null,
  order_routing: "app",
  decision_timeout: "reject",
  validation_timeout: "reject",
  lead_minutes: null,
  ordering_paused_until: null,
  pause_reason: null,
  preparation_minutes: 0,
  busy_delay_minutes: 0,
  busy_until: null,
  order_capacity: null,
  payment_options: ["link"],
  tip_percentages: [5, 10, 15],
  payment_window_minutes: 15,
  alert_phone: null,
  auto_pause_after: 3,
  booking_mode: "native",
  bookings_enabled: false,
  messaging: false,
  order_messages: "email",
  guest_retention_days: null,
  language: null,
  profile: emptyProfile,
};

/** The operator's fields of a location, and nothing else of it. */
export function fieldsOf(location: LocationFields): LocationFields {
  return {
    name: location.name,
    status: location.status,
    timezone: location.timezone,
    phone: location.phone,
    address: location.address,
    coordinate: location.coordinate,
    opening_hours: location.opening_hours,
    order_routing: location.order_routing,
    decision_timeout: location.decision_timeout,
    validation_timeout: location.validation_timeout,
    lead_minutes: location.lead_minutes,
    ordering_paused_until: location.ordering_paused_until,
    pause_reason: location.pause_reason,
    preparation_minutes: location.preparation_minutes,
    busy_delay_minutes: location.busy_delay_minutes,
    busy_until: location.busy_until,
    order_capacity: location.order_capacity,
    payment_options: location.payment_options,
    tip_percentages: location.tip_percentages,
    payment_window_minutes: location.payment_window_minutes,
    alert_phone: location.alert_phone,
    auto_pause_after: location.auto_pause_after,
    booking_mode: location.booking_mode,
    bookings_enabled: location.bookings_enabled,
    messaging: location.messaging,
    order_messages: location.order_messages,
    guest_retention_days: location.guest_retention_days,
    language: location.language,
    profile: location.profile,
  };
}

/** The farthest that a location's clock may be ahead: 400 days (rules/ordering 15.3). */
export const clockLimitSeconds = 400 * 24 * 3600;
