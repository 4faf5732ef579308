/** Finds contradictions between the valid parts of a booking configuration. Each issue names its path. Pure. */
import { isCurrency } from "../../kernel/money.ts";
import { isDate } from "./blackouts.ts";
import { configurationLimits as limits } from "./configuration.ts";
import type { GivenConfiguration } from "./configuration.schemas.ts";
import { minutesOf } from "./service-days.ts";
import { shownIssues, textIssues, type GivenShown, type GivenTexts } from "./shown-issues.ts";

export interface ConfigurationIssue {
  readonly path: string;
  readonly message: string;
}

type Found = Generator<readonly [path: string, message: string]>;
type GivenService = Omit<GivenConfiguration["services"][number], "days">;
type GivenException = NonNullable<GivenConfiguration["exceptions"]>[number];
type GivenArea = GivenConfiguration["areas"][number];
type GivenCombination = NonNullable<GivenArea["combinations"]>[number];
type GivenPayment = NonNullable<GivenConfiguration["payments"]>[number];
type GivenExperience = NonNullable<GivenConfiguration["experiences"]>[number];

/** The entries of a list in its order, undefined where one is malformed; null when there is no list. */
export type Entries<T> = readonly (T | undefined)[] | null;

/** An area that is known, with what of it is sound. */
export interface SoundArea extends Pick<GivenArea, "areaId" | "poolId"> {
  readonly units: Entries<GivenArea["units"][number]>;
  readonly combinations: Entries<GivenCombination>;
  readonly shown: GivenShown;
}

/** What of a document has the shape of a configuration's parts: it can be judged although the rest has not. */
export interface SoundParts {
  readonly partySize: GivenConfiguration["partySize"] | null;
  readonly largePartyThreshold: number | null;
  readonly durations: Entries<GivenConfiguration["durations"][number]>;
  readonly services: Entries<GivenConfiguration["services"][number]>;
  readonly exceptions: Entries<GivenException>;
  readonly areas: Entries<SoundArea>;
  readonly experiences: Entries<GivenExperience>;
  readonly payments: Entries<GivenPayment>;
  readonly cancellation: GivenTexts;
}

/** Every contradiction of the parts. Malformed ones are left out, and so is what only they could settle. */
export function configurationIssues(parts: SoundParts): ConfigurationIssue[] {
  const found = [
    ...sizeIssues(parts),
    ...durationIssues(parts),
    ...serviceIssues(parts),
    ...exceptionIssues(parts),
    ...areaIssues(parts),
    ...experienceIssues(parts),
    ...paymentIssues(parts),
    ...textIssues(parts.cancellation, "cancellation", ["policyText"]),
  ];
  return found.map(([path, message]) => ({ path: `body.configuration.${path}`, message }));
}

function* sizeIssues({ partySize, largePartyThreshold }: SoundParts): Found {
  if (partySize === null) return;
  if (partySize.max < partySize.min) yield ["partySize.max", "must not be below partySize.min"];
  else if (largePartyThreshold !== null && (largePartyThreshold < partySize.min || largePartyThreshold > partySize.max))
    yield ["largePartyThreshold", "must lie within partySize"];
}

function* durationIssues({ durations, partySize }: SoundParts): Found {
  const turns = soundEntries(durations).map(([index, turn]) => ({ ...turn, path: `durations[${index}]` }));
  const isReversed = (turn: (typeof turns)[number]): boolean => turn.maxPartySize < turn.minPartySize;
  for (const { path } of turns.filter(isReversed)) yield [`${path}.maxPartySize`, "must not be below minPartySize"];
  const inOrder = turns.filter((turn) => !isReversed(turn)).toSorted((a, b) => a.minPartySize - b.minPartySize);
  // A malformed duration may be the one that fills a gap.
  const isWhole = turns.length > 0 && whole(durations) !== null;
  const bounds = isWhole && partySize !== null && partySize.min <= partySize.max ? partySize : null;
  let covered: number | undefined;
  for (const { minPartySize, maxPartySize, path } of inOrder) {
    const next = covered ?? bounds?.min;
    if (isWhole && next !== undefined && minPartySize > next)
      yield [`${path}.minPartySize`, `leaves parties of ${next} to ${minPartySize - 1} without a duration`];
    if (covered !== undefined && minPartySize < covered)
      yield [`${path}.minPartySize`, `overlaps another duration at a party of ${minPartySize}`];
    covered = Math.max(covered ?? 0, maxPartySize + 1);
  }
  const next = covered ?? bounds?.min;
  if (bounds !== null && next !== undefined && next <= bounds.max)
    yield ["durations", `leave parties of ${next} to ${bounds.max} without one`];
}

function* serviceIssues({ services, areas }: SoundParts): Found {
  const areaIds = idsOf(whole(areas), ({ areaId }) => areaId);
  const own = soundEntries(services);
  yield* repeats(own.map(([index, { serviceId }]) => [serviceId, `services[${index}].serviceId`]));
  for (const [index, service] of own) {
    yield* oneServiceIssues(service, `services[${index}]`, areaIds);
    if (new Set(service.days).size < service.days.length) yield [`services[${index}].days`, "names a day twice"];
  }
}

function* exceptionIssues({ exceptions, areas }: SoundParts): Found {
  const areaIds = idsOf(whole(areas), ({ areaId }) => areaId);
  const own = soundEntries(exceptions);
  yield* repeats(own.map(([index, { date }]) => [date, `exceptions[${index}].date`]));
  for (const [index, exception] of own) yield* oneExceptionIssues(exception, `exceptions[${index}]`, areaIds);
}

function* oneExceptionIssues({ date, closed, services }: GivenException, path: string, areaIds: Known): Found {
  if (!isDate(date)) yield [`${path}.date`, "is not a date of the calendar (YYYY-MM-DD)"];
  const own = [...(services ?? []).entries()];
  if (closed === true && own.length > 0) yield [`${path}.services`, "must be left out when closed"];
  if (closed !== true && !services) yield [`${path}.services`, "is required unless closed is true"];
  yield* repeats(own.map(([at, { serviceId }]) => [serviceId, `${path}.services[${at}].serviceId`]));
  for (const [at, service] of own) yield* oneServiceIssues(service, `${path}.services[${at}]`, areaIds);
}

function* oneServiceIssues(service: GivenService, path: string, areaIds: Known): Found {
  const { closes, lastSeating } = minutesOf({ ...service, lastSeating: service.lastSeating ?? null });
  if (lastSeating !== null && lastSeating > closes) yield [`${path}.lastSeating`, "must lie between opens and closes"];
  yield* unknownReferences(service.areas, areaIds, `${path}.areas`, "area");
  yield* textIssues(service, path, ["name"]);
}

function* areaIssues({ areas }: SoundParts): Found {
  const own = soundEntries(areas);
  yield* repeats(own.map(([index, { areaId }]) => [areaId, `areas[${index}].areaId`]));
  yield* repeats(own.map(([index, { poolId }]) => [String(poolId), `areas[${index}].poolId`]));
  const keyed = own.flatMap(([at, area]) =>
    soundEntries(area.units).map(([index, { unitId }]) => [unitId, `areas[${at}].units[${index}].unitId`] as const),
  );
  yield* repeats(keyed);
  if (keyed.length > limits.units) yield ["areas", `have ${keyed.length} units; at most ${limits.units} are allowed`];
  const joined = own.reduce((sum, [, { combinations }]) => sum + (combinations?.length ?? 0), 0);
  if (joined > limits.combinations)
    yield ["areas", `have ${joined} combinations; at most ${limits.combinations} are allowed`];
  for (const [index, area] of own) yield* oneAreaIssues(area, `areas[${index}]`);
}

function* oneAreaIssues({ units, combinations, shown }: SoundArea, path: string): Found {
  yield* shownIssues(shown, path);
  const known = idsOf(whole(units), ({ unitId }) => unitId);
  for (const [index, { minSeats, maxSeats }] of soundEntries(units))
    if (maxSeats < minSeats) yield [`${path}.units[${index}].maxSeats`, "must not be below minSeats"];
  const joined = soundEntries(combinations);
  for (const [index, { unitIds, minSeats, maxSeats }] of joined) {
    const here = `${path}.combinations[${index}]`;
    if (maxSeats < minSeats) yield [`${here}.maxSeats`, "must not be below minSeats"];
    if (new Set(unitIds).size < unitIds.length) yield [`${here}.unitIds`, "names a unit twice"];
    yield* unknownReferences(unitIds, known, `${here}.unitIds`, "unit of this area");
  }
  yield* repeats(
    joined.map(([index, { unitIds }]) => [
      JSON.stringify(unitIds.toSorted()),
      `${path}.combinations[${index}].unitIds`,
    ]),
  );
}

function* experienceIssues({ experiences, services, exceptions, areas }: SoundParts): Found {
  const serviceIds = idsOf(allServices({ services, exceptions }), ({ serviceId }) => serviceId);
  const unitIds = idsOf(unitsOf(areas), ({ unitId }) => unitId);
  const own = soundEntries(experiences);
  yield* repeats(own.map(([index, { experienceId }]) => [experienceId, `experiences[${index}].experienceId`]));
  for (const [index, experience] of own) {
    const path = `experiences[${index}]`;
    if (isReversed(experience)) yield [`${path}.maxPartySize`, "must not be below minPartySize"];
    yield* shownIssues(experience, path);
    yield* unknownReferences(experience.services, serviceIds, `${path}.services`, "service");
    yield* unknownReferences(experience.unitIds, unitIds, `${path}.unitIds`, "unit");
  }
}

function* paymentIssues({ payments, experiences, services, exceptions }: SoundParts): Found {
  const serviceIds = idsOf(allServices({ services, exceptions }), ({ serviceId }) => serviceId);
  const experienceIds = idsOf(whole(experiences), ({ experienceId }) => experienceId);
  const own = soundEntries(payments);
  yield* repeats(own.map(([index, { paymentId }]) => [paymentId, `payments[${index}].paymentId`]));
  for (const [index, payment] of own) {
    const path = `payments[${index}]`;
    if (!isCurrency(payment.amount.currency)) yield [`${path}.amount.currency`, "must be a currency of ISO 4217"];
    if (new Set(payment.days ?? []).size < (payment.days ?? []).length) yield [`${path}.days`, "names a day twice"];
    yield* unknownReferences(payment.services, serviceIds, `${path}.services`, "service");
    yield* unknownReferences(payment.experienceIds, experienceIds, `${path}.experienceIds`, "experience");
  }
}

/** The weekly services and those of single dates; null when not all of them are known. */
function allServices({ services, exceptions }: Pick<SoundParts, "services" | "exceptions">) {
  const [weekly, dated] = [whole(services), whole(exceptions)];
  return weekly && dated && [...weekly, ...dated.flatMap((exception) => exception.services ?? [])];
}

/** The units of all areas; null when not all of them are known. */
function unitsOf(areas: SoundParts["areas"]): GivenArea["units"] | null {
  const lists = whole(areas)?.map(({ units }) => whole(units)) ?? [null];
  const known = lists.filter((units) => units !== null);
  return known.length === lists.length ? known.flat() : null;
}

function isReversed({ minPartySize = null, maxPartySize = null }: GivenExperience): boolean {
  return minPartySize !== null && maxPartySize !== null && maxPartySize < minPartySize;
}

/** What may be referred to; null when not all of it is known. */
type Known = ReadonlySet<string> | null;

function idsOf<T>(list: readonly T[] | null, idOf: (entry: T) => string): Known {
  return list === null ? null : new Set(list.map(idOf));
}

function* unknownReferences(
  ids: readonly string[] | null | undefined,
  known: Known,
  path: string,
  what: string,
): Found {
  if (known === null) return;
  for (const [index, id] of (ids ?? []).entries())
    if (!known.has(id)) yield [`${path}[${index}]`, `names no ${what}: ${JSON.stringify(id)}`];
}

function* repeats(keyed: readonly (readonly [key: string, path: string])[]): Found {
  const seen = new Set<string>();
  for (const [key, path] of keyed) {
    if (seen.has(key)) yield [path, "is there twice"];
    seen.add(key);
  }
}

/** The entries of a list that are sound, each with its index. */
function soundEntries<T>(list: Entries<T>): (readonly [index: number, entry: T])[] {
  return (list ?? []).flatMap((entry, index) => (entry === undefined ? [] : [[index, entry] as const]));
}

/** The entries when all of them are sound: only then is it known what the list lacks. */
function whole<T>(list: Entries<T>): readonly T[] | null {
  const entries = soundEntries(list).map(([, entry]) => entry);
  return list !== null && entries.length === list.length ? entries : null;
}
