/**
 * Whether a party can have a start, and where it sits: the check of every hold, booking and change. The rules are those
 * of the search, in the same order. The caller reads claims and the time under its locks. Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import { done, firstRefusal, isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import type { Claim } from "../tables/claim.ts";
import type { Experience } from "../venue/configuration.ts";
import { findTerms, type PaymentTerms } from "../venue/payment-terms.ts";
import { seatParty, type Seating } from "../tables/seating.ts";
import { addDays, startsOn, type ServiceStart } from "../venue/service-days.ts";
import * as rules from "./start-rules.ts";
import { endOfStay, findExperience, occupiedUntil } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";

export interface StartRequest {
  readonly startsAt: Instant;
  readonly partySize: number;
  /** The length of the stay, as it was promised. */
  readonly minutes: number;
  readonly experienceId: string | null;
  /** The only area that will do, or null. */
  readonly areaId: string | null;
  /** The booking that is being moved; what it has now does not count. */
  readonly ignoreOwner?: string;
  /** The rules that the restaurant's own people pass over; none for anybody else. */
  readonly override?: ReadonlySet<StartRule>;
}

/** The rules of a start that a host may pass over (rules/bookings 16.7): all but that a table has one party. */
export const startRules = ["lead_time", "pacing", "large_party", "blackout", "hours"] as const;
export type StartRule = (typeof startRules)[number];

export interface CheckedStart {
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** The end of the claims: `endsAt` and the buffer. */
  readonly until: Instant;
  readonly minutes: number;
  readonly seating: Seating;
  readonly experience: Experience | null;
  readonly serviceDay: string;
  /** What the start asks to be paid ahead; null: nothing. */
  readonly terms: PaymentTerms | null;
}

export type StartRefusal = Refusal<
  | "party_size_out_of_bounds"
  | "large_party_inquiry_required"
  | "outside_booking_window"
  | "date_blocked"
  | "slot_unavailable"
>;

/** A start that the rules allow, before tables: the areas in which the party may sit, in order. */
export interface AllowedStart {
  readonly areaIds: readonly string[];
  readonly experience: Experience | null;
  readonly serviceDay: string;
  /** What the start asks to be paid ahead in an area; null: nothing. */
  readonly termsIn: (areaId: string) => PaymentTerms | null;
}

/** The seating of the party at that start, or why it cannot have it. */
export function checkStart(
  venue: Venue,
  claims: readonly Claim[],
  request: StartRequest,
  now: Instant,
): CheckedStart | StartRefusal {
  const allowed = allowStart(venue, claims, request, now);
  if (isRefusal(allowed)) return allowed;
  const { startsAt, minutes, partySize, ignoreOwner } = request;
  const until = occupiedUntil(venue, startsAt, minutes);
  const seating = seatParty(venue, claims, {
    partySize,
    from: startsAt,
    until,
    offer: "online",
    areaIds: allowed.areaIds,
    unitIds: allowed.experience?.unitIds ?? null,
    ...(ignoreOwner === undefined ? {} : { ignoreOwner }),
  });
  if (seating === null) return refuse("slot_unavailable", "no table is free any more for this party at this time");
  const { experience, serviceDay } = allowed;
  const terms = allowed.termsIn(seating.areaId);
  return { startsAt, endsAt: endOfStay(startsAt, minutes), until, minutes, seating, experience, serviceDay, terms };
}

/** Everything of `checkStart` but the tables. */
export function allowStart(
  venue: Venue,
  claims: readonly Claim[],
  request: StartRequest,
  now: Instant,
): AllowedStart | StartRefusal {
  const { startsAt, partySize, experienceId, override } = request;
  const experience = experienceId === null ? null : findExperience(venue, experienceId);
  if (experience === undefined) return refuse("slot_unavailable", "the experience is no longer offered");
  const checked = firstRefusal(
    override?.has("large_party") === true ? done : rules.checkParty(venue, partySize, experience),
    override?.has("lead_time") === true
      ? done
      : rules.checkLead(venue, rules.bookingWindow(venue, now), startsAt, startsAt),
  );
  if (isRefusal(checked)) return checked;
  const seats = openingsAt(venue, request, experience);
  const [first] = seats;
  if (first === undefined) return refuse("slot_unavailable", "no service takes parties at this time");
  const open = seats.map(({ start, areaIds, service }) => ({
    service,
    areaIds:
      override?.has("blackout") === true ? areaIds : areaIds.filter((id) => !rules.isStartBlocked(venue, start, id)),
  }));
  if (open.every(({ areaIds }) => areaIds.length === 0))
    return refuse("date_blocked", "the venue takes no reservations at this time");
  const arrivals = rules.arrivalsOf(venue, claims, request.ignoreOwner);
  const hasRoom = (start: ServiceStart | null): boolean =>
    start === null || override?.has("pacing") === true || rules.hasRoom(venue, start, partySize, arrivals);
  const roomy = open.filter(({ service }) => hasRoom(service));
  const areaIds = roomy.flatMap((each) => each.areaIds);
  if (areaIds.length === 0) return refuse("slot_unavailable", "no more parties are taken at this start");
  const serviceDay = first.start.date;
  const termsIn = (areaId: string): PaymentTerms | null => {
    const service = roomy.find((each) => each.areaIds.includes(areaId))?.service?.service;
    return findTerms(venue.configuration, {
      partySize,
      serviceDay,
      serviceId: service?.serviceId ?? null,
      experienceId,
    });
  };
  return { areaIds, experience, serviceDay, termsIn };
}

interface Opening {
  readonly start: Pick<ServiceStart, "date" | "startsAt">;
  readonly areaIds: readonly string[];
  /** Null outside the hours, which the host passes over: then nothing is paced. */
  readonly service: ServiceStart | null;
}

/** The services that take the party at the start, each with its areas; with the hours passed over, the house itself. */
function openingsAt(venue: Venue, request: StartRequest, experience: Experience | null): readonly Opening[] {
  const { startsAt, areaId, minutes, override } = request;
  const wanted = (ids: readonly string[]): readonly string[] => ids.filter((id) => areaId === null || id === areaId);
  const openings = startsAtInstant(venue, startsAt)
    .filter((start) => rules.offersStay(start, minutes, experience))
    .map((start): Opening => ({ start, service: start, areaIds: wanted(rules.areasOfService(venue, start)) }))
    .filter(({ areaIds }) => areaIds.length > 0);
  if (openings.length > 0 || override?.has("hours") !== true) return openings;
  const areaIds = wanted(venue.areas.map((area) => area.areaId));
  const start = { date: localDate(venue.timeZone, startsAt), startsAt };
  return areaIds.length === 0 ? [] : [{ start, service: null, areaIds }];
}

function startsAtInstant(venue: Venue, startsAt: Instant): ServiceStart[] {
  const date = localDate(venue.timeZone, startsAt);
  return [addDays(date, -1), date]
    .flatMap((day) => startsOn(venue, day))
    .filter((start) => start.startsAt === startsAt);
}
