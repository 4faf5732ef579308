/** A location's configuration prepared for seating: the seating options of a party, in the one order of seating. Pure. */
import type { Id } from "../../kernel/id.ts";
import type { Blackout } from "./blackouts.ts";
import type { Area, BookingConfiguration, Unit } from "./configuration.ts";

/** A unit, or units joined, that one party can have. Units out of service are never part of one. */
export interface SeatingOption {
  readonly unitIds: readonly string[];
  readonly minSeats: number;
  readonly maxSeats: number;
  /** Every unit of it is offered online. */
  readonly listed: boolean;
}

export interface VenueArea {
  readonly areaId: string;
  readonly name: string;
  /** Fewest tables first, then fewest seats, then as configured: for any party also the least spare seats. */
  readonly options: readonly SeatingOption[];
}

export interface Venue {
  readonly locationId: Id<"str">;
  readonly timeZone: string;
  readonly revision: number;
  readonly configuration: BookingConfiguration;
  readonly blackouts: readonly Blackout[];
  readonly blackoutsRevision: number;
  /** In the order of poolId. */
  readonly areas: readonly VenueArea[];
  readonly units: ReadonlyMap<string, { readonly area: Area; readonly unit: Unit }>;
  /** The units, each with a number of its own from 0 on. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** The joined options that a unit is part of. */
  readonly joinedBy: ReadonlyMap<string, readonly SeatingOption[]>;
  /** The shortest stay that the venue plans with, in minutes: a shorter gap between two parties is lost. */
  readonly shortestStay: number;
}

export type VenueSource = Pick<
  Venue,
  "locationId" | "timeZone" | "revision" | "configuration" | "blackouts" | "blackoutsRevision"
>;

/** Makes a published configuration ready. */
export function compileVenue(source: VenueSource): Venue {
  const { areas, durations, experiences } = source.configuration;
  const compiled = areas.toSorted((a, b) => a.poolId - b.poolId).map(compileArea);
  const joined = compiled.flatMap(({ options }) => options.filter(({ unitIds }) => unitIds.length > 1));
  const joinedBy = new Map<string, SeatingOption[]>();
  for (const option of joined) {
    for (const unitId of option.unitIds) joinedBy.set(unitId, [...(joinedBy.get(unitId) ?? []), option]);
  }
  const stays = [
    ...durations.map(({ minutes }) => minutes),
    ...experiences.flatMap(({ durationMinutes }) => (durationMinutes === null ? [] : [durationMinutes])),
  ];
  return {
    ...source,
    areas: compiled,
    units: new Map(areas.flatMap((area) => area.units.map((unit) => [unit.unitId, { area, unit }] as const))),
    rowOf: new Map(areas.flatMap(({ units }) => units).map(({ unitId }, row) => [unitId, row] as const)),
    joinedBy,
    shortestStay: Math.min(...stays),
  };
}

function compileArea({ areaId, name, units, combinations }: Area): VenueArea {
  const inService = new Map(units.filter(({ outOfService }) => !outOfService).map((unit) => [unit.unitId, unit]));
  const single = [...inService.values()].map(({ unitId, minSeats, maxSeats, listed }): SeatingOption => ({
    unitIds: [unitId],
    minSeats,
    maxSeats,
    listed,
  }));
  const joined = combinations
    .toSorted((a, b) => (a.priority ?? Infinity) - (b.priority ?? Infinity) || 0)
    .filter(({ unitIds }) => unitIds.every((unitId) => inService.has(unitId)))
    .map(({ unitIds, minSeats, maxSeats }): SeatingOption => ({
      unitIds,
      minSeats,
      maxSeats,
      listed: unitIds.every((unitId) => inService.get(unitId)?.listed === true),
    }));
  const options = [...single, ...joined].toSorted(
    (a, b) => a.unitIds.length - b.unitIds.length || a.maxSeats - b.maxSeats,
  );
  return { areaId, name, options };
}
