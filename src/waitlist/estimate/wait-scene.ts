/** The input of a simulation of waits: the state of the database at one moment. Pure. */
import type { Booking } from "../../bookings/book/booking.ts";
import type { Claim } from "../../bookings/tables/claim.ts";
import { seatParty } from "../../bookings/tables/seating.ts";
import { addDays, serviceDayEnd, serviceDayOf } from "../../bookings/venue/service-days.ts";
import { stayMinutes } from "../../bookings/tables/stay.ts";
import type { Venue } from "../../bookings/venue/venue.ts";
import type { Instant } from "../../kernel/clock.ts";
import { simulatedVenueOf } from "./simulated-venue.ts";
import type { ExpectedParty, WaitScene } from "./simulate-waits.ts";
import { stayModel, type PastStays } from "./stay-model.ts";

export type SeatedParty = Pick<Booking, "id" | "unit_ids" | "party_size" | "seated_at" | "experience_id">;

export interface LineParty {
  readonly id: string;
  readonly party_size: number;
}

/** A venue at one moment; the claims are those from then on. */
export interface WaitState {
  readonly venue: Venue;
  /** A whole minute. */
  readonly now: Instant;
  readonly claims: readonly Claim[];
  readonly seated: readonly SeatedParty[];
  readonly past: readonly PastStays[];
}

const minuteMs = 60_000;

/** The minute that an instant lies in: estimates of one minute are the same for the same state. */
export function wholeMinute(now: Instant): Instant {
  return now - (now % minuteMs);
}

/** When everybody who joins now is taken off at the latest: when the present service day ends, or the next one to come. */
export function lineEndsAt(venue: Venue, now: Instant): Instant {
  const day = serviceDayOf(venue, now);
  const end = serviceDayEnd(venue, day);
  return end > now ? end : serviceDayEnd(venue, addDays(day, 1));
}

/** How many of the parties in front can want the same tables. */
export function countCompeting(venue: Venue, ahead: readonly LineParty[], partySize: number): number {
  const room = simulatedVenueOf(venue);
  return ahead.filter((party) => room.compete(party.party_size, partySize)).length;
}

/** The largest party that any table or joined tables can have. */
export function largestParty(venue: Venue): number {
  return Math.max(0, ...venue.areas.flatMap(({ options }) => options.map(({ maxSeats }) => maxSeats)));
}

/** Whether some table can have a party of that size, sooner or later. */
export function canEverSit(venue: Venue, partySize: number): boolean {
  return simulatedVenueOf(venue).optionsFor(partySize).length > 0;
}

/** Whether a table is free now and for the turn, by the rule of seating. */
export function isTableFree({ venue, now, claims }: WaitState, partySize: number): boolean {
  const until = now + turnMinutes(venue, partySize) * minuteMs;
  return seatParty(venue, claims, { partySize, from: now, until, offer: "venue" }) !== null;
}

/** The scene in which a party of a size waits behind others. */
export function sceneOf(state: WaitState, ahead: readonly LineParty[], partySize: number): WaitScene {
  const { venue, now, seated, past } = state;
  const room = simulatedVenueOf(venue);
  const unitsOf = (unitIds: readonly string[]): number[] => unitIds.flatMap((unitId) => room.unitOf.get(unitId) ?? []);
  return {
    room,
    stays: stayModel(venue, past),
    sitting: seated.map((party) => ({
      key: party.id,
      partySize: party.party_size,
      planned: stayMinutes(venue, party.party_size, party.experience_id),
      units: unitsOf(party.unit_ids),
      sitsFor: (now - (party.seated_at ?? now)) / minuteMs,
    })),
    expected: expectedParties(state, unitsOf),
    ahead: ahead.map(({ id, party_size }) => ({
      key: id,
      partySize: party_size,
      planned: stayMinutes(venue, party_size, null),
      turn: turnMinutes(venue, party_size),
    })),
    party: { partySize, turn: turnMinutes(venue, partySize) },
  };
}

/** For how long a seating option must be free: the planned stay and the buffer after it. */
function turnMinutes(venue: Venue, partySize: number): number {
  return stayMinutes(venue, partySize, null) + venue.configuration.bufferMinutes;
}

function expectedParties(
  { venue, now, claims, seated }: WaitState,
  unitsOf: (unitIds: readonly string[]) => number[],
): ExpectedParty[] {
  const sitting = new Set<string>(seated.map(({ id }) => id));
  const byOwner = new Map<string, { readonly claim: Claim; readonly unitIds: string[] }>();
  for (const claim of claims) {
    if (sitting.has(claim.ownerId) || claim.until <= now) continue;
    const known = byOwner.get(claim.ownerId);
    if (known === undefined) byOwner.set(claim.ownerId, { claim, unitIds: [claim.unitId] });
    else known.unitIds.push(claim.unitId);
  }
  return [...byOwner.values()].map(({ claim, unitIds }) => {
    const exact = claim.kind !== "booking";
    const kept = (claim.until - claim.from) / minuteMs;
    return {
      key: claim.ownerId,
      partySize: claim.partySize,
      planned: exact ? kept : Math.max(1, kept - venue.configuration.bufferMinutes),
      units: unitsOf(unitIds),
      from: (claim.from - now) / minuteMs,
      exact,
    };
  });
}
