/**
 * The rules of a start that need no tables: party size, booking window, services, blackouts, pacing. Search and
 * `check-start.ts` both use these functions, so an offered start can be held. Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { instantOf, localDate, wallTime } from "../../kernel/wall-time.ts";
import { isBlocked } from "../venue/blackouts.ts";
import type { Claim } from "../tables/claim.ts";
import type { Experience } from "../venue/configuration.ts";
import { addDays, type ServiceStart } from "../venue/service-days.ts";
import type { Venue } from "../venue/venue.ts";

const minuteMs = 60_000;

/** Whether the venue takes parties of that size online; with an experience, whether that does. */
export function checkParty(
  venue: Venue,
  partySize: number,
  experience: Experience | null,
): Done | Refusal<"party_size_out_of_bounds" | "large_party_inquiry_required"> {
  const { partySize: bounds, largePartyThreshold: threshold } = venue.configuration;
  if (partySize < bounds.min || partySize > bounds.max) return outOfBounds("this location", bounds.min, bounds.max);
  if (threshold !== null && partySize > threshold) {
    return refuse(
      "large_party_inquiry_required",
      `parties of more than ${threshold} are agreed with the venue directly`,
      { threshold },
    );
  }
  if (experience === null || suits(experience, partySize)) return done;
  const [min, max] = [experience.minPartySize ?? bounds.min, experience.maxPartySize ?? bounds.max];
  return outOfBounds(`the experience ${experience.experienceId}`, min, max);
}

function outOfBounds(what: string, min: number, max: number): Refusal<"party_size_out_of_bounds"> {
  return refuse("party_size_out_of_bounds", `${what} takes parties of ${min} to ${max}`, { min, max });
}

/** Whether a party is within an experience's own bounds. */
export function suits({ minPartySize, maxPartySize }: Experience, partySize: number): boolean {
  return partySize >= (minPartySize ?? 1) && partySize <= (maxPartySize ?? Infinity);
}

/** The starts that can be booked now: from the minimum lead on (elapsed time), until the last local day ends. */
export interface BookingWindow {
  readonly from: Instant;
  /** Exclusive. */
  readonly until: Instant;
}

/** From and until when a start may be booked at `now`, by the lead time of the venue. */
export function bookingWindow(venue: Venue, now: Instant): BookingWindow {
  const { minMinutes, maxDays } = venue.configuration.leadTime;
  const dayAfter = addDays(localDate(venue.timeZone, now), maxDays + 1);
  return { from: now + minMinutes * minuteMs, until: instantOf(venue.timeZone, wallTime(dayAfter), "earlier") };
}

/** Refuses starts of which none lies in the booking window; `last` is the latest of them. */
export function checkLead(
  venue: Venue,
  window: BookingWindow,
  first: Instant,
  last: Instant,
): Done | Refusal<"outside_booking_window"> {
  const { minMinutes, maxDays } = venue.configuration.leadTime;
  if (last < window.from) {
    return refuse("outside_booking_window", `the time is in the past or less than ${minMinutes} minutes ahead`, {
      reason: "inside_min_lead",
    });
  }
  if (first >= window.until) {
    return refuse("outside_booking_window", `the time is more than ${maxDays} days ahead`, {
      reason: "beyond_max_days",
    });
  }
  return done;
}

/** Whether a start of a service is one for a stay of that length, standard or of an experience. */
export function offersStay(
  { startsAt, service, stayEndsBy }: ServiceStart,
  minutes: number,
  experience: Experience | null,
): boolean {
  if (experience !== null && experience.services !== null && !experience.services.includes(service.serviceId))
    return false;
  return stayEndsBy === null || startsAt + minutes * minuteMs <= stayEndsBy;
}

/** The areas in which a service seats, in the order of poolId. */
export function areasOfService(venue: Venue, { service }: ServiceStart): readonly string[] {
  const all = venue.areas.map(({ areaId }) => areaId);
  const { areas } = service;
  return areas === null ? all : all.filter((areaId) => areas.includes(areaId));
}

/** Whether a blackout forbids the start in an area. */
export function isStartBlocked(
  venue: Venue,
  { date, startsAt }: Pick<ServiceStart, "date" | "startsAt">,
  areaId: string,
): boolean {
  return venue.blackouts.length > 0 && isBlocked(venue, date, startsAt, areaId);
}

/** A party that has reserved a start: what pacing counts. */
export interface Arrival {
  readonly startsAt: Instant;
  readonly partySize: number;
  /** Null when its units are no longer configured. */
  readonly areaId: string | null;
}

/** The parties behind claims, each once, by start; walk-ins and blocks do not count. */
export function arrivalsOf(venue: Venue, claims: readonly Claim[], ignoreOwner?: string): Arrival[] {
  const parties = new Map<string, Arrival>();
  for (const { ownerId, kind, startsAt, partySize, unitId } of claims) {
    if (ownerId === ignoreOwner || (kind !== "booking" && kind !== "hold") || parties.has(ownerId)) continue;
    parties.set(ownerId, { startsAt, partySize, areaId: venue.units.get(unitId)?.area.areaId ?? null });
  }
  return [...parties.values()].toSorted((a, b) => a.startsAt - b.startsAt);
}

/**
 * Whether the service takes one more party at a start. Counted are the parties in its areas from this start until the next
 * one; `arrivals` are in order of start.
 */
export function hasRoom(
  venue: Venue,
  { service, startsAt }: ServiceStart,
  partySize: number,
  arrivals: readonly Arrival[],
): boolean {
  if (service.pacing === null) return true;
  const { maxParties, maxCovers } = service.pacing;
  const until = startsAt + venue.configuration.slotIntervalMinutes * minuteMs;
  let [parties, covers] = [1, partySize];
  for (let at = firstFrom(arrivals, startsAt); at < arrivals.length; at++) {
    const arrival = arrivals[at];
    if (arrival === undefined || arrival.startsAt >= until) break;
    if (service.areas !== null && (arrival.areaId === null || !service.areas.includes(arrival.areaId))) continue;
    parties += 1;
    covers += arrival.partySize;
  }
  return parties <= (maxParties ?? Infinity) && covers <= (maxCovers ?? Infinity);
}

function firstFrom(arrivals: readonly Arrival[], instant: Instant): number {
  let low = 0;
  let high = arrivals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((arrivals[middle]?.startsAt ?? Infinity) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
