/** The settings of a stand's location: its services, its tables and how long parties stay. Pure. */
import type { Area } from "../../bookings/venue/configuration.ts";
import { minutesOf, servicesOn } from "../../bookings/venue/service-days.ts";
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import type { Venue } from "../../bookings/venue/venue.ts";
import { toIso } from "../../kernel/clock.ts";
import { instantOf, wallTime } from "../../kernel/wall-time.ts";
import type { StandDay } from "../bookings/stand-day.ts";
import type { StandSettings } from "./stand-wire.schemas.ts";

/** Writes the settings; `writesToGuests` says whether texts go out from here. */
export function settingsToStand(state: VenueState, day: StandDay | null, writesToGuests: boolean): StandSettings {
  const { location } = state;
  const venue = location.booking_mode === "native" ? state.venue : null;
  return {
    object: "stand_settings",
    location_id: location.id,
    name: location.name,
    timezone: location.timezone ?? "UTC",
    country: location.country,
    kept_by: location.booking_mode,
    read_only_reason: whyReadOnly(state),
    bookings_enabled: location.bookings_enabled,
    guest_messaging: writesToGuests,
    service_day: day === null ? null : dayToStand(day),
    ...(venue === null ? unconfigured : termsOf(venue, day)),
  };
}

function dayToStand({ date, from, until, closes, next }: StandDay): NonNullable<StandSettings["service_day"]> {
  return {
    date,
    starts_at: toIso(from),
    ends_at: toIso(closes),
    shown_until: toIso(until),
    next_day_at: toIso(next),
  };
}

function whyReadOnly({ location, venue }: VenueState): StandSettings["read_only_reason"] {
  if (location.booking_mode === "provider") return "kept_by_provider";
  if (location.timezone === null) return "no_time_zone";
  return venue === null ? "no_configuration" : null;
}

const unconfigured = {
  services: [],
  areas: [],
  party_size: null,
  largest_party: 0,
  slot_interval_minutes: null,
  buffer_minutes: 0,
  turn_times: [],
  contact_required: "none",
  waitlist: null,
} as const satisfies Partial<StandSettings>;

function termsOf(venue: Venue, day: StandDay | null) {
  const { configuration } = venue;
  const { waitlist } = configuration;
  return {
    services: day === null ? [] : servicesToStand(venue, day.date),
    areas: configuration.areas.map(areaToStand),
    party_size: { min: configuration.partySize.min, max: configuration.partySize.max },
    largest_party: Math.max(0, ...venue.areas.flatMap(({ options }) => options.map(({ maxSeats }) => maxSeats))),
    slot_interval_minutes: configuration.slotIntervalMinutes,
    buffer_minutes: configuration.bufferMinutes,
    turn_times: configuration.durations.map(({ minPartySize, maxPartySize, minutes }) => ({
      min_party_size: minPartySize,
      max_party_size: maxPartySize,
      minutes,
    })),
    contact_required: configuration.contactRequired,
    waitlist: waitlist.enabled
      ? { max_party_size: waitlist.maxPartySize, notify_expiry_minutes: waitlist.notifyExpiryMinutes }
      : null,
  };
}

function servicesToStand(venue: Venue, date: string): StandSettings["services"] {
  const at = (minutes: number, whenTwice: "earlier" | "later"): string =>
    toIso(instantOf(venue.timeZone, wallTime(date, minutes), whenTwice));
  return servicesOn(venue, date)
    .map((service) => ({ service, ...minutesOf(service) }))
    .toSorted((a, b) => a.opens - b.opens)
    .map(({ service, opens, closes, lastSeating }) => ({
      service_id: service.serviceId,
      name: service.name,
      opens_at: at(opens, "earlier"),
      last_seating_at: lastSeating === null ? null : at(lastSeating, "later"),
      closes_at: at(closes, "later"),
    }));
}

function areaToStand({ areaId, name, units, combinations }: Area): StandSettings["areas"][number] {
  return {
    area_id: areaId,
    name,
    units: units.map((unit) => ({
      unit_id: unit.unitId,
      name: unit.name,
      seats: { min: unit.minSeats, max: unit.maxSeats },
      listed: unit.listed,
      out_of_service: unit.outOfService,
    })),
    combinations: combinations.map(({ unitIds, minSeats, maxSeats }) => ({
      unit_ids: [...unitIds],
      seats: { min: minSeats, max: maxSeats },
    })),
  };
}
