/** A restaurant for guests who book there, for native and provider books. Pure. */
import type { BookTerms } from "../../bookings/make/book.ts";
import type { Offer } from "../../bookings/search/offer.ts";
import { providerRevision } from "../../bookings/search/slot-token.ts";
import type { Area } from "../../bookings/venue/configuration.ts";
import type { KeptBy } from "../../bookings/venue/kept-by.ts";
import type { Venue } from "../../bookings/venue/venue.ts";
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import { daysOfCalendar, daysOfServices, type GuestDays } from "./guest-days.ts";

export interface GuestVenue extends BookTerms, Omit<Offer, "slots"> {
  readonly keptBy: KeptBy;
  /** Where a guest may ask to sit; empty where the restaurant chooses. */
  readonly areas: readonly { readonly areaId: string; readonly name: string; readonly shown: Area | null }[];
  /** What the restaurant says about cancelling, in its own words. */
  readonly policy: string | null;
  /** Whether parties can join a line of ours at the door. */
  readonly joinsLine: boolean;
  readonly days: GuestDays;
}

/** The restaurant of a location by the terms of its book. */
export function guestVenueOf({ location, venue, now }: VenueState, terms: BookTerms): GuestVenue {
  const keptBy = location.booking_mode;
  const shared = { ...terms, keptBy, locationId: location.id, now };
  if (keptBy === "provider" || venue === null) {
    const days = daysOfCalendar(terms, now);
    return { ...shared, revision: providerRevision, areas: [], policy: null, joinsLine: false, days };
  }
  const { configuration, revision, areas } = venue;
  const policy = configuration.cancellation.policyText;
  const joinsLine = configuration.waitlist.enabled;
  const shown = new Map(configuration.areas.map((area) => [area.areaId, area]));
  const own = areas.map(({ areaId, name }) => ({ areaId, name, shown: shown.get(areaId) ?? null }));
  return { ...shared, revision, areas: own, policy, joinsLine, days: daysOfServices(venue, now) };
}

/** The venue whose services a start is of; null for what a provider keeps, whatever the location is set up as now. */
export function servicesOf({ venue }: Pick<VenueState, "venue">, kept: { readonly kept_by: KeptBy }): Venue | null {
  return kept.kept_by === "provider" ? null : venue;
}
