/** What contradicts itself in a booking configuration of the right shape; every issue has its path. Pure. */
import { isDate } from "./blackouts.ts";
import type { Area, BookingConfiguration, Experience, Service } from "./configuration.ts";
import { configurationLimits as limits } from "./configuration.ts";
import type { GivenConfiguration } from "./configuration.schemas.ts";
import { minutesOf } from "./service-days.ts";

export interface ConfigurationIssue {
  readonly path: string;
  readonly message: string;
}

type Found = Generator<readonly [path: string, message: string]>;

/** Every issue; `given` is the document before it was filled in. */
export function configurationIssues(
  configuration: BookingConfiguration,
  given: GivenConfiguration,
): ConfigurationIssue[] {
  const found = [
    ...sizeIssues(configuration),
    ...durationIssues(configuration),
    ...serviceIssues(configuration, given),
    ...areaIssues(configuration),
    ...experienceIssues(configuration),
  ];
  return found.map(([path, message]) => ({ path: `body.configuration.${path}`, message }));
}

function* sizeIssues({ partySize, largePartyThreshold }: BookingConfiguration): Found {
  if (partySize.max < partySize.min) yield ["partySize.max", "must not be below partySize.min"];
  else if (largePartyThreshold !== null && (largePartyThreshold < partySize.min || largePartyThreshold > partySize.max))
    yield ["largePartyThreshold", "must lie within partySize"];
}

function* durationIssues({ durations, partySize }: BookingConfiguration): Found {
  const inOrder = durations
    .map((turn, index) => ({ ...turn, path: `durations[${index}]` }))
    .toSorted((a, b) => a.minPartySize - b.minPartySize);
  let next: number | undefined;
  for (const { minPartySize, maxPartySize, path } of inOrder) {
    if (maxPartySize < minPartySize) {
      yield [`${path}.maxPartySize`, "must not be below minPartySize"];
      return;
    }
    if (next === undefined && minPartySize > partySize.min)
      yield [`${path}.minPartySize`, `leaves parties of ${partySize.min} to ${minPartySize - 1} without a duration`];
    if (next !== undefined && minPartySize > next)
      yield [`${path}.minPartySize`, `leaves parties of ${next} to ${minPartySize - 1} without a duration`];
    if (next !== undefined && minPartySize < next)
      yield [`${path}.minPartySize`, `overlaps another duration at a party of ${minPartySize}`];
    next = Math.max(next ?? 0, maxPartySize + 1);
  }
  if (next !== undefined && next <= partySize.max)
    yield ["durations", `leave parties of ${next} to ${partySize.max} without one`];
}

function* serviceIssues({ services, exceptions, areas }: BookingConfiguration, given: GivenConfiguration): Found {
  const areaIds = new Set(areas.map(({ areaId }) => areaId));
  yield* repeats(
    services,
    ({ serviceId }) => serviceId,
    (index) => `services[${index}].serviceId`,
  );
  for (const [index, service] of services.entries()) {
    yield* oneServiceIssues(service, `services[${index}]`, areaIds);
    if (new Set(service.days).size < service.days.length) yield [`services[${index}].days`, "names a day twice"];
  }
  yield* repeats(
    exceptions,
    ({ date }) => date,
    (index) => `exceptions[${index}].date`,
  );
  for (const [index, exception] of exceptions.entries()) {
    const path = `exceptions[${index}]`;
    const sent = given.exceptions?.[index];
    if (!isDate(exception.date)) yield [`${path}.date`, "is not a date of the calendar (YYYY-MM-DD)"];
    if (exception.closed && exception.services.length > 0) yield [`${path}.services`, "must be left out when closed"];
    if (!exception.closed && !sent?.services) yield [`${path}.services`, "is required unless closed is true"];
    yield* repeats(
      exception.services,
      ({ serviceId }) => serviceId,
      (at) => `${path}.services[${at}].serviceId`,
    );
    for (const [at, service] of exception.services.entries())
      yield* oneServiceIssues(service, `${path}.services[${at}]`, areaIds);
  }
}

function* oneServiceIssues(service: Service, path: string, areaIds: ReadonlySet<string>): Found {
  const { closes, lastSeating } = minutesOf(service);
  if (lastSeating !== null && lastSeating > closes) yield [`${path}.lastSeating`, "must lie between opens and closes"];
  yield* unknownReferences(service.areas, areaIds, `${path}.areas`, "area");
}

function* areaIssues({ areas }: BookingConfiguration): Found {
  yield* repeats(
    areas,
    ({ areaId }) => areaId,
    (index) => `areas[${index}].areaId`,
  );
  yield* repeats(
    areas,
    ({ poolId }) => String(poolId),
    (index) => `areas[${index}].poolId`,
  );
  const places = areas.flatMap((area, at) =>
    area.units.map(({ unitId }, index) => ({ unitId, path: `areas[${at}].units[${index}].unitId` })),
  );
  yield* repeats(
    places,
    ({ unitId }) => unitId,
    (index) => places[index]?.path ?? "areas",
  );
  if (places.length > limits.units) yield ["areas", `have ${places.length} units; at most ${limits.units} are allowed`];
  const joined = areas.reduce((sum, { combinations }) => sum + combinations.length, 0);
  if (joined > limits.combinations)
    yield ["areas", `have ${joined} combinations; at most ${limits.combinations} are allowed`];
  for (const [index, area] of areas.entries()) yield* oneAreaIssues(area, `areas[${index}]`);
}

function* oneAreaIssues({ units, combinations }: Area, path: string): Found {
  const known = new Set(units.map(({ unitId }) => unitId));
  for (const [index, { minSeats, maxSeats }] of units.entries())
    if (maxSeats < minSeats) yield [`${path}.units[${index}].maxSeats`, "must not be below minSeats"];
  for (const [index, { unitIds, minSeats, maxSeats }] of combinations.entries()) {
    const here = `${path}.combinations[${index}]`;
    if (maxSeats < minSeats) yield [`${here}.maxSeats`, "must not be below minSeats"];
    if (new Set(unitIds).size < unitIds.length) yield [`${here}.unitIds`, "names a unit twice"];
    yield* unknownReferences(unitIds, known, `${here}.unitIds`, "unit of this area");
  }
  const setOf = ({ unitIds }: Area["combinations"][number]): string => JSON.stringify(unitIds.toSorted());
  yield* repeats(combinations, setOf, (index) => `${path}.combinations[${index}].unitIds`);
}

function* experienceIssues({ experiences, services, exceptions, areas }: BookingConfiguration): Found {
  const serviceIds = new Set(
    [...services, ...exceptions.flatMap((exception) => exception.services)].map(({ serviceId }) => serviceId),
  );
  const unitIds = new Set(areas.flatMap(({ units }) => units.map(({ unitId }) => unitId)));
  yield* repeats(
    experiences,
    ({ experienceId }) => experienceId,
    (index) => `experiences[${index}].experienceId`,
  );
  for (const [index, experience] of experiences.entries()) {
    const path = `experiences[${index}]`;
    if (isTurnedAround(experience)) yield [`${path}.maxPartySize`, "must not be below minPartySize"];
    yield* unknownReferences(experience.services, serviceIds, `${path}.services`, "service");
    yield* unknownReferences(experience.unitIds, unitIds, `${path}.unitIds`, "unit");
  }
}

function isTurnedAround({ minPartySize, maxPartySize }: Experience): boolean {
  return minPartySize !== null && maxPartySize !== null && maxPartySize < minPartySize;
}

function* unknownReferences(
  ids: readonly string[] | null,
  known: ReadonlySet<string>,
  path: string,
  what: string,
): Found {
  for (const [index, id] of (ids ?? []).entries())
    if (!known.has(id)) yield [`${path}[${index}]`, `names no ${what}: ${JSON.stringify(id)}`];
}

function* repeats<T>(list: readonly T[], keyOf: (entry: T) => string, pathOf: (index: number) => string): Found {
  const seen = new Set<string>();
  for (const [index, entry] of list.entries()) {
    const key = keyOf(entry);
    if (seen.has(key)) yield [pathOf(index), "is there twice"];
    seen.add(key);
  }
}
