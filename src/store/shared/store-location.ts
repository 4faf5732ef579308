/** A location for its diners (rules/ordering 14.1). Pure. */
import { toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import { isOpenAt, nextOpening } from "../../kernel/wall-time.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { Reader } from "../../pages/reader.ts";
import { reasonWords, type KnownTimes } from "./reason-words.ts";
import { checkLocation, checkTime, type GateReason } from "../../orders/order/order-gate.ts";

export interface LocationFacts {
  readonly location: LocationSettings;
  readonly livemode: boolean;
  readonly delivers: boolean;
  /** Null before a menu is published. */
  readonly currency: string | null;
  /** Why no capacity is left for an order now, when none is. */
  readonly capacity: GateReason | undefined;
  readonly nextPossibleTime: Instant | null;
}

export type StoreLocation = ReturnType<typeof toStoreLocation>;

/** What a diner needs to know before looking at the menu. */
export function toStoreLocation(
  { location, livemode, delivers, currency, capacity, nextPossibleTime }: LocationFacts,
  reader: Reader,
) {
  const found = [
    ...checkLocation(location),
    ...checkTime(location, { scheduledFor: null }),
    ...(capacity === undefined ? [] : [capacity]),
  ];
  const times = knownTimes(location);
  const reasons = found.map((reason) => ({ ...reason, message: reasonWords(reason, reader, times) }));
  const readyIn = location.preparation_minutes + location.busy_delay_minutes;
  const { line1, line2, city, region, postal_code, country } = location.address;
  return {
    object: "store_location" as const,
    id: location.id,
    livemode,
    name: location.name,
    phone: location.phone,
    address: { line1, line2, city, region, postal_code, country },
    timezone: location.timezone,
    status: location.status,
    open_now: reasons.length === 0 && currency !== null,
    reasons,
    next_opening: times.next_opening,
    next_possible_time: checkLocation(location).length > 0 || currency === null ? null : seconds(nextPossibleTime),
    ready_in_minutes: readyIn === 0 ? null : readyIn,
    paused_until: times.paused_until,
    opening_hours: location.opening_hours,
    fulfillment_types: delivers ? (["pickup", "delivery"] as const) : (["pickup"] as const),
    payment_options: location.payment_options,
    tip_percentages: location.tip_percentages,
    currency,
    bookings_enabled: location.bookings_enabled,
  };
}

/** What a location says of its times now, for the words of a reason against ordering now. */
export function knownTimes(location: LocationSettings): KnownTimes {
  return {
    now: toUnixSeconds(location.now),
    timezone: location.timezone,
    paused_until: pausedUntil(location),
    next_opening: seconds(opensNext(location)),
  };
}

function pausedUntil({ ordering_paused_until: until, now }: LocationSettings): number | null {
  return until !== null && until > now ? toUnixSeconds(until) : null;
}

function opensNext({ opening_hours: hours, timezone, now }: LocationSettings): Instant | null {
  if (hours === null || timezone === null || isOpenAt(hours, timezone, now)) return null;
  return nextOpening(hours, timezone, now);
}

function seconds(instant: Instant | null): number | null {
  return instant === null ? null : toUnixSeconds(instant);
}
