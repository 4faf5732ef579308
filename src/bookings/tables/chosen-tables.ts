/**
 * Tables that a host chooses by hand for a party that is here or expected (rules/bookings 11.2, 16.3). A table that
 * another party needs too soon, or that is too small, is given only when the caller allows it by a field. Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { Claim } from "./claim.ts";
import { takenUnits, type Seating } from "./seating.ts";
import { shortestStayMs } from "./stay.ts";
import type { Venue } from "../venue/venue.ts";

export interface ChosenTables {
  readonly unitIds: readonly string[];
  /** They may be wanted again before the turn time is over; the stay ends then. */
  readonly allowOverrun: boolean;
  /** They may have fewer seats than the party needs. */
  readonly allowOverCapacity: boolean;
}

export interface ChoosingParty {
  readonly partySize: number;
  /** Now, of a party that is here; the start of one that is expected. */
  readonly from: Instant;
  readonly isExpected?: true;
  /** The end of its turn time, with the buffer. */
  readonly until: Instant;
  /** Their claims do not count: they are about to give them up. */
  readonly ignoreOwners?: readonly string[];
}

/** Where a party sits from its time on, and until when its tables are claimed (with the buffer). */
export interface ChosenSeating {
  readonly seating: Seating;
  readonly until: Instant;
}

/** What a caller chose, if anything. */
export function chosenTables(body: {
  readonly unit_ids?: readonly string[];
  readonly allow_overrun?: boolean;
  readonly allow_over_capacity?: boolean;
}): ChosenTables | undefined {
  if (body.unit_ids === undefined) return undefined;
  return {
    unitIds: body.unit_ids,
    allowOverrun: body.allow_overrun ?? false,
    allowOverCapacity: body.allow_over_capacity ?? false,
  };
}

/** Seats the party at the tables, or says which of them it cannot have, and why. */
export function seatAtChosen(
  venue: Venue,
  claims: readonly Claim[],
  chosen: ChosenTables,
  party: ChoosingParty,
): ChosenSeating | Refusal<"invalid_request" | "slot_unavailable"> {
  const { unitIds } = chosen;
  const [first] = unitIds;
  const area = first === undefined ? undefined : venue.units.get(first)?.area;
  const strangers = unitIds.flatMap((unitId, index) => (venue.units.has(unitId) ? [] : [index]));
  if (strangers.length > 0 || area === undefined) {
    return unusable(
      strangers.map((index) => `body.unit_ids[${index}]`),
      "names no table of this location",
    );
  }
  if (unitIds.some((unitId) => venue.units.get(unitId)?.area !== area)) {
    return unusable(["body.unit_ids"], "must be tables of one area");
  }
  const broken = unitIds.find((unitId) => venue.units.get(unitId)?.unit.outOfService === true);
  if (broken !== undefined) return refuse("slot_unavailable", `table ${broken} is out of service`);
  const large = checkSeats(venue, chosen, party.partySize);
  if (isRefusal(large)) return large;
  const until = freeUntil(venue, claims, chosen, party);
  if (typeof until !== "number") return until;
  return { seating: { areaId: area.areaId, areaName: area.name, unitIds }, until };
}

/** Refuses tables that have too few seats for the party together, unless that was allowed. */
export function checkSeats(
  venue: Venue,
  { unitIds, allowOverCapacity }: Pick<ChosenTables, "unitIds" | "allowOverCapacity">,
  partySize: number,
): Done | Refusal<"slot_unavailable"> {
  const seats = seatsOf(venue, unitIds);
  if (seats >= partySize || allowOverCapacity) return done;
  return refuse(
    "slot_unavailable",
    `${named(unitIds)} for at most ${seats}, and the party is ${partySize}; choose others, or send allow_over_capacity: true`,
  );
}

/** Until when the party can have the tables: its turn time, or less where that was allowed. */
function freeUntil(
  venue: Venue,
  claims: readonly Claim[],
  { unitIds, allowOverrun }: ChosenTables,
  { from: start, isExpected, until, ignoreOwners = [] }: ChoosingParty,
): Instant | Refusal<"slot_unavailable"> {
  const others = claims.filter(({ ownerId, unitId }) => !ignoreOwners.includes(ownerId) && unitIds.includes(unitId));
  // A stay has a minute at least: a table that is wanted within one could only be given to two parties.
  const [taken] = takenUnits(others, start, start + shortestStayMs);
  if (taken !== undefined) {
    const when = isExpected === true ? `at ${localTimeOf(venue.timeZone, start).slice(11, 16)}` : "now";
    return refuse("slot_unavailable", `table ${taken} is taken ${when}`);
  }
  const next = Math.min(until, ...others.filter(({ from }) => from > start).map(({ from }) => from));
  if (next === until || allowOverrun) return next;
  // Minutes differ also where the clock shows the same: within one minute, and in the hour that comes twice.
  const [free, wanted] = [Math.floor((next - start) / 60_000), Math.ceil((until - start) / 60_000)];
  const end = localTimeOf(venue.timeZone, next).slice(11, 16);
  const message = `${named(unitIds)} free for ${free} minutes only, until ${end}, and the party needs ${wanted}`;
  return refuse("slot_unavailable", `${message}; choose others, or send allow_overrun: true`);
}

/** The seats of tables together: as configured where they may be joined, else what each has. */
function seatsOf(venue: Venue, unitIds: readonly string[]): number {
  const joined = venue.areas
    .flatMap(({ options }) => options)
    .filter((option) => option.unitIds.length === unitIds.length && option.unitIds.every((id) => unitIds.includes(id)));
  const single = unitIds.reduce((seats, unitId) => seats + (venue.units.get(unitId)?.unit.maxSeats ?? 0), 0);
  return Math.max(single, ...joined.map(({ maxSeats }) => maxSeats));
}

const named = (unitIds: readonly string[]): string =>
  unitIds.length === 1 ? `table ${unitIds[0]} is` : `tables ${unitIds.join(", ")} are`;

function unusable(paths: readonly string[], message: string): Refusal<"invalid_request"> {
  return invalidRequest(paths.map((path) => ({ path, message })));
}
