/**
 * The search for free slots: a pure function of the venue, its claims, the query and the time (rules/bookings 3).
 *
 * The search offers what `check-start.ts` lets a party hold: both use `start-rules.ts` and the one order of seating. An
 * empty list is an answer; a refusal says that no start of the window could ever be offered.
 */
import type { Instant } from "../../kernel/clock.ts";
import { firstRefusal, isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { dateOfWall, instantOf, wallAt, type WallTime } from "../../kernel/wall-time.ts";
import type { Claim } from "../tables/claim.ts";
import type { Experience } from "../venue/configuration.ts";
import { freeStarts, layTimeline, markClaims, type AreaHasTable } from "./free-starts.ts";
import { findTerms, type PaymentTerms } from "../venue/payment-terms.ts";
import { addDays, startsOn, type ServiceStart } from "../venue/service-days.ts";
import * as rules from "./start-rules.ts";
import { endOfStay, stayMinutes } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";

export interface SlotQuery {
  /** Venue-local bounds, the end exclusive and after the start. */
  readonly start: WallTime;
  readonly end: WallTime;
  readonly partySize: number;
  /** Only this experience; null is standard reservations and every experience. */
  readonly experience: Experience | null;
  /** Only this area. */
  readonly areaId: string | null;
  /** A booking that is to be changed: its own claims do not count. */
  readonly ignoreOwner?: string;
}

export interface Slot {
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly minutes: number;
  readonly areaId: string;
  readonly areaName: string;
  readonly experience: Experience | null;
  /** What the start asks to be paid ahead; null: nothing. */
  readonly terms: PaymentTerms | null;
}

export type SearchRefusal = Refusal<
  "party_size_out_of_bounds" | "large_party_inquiry_required" | "outside_booking_window" | "date_blocked"
>;

const minuteMs = 60_000;

/** Whether the clocks of the zone show a time of the window: in a repeated hour both passes do, or neither (rules/bookings 3.1). */
export function isInWindow(
  timeZone: string,
  { start, end }: { readonly start: WallTime; readonly end: WallTime },
  startsAt: Instant,
): boolean {
  const shown = wallAt(timeZone, startsAt);
  return start <= shown && shown < end;
}

/** The instants of the query's bounds, and from which claims on they matter. */
export function instantsOfQuery(
  venue: Venue,
  { start, end }: SlotQuery,
): { readonly from: Instant; readonly until: Instant } {
  return { from: instantOf(venue.timeZone, start, "earlier"), until: instantOf(venue.timeZone, end, "later") };
}

/** Until when claims must be known to answer the query: the longest stay that begins at its end, and its buffer. */
export function claimsNeeded(venue: Venue, query: SlotQuery): { readonly from: Instant; readonly until: Instant } {
  const { from, until } = instantsOfQuery(venue, query);
  const { durations, experiences, bufferMinutes, slotIntervalMinutes } = venue.configuration;
  const stays = [...durations.map((each) => each.minutes), ...experiences.map((each) => each.durationMinutes ?? 0)];
  return { from, until: until + (Math.max(...stays) + bufferMinutes + slotIntervalMinutes) * minuteMs };
}

/** The free slots in order of start, standard before experiences; `claims` are those of `claimsNeeded`. */
export function searchAvailability(
  venue: Venue,
  claims: readonly Claim[],
  query: SlotQuery,
  now: Instant,
): Slot[] | SearchRefusal {
  const checked = firstRefusal(
    rules.checkParty(venue, query.partySize, query.experience),
    checkWindow(venue, query, now),
  );
  if (isRefusal(checked)) return checked;
  const offers = offersOf(venue, query);
  const starts = startsInWindow(venue, query, now);
  const candidates = offers.flatMap((offer) => candidatesOf(venue, query, offer, starts));
  if (candidates.length > 0 && candidates.every(({ areaIds }) => areaIds.length === 0)) {
    return refuse("date_blocked", "the venue takes no reservations in this window");
  }
  return freeSlots(venue, claims, query, candidates);
}

function checkWindow(venue: Venue, query: SlotQuery, now: Instant): ReturnType<typeof rules.checkLead> {
  const { from, until } = instantsOfQuery(venue, query);
  return rules.checkLead(venue, rules.bookingWindow(venue, now), from, until - 1);
}

/** A kind of reservation that a start is looked at for. */
interface Offer {
  /** Standard first, then experiences as configured. */
  readonly rank: number;
  readonly experience: Experience | null;
  readonly minutes: number;
}

function offersOf(venue: Venue, { partySize, experience }: SlotQuery): Offer[] {
  const { experiences } = venue.configuration;
  const wanted =
    experience === null ? [null, ...experiences.filter((each) => rules.suits(each, partySize))] : [experience];
  return wanted.map((each, rank) => ({
    rank,
    experience: each,
    minutes: stayMinutes(venue, partySize, each?.experienceId ?? null),
  }));
}

function startsInWindow(venue: Venue, query: SlotQuery, now: Instant): ServiceStart[] {
  const window = rules.bookingWindow(venue, now);
  const asked = instantsOfQuery(venue, query);
  const [from, until] = [Math.max(window.from, asked.from), Math.min(window.until, asked.until)];
  const starts: ServiceStart[] = [];
  const last = dateOfWall(query.end);
  for (let date = addDays(dateOfWall(query.start), -1); date <= last; date = addDays(date, 1)) {
    for (const start of startsOn(venue, date)) {
      if (start.startsAt < from || until <= start.startsAt) continue;
      if (isInWindow(venue.timeZone, query, start.startsAt)) starts.push(start);
    }
  }
  return starts;
}

/** A start that services offer for an offer, with the areas that no blackout closes. */
interface Candidate {
  readonly offer: Offer;
  readonly start: ServiceStart;
  readonly areaIds: readonly string[];
}

function candidatesOf(venue: Venue, { areaId }: SlotQuery, offer: Offer, starts: readonly ServiceStart[]): Candidate[] {
  const areasOf = new Map(starts.map((start) => [start.service, start])).values();
  const served = new Map(
    [...areasOf].map((start) => [
      start.service,
      rules.areasOfService(venue, start).filter((id) => areaId === null || id === areaId),
    ]),
  );
  const candidates: Candidate[] = [];
  for (const start of starts) {
    const areaIds = served.get(start.service) ?? [];
    if (areaIds.length === 0 || !rules.offersStay(start, offer.minutes, offer.experience)) continue;
    const open =
      venue.blackouts.length === 0 ? areaIds : areaIds.filter((id) => !rules.isStartBlocked(venue, start, id));
    candidates.push({ offer, start, areaIds: open });
  }
  return candidates;
}

function freeSlots(venue: Venue, claims: readonly Claim[], query: SlotQuery, candidates: readonly Candidate[]): Slot[] {
  if (candidates.length === 0) return [];
  const isPaced = candidates.some(({ start }) => start.service.pacing !== null);
  const arrivals = isPaced ? rules.arrivalsOf(venue, claims, query.ignoreOwner) : [];
  const hasTable = tableFinder(venue, claims, query, candidates);
  const free: Seated[] = [];
  for (const { offer, start, areaIds } of candidates) {
    const has = hasTable.get(offer);
    const areaId = areaIds.find((id) => has?.(id, start.startsAt));
    if (areaId === undefined || !rules.hasRoom(venue, start, query.partySize, arrivals)) continue;
    free.push({ startsAt: start.startsAt, offer, areaId, start });
  }
  const termsOf = (start: ServiceStart, experience: Experience | null): PaymentTerms | null =>
    findTerms(venue.configuration, {
      partySize: query.partySize,
      serviceDay: start.date,
      serviceId: start.service.serviceId,
      experienceId: experience?.experienceId ?? null,
    });
  return inOrder(venue, free).map(({ startsAt, offer: { minutes, experience }, areaId, start }) => ({
    startsAt,
    endsAt: endOfStay(startsAt, minutes),
    minutes,
    areaId,
    areaName: venue.areas.find((area) => area.areaId === areaId)?.name ?? areaId,
    experience,
    terms: termsOf(start, experience),
  }));
}

interface Seated {
  readonly startsAt: Instant;
  readonly start: ServiceStart;
  readonly offer: Offer;
  readonly areaId: string;
}

/** By start, then standard before experiences. Two services may offer one start: the first area in the order counts. */
function inOrder(venue: Venue, free: readonly Seated[]): Seated[] {
  const rankOf = (id: string): number => venue.areas.findIndex(({ areaId }) => areaId === id);
  const sorted = free.toSorted(
    (a, b) => a.startsAt - b.startsAt || a.offer.rank - b.offer.rank || rankOf(a.areaId) - rankOf(b.areaId),
  );
  return sorted.filter((each, at) => {
    const before = sorted[at - 1];
    return before?.startsAt !== each.startsAt || before.offer !== each.offer;
  });
}

/** Offers of one length at the same units share the work. */
function tableFinder(
  venue: Venue,
  claims: readonly Claim[],
  { partySize, ignoreOwner }: SlotQuery,
  candidates: readonly Candidate[],
): ReadonlyMap<Offer, AreaHasTable> {
  const offers = [...new Set(candidates.map(({ offer }) => offer))];
  const stayOf = ({ minutes }: Offer): number => (minutes + venue.configuration.bufferMinutes) * minuteMs;
  const starts = candidates.map(({ start }) => start.startsAt);
  const line = layTimeline(starts, offers.map(stayOf));
  const taken = markClaims(venue, line, claims, ignoreOwner);
  const shared = new Map<string, AreaHasTable>();
  return new Map(
    offers.map((offer) => {
      const unitIds = offer.experience?.unitIds ?? null;
      const key = `${stayOf(offer)} ${unitIds === null ? "" : offer.rank}`;
      const finder = shared.get(key) ?? freeStarts(venue, line, taken, { partySize, stayMs: stayOf(offer), unitIds });
      shared.set(key, finder);
      return [offer, finder] as const;
    }),
  );
}
