/**
 * A venue as the simulation uses it: units by number, and the seating options of each party size in the one order of
 * seating (`bookings/seating.ts`). Made once per venue and remembered. Pure.
 */
import { fits } from "../../bookings/tables/seating.ts";
import type { SeatingOption, Venue } from "../../bookings/venue/venue.ts";

/** A unit, or units joined. */
export interface RoomOption {
  readonly units: readonly number[];
  /** The first of them, and whether it is the only one. */
  readonly unit: number;
  readonly isSingle: boolean;
  /** Places of one group are equals but for the harm they do: same area, as many units, as many seats. */
  readonly group: number;
  /** Other combinations that share a unit with it. */
  readonly joins: readonly RoomOption[];
}

export interface SimulatedVenue {
  readonly units: number;
  /** The shortest stay that the venue plans with, in minutes. */
  readonly shortestStay: number;
  readonly unitOf: ReadonlyMap<string, number>;
  /** What a party of the size can have, first choice first. */
  optionsFor(partySize: number): readonly RoomOption[];
  /** Whether two sizes can want the same unit. */
  compete(one: number, other: number): boolean;
}

interface NumberedOption extends RoomOption {
  readonly option: SeatingOption;
}

const rooms = new WeakMap<Venue, SimulatedVenue>();

/** The tables of a venue as the simulation numbers them. */
export function simulatedVenueOf(venue: Venue): SimulatedVenue {
  const known = rooms.get(venue);
  if (known !== undefined) return known;
  const made = makeSimulatedVenue(venue);
  rooms.set(venue, made);
  return made;
}

function makeSimulatedVenue(venue: Venue): SimulatedVenue {
  const options = listOptions(venue);
  const bySize = new Map<number, readonly RoomOption[]>();
  const optionsFor = (partySize: number): readonly RoomOption[] => {
    const found = bySize.get(partySize) ?? options.filter(({ option }) => fits(option, { partySize, offer: "venue" }));
    bySize.set(partySize, found);
    return found;
  };
  const competing = new Map<string, boolean>();
  return {
    units: venue.rowOf.size,
    shortestStay: venue.shortestStay,
    unitOf: venue.rowOf,
    optionsFor,
    compete(one, other) {
      const key = `${one} ${other}`;
      const found = competing.get(key) ?? shareUnit(optionsFor(one), optionsFor(other));
      competing.set(key, found);
      return found;
    },
  };
}

function listOptions(venue: Venue): readonly NumberedOption[] {
  const made = new Map<SeatingOption, NumberedOption & { joins: RoomOption[] }>();
  let group = 0;
  for (const { options } of venue.areas) {
    let last: SeatingOption | undefined;
    for (const option of options) {
      const equal = last?.unitIds.length === option.unitIds.length && last.maxSeats === option.maxSeats;
      if (!equal) group += 1;
      last = option;
      const units = option.unitIds.map((unitId) => venue.rowOf.get(unitId) ?? 0);
      made.set(option, { option, units, unit: units[0] ?? 0, isSingle: units.length === 1, group, joins: [] });
    }
  }
  for (const [option, numbered] of made) {
    const joins = new Set(option.unitIds.flatMap((unitId) => venue.joinedBy.get(unitId) ?? []));
    joins.delete(option);
    for (const join of joins) {
      const other = made.get(join);
      if (other !== undefined) numbered.joins.push(other);
    }
  }
  return [...made.values()];
}

function shareUnit(one: readonly RoomOption[], other: readonly RoomOption[]): boolean {
  const units = new Set(one.flatMap((numbered) => numbered.units));
  return other.some((numbered) => numbered.units.some((unit) => units.has(unit)));
}
