/**
 * The one rule of seating, for search, hold, booking, change, walk-in and seating (rules/bookings 6.1, 6.2): areas in the
 * order of poolId; inside an area the fewest tables, then the least spare seats, then the least harm to later demand,
 * then the configured order.
 *
 * Harm is counted in two steps: how many combinations that are free for this stay would lose a unit; then the minutes
 * lost in gaps before and after the stay that are shorter than the shortest stay. Units of combinations are therefore
 * taken last, and parties sit close together in time. Deterministic and pure; the claims are a parameter, and the writer
 * holds the locks.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Claim } from "./claim.ts";
import type { SeatingOption, Venue, VenueArea } from "../venue/venue.ts";

export interface SeatingRequest {
  readonly partySize: number;
  readonly from: Instant;
  /** Exclusive, with the buffer. */
  readonly until: Instant;
  /** `online` leaves out unlisted units, `venue` takes them too. */
  readonly offer: "online" | "venue";
  /** Only these areas. */
  readonly areaIds?: readonly string[];
  /** Only these units, as an experience may ask. */
  readonly unitIds?: readonly string[] | null;
  /** Claims of this owner do not count: it is about to give them up. */
  readonly ignoreOwner?: string;
}

export interface Seating {
  readonly areaId: string;
  readonly areaName: string;
  readonly unitIds: readonly string[];
}

const minuteMs = 60_000;

/** Where the party sits by the rule, or null when nothing fits. */
export function seatParty(venue: Venue, claims: readonly Claim[], request: SeatingRequest): Seating | null {
  const { areaIds } = request;
  const others = claims.filter(({ ownerId }) => ownerId !== request.ignoreOwner);
  const taken = takenUnits(others, request.from, request.until);
  for (const area of venue.areas) {
    if (areaIds !== undefined && !areaIds.includes(area.areaId)) continue;
    const option = chooseOption(venue, area, others, taken, request);
    if (option !== undefined) return { areaId: area.areaId, areaName: area.name, unitIds: option.unitIds };
  }
  return null;
}

/** Whether a party of that size may have the option, whatever else is there. */
export function fits(
  option: SeatingOption,
  request: Pick<SeatingRequest, "partySize" | "offer"> & { readonly unitIds?: readonly string[] | null },
): boolean {
  const { partySize, offer, unitIds = null } = request;
  if (partySize < option.minSeats || partySize > option.maxSeats) return false;
  if (offer === "online" && !option.listed) return false;
  return unitIds === null || option.unitIds.every((unitId) => unitIds.includes(unitId));
}

function chooseOption(
  venue: Venue,
  area: VenueArea,
  claims: readonly Claim[],
  taken: ReadonlySet<string>,
  request: SeatingRequest,
): SeatingOption | undefined {
  const free = area.options.filter((option) => fits(option, request) && isFree(option, taken));
  const [first] = free;
  if (first === undefined) return undefined;
  const equals = free.filter(
    ({ unitIds, maxSeats }) => unitIds.length === first.unitIds.length && maxSeats === first.maxSeats,
  );
  let best = first;
  let least: Harm | undefined;
  for (const option of equals.length === 1 ? [] : equals) {
    const harm = harmOf(venue, option, claims, taken, request);
    if (least === undefined || isLess(harm, least)) [best, least] = [option, harm];
  }
  return best;
}

interface Harm {
  readonly joinsLost: number;
  readonly strandedMinutes: number;
}

function isLess(a: Harm, b: Harm): boolean {
  return a.joinsLost === b.joinsLost ? a.strandedMinutes < b.strandedMinutes : a.joinsLost < b.joinsLost;
}

function harmOf(
  venue: Venue,
  option: SeatingOption,
  claims: readonly Claim[],
  taken: ReadonlySet<string>,
  { from, until }: SeatingRequest,
): Harm {
  const joined = new Set(option.unitIds.flatMap((unitId) => venue.joinedBy.get(unitId) ?? []));
  joined.delete(option);
  const joinsLost = [...joined].filter((join) => isFree(join, taken)).length;
  const shortest = venue.shortestStay * minuteMs;
  let stranded = 0;
  for (const unitId of option.unitIds) {
    const own = claims.filter((claim) => claim.unitId === unitId);
    const before = from - Math.max(...own.map((claim) => claim.until).filter((end) => end <= from));
    const after = Math.min(...own.map((claim) => claim.from).filter((start) => start >= until)) - until;
    for (const gap of [before, after]) if (gap < shortest) stranded += gap;
  }
  return { joinsLost, strandedMinutes: stranded / minuteMs };
}

/** The units with a claim that overlaps a time. */
export function takenUnits(claims: readonly Claim[], from: Instant, until: Instant): Set<string> {
  const taken = new Set<string>();
  for (const claim of claims) if (claim.from < until && from < claim.until) taken.add(claim.unitId);
  return taken;
}

function isFree(option: SeatingOption, taken: ReadonlySet<string>): boolean {
  return option.unitIds.every((unitId) => !taken.has(unitId));
}

/** From which claims the rule and pacing can be judged for a stay: a day to either side. */
export function claimsWindow(from: Instant, until: Instant): { readonly from: Instant; readonly until: Instant } {
  const day = 24 * 3_600_000;
  return { from: from - day, until: until + day };
}

export interface ChosenUnits {
  readonly unitIds: readonly string[];
  readonly from: Instant;
  readonly until: Instant;
  readonly ignoreOwner?: string;
}

/** The seating at units that were chosen by hand, in one area and in service, or null when one of them is not free. */
export function seatAt(venue: Venue, claims: readonly Claim[], chosen: ChosenUnits): Seating | null {
  const others = claims.filter(({ ownerId }) => ownerId !== chosen.ignoreOwner);
  const taken = takenUnits(others, chosen.from, chosen.until);
  const found = chosen.unitIds.map((unitId) => venue.units.get(unitId));
  const area = found[0]?.area;
  if (area === undefined || new Set(chosen.unitIds).size !== chosen.unitIds.length) return null;
  const usable = found.every((entry) => entry?.area === area && !entry.unit.outOfService);
  if (!usable || chosen.unitIds.some((unitId) => taken.has(unitId))) return null;
  return { areaId: area.areaId, areaName: area.name, unitIds: chosen.unitIds };
}
