/**
 * Availability and seating computed in the slow, obvious way: minute by minute, table by table, with the runtime's own
 * calendar. It shares no code with the engine that it is compared with.
 */
import type { Claim } from "../../src/bookings/tables/claim.ts";
import type { Area, Experience, Service } from "../../src/bookings/venue/configuration.ts";
import type { Venue } from "../../src/bookings/venue/venue.ts";

const minute = 60_000;

export interface ReferenceQuery {
  readonly start: string;
  readonly end: string;
  readonly partySize: number;
  readonly experience: Experience | null;
  readonly areaId: string | null;
  readonly now: number;
  readonly grain: number;
}

/** "start area experience" of every free slot, or the code of the refusal. */
export function referenceSearch(venue: Venue, claims: readonly Claim[], query: ReferenceQuery): string[] | string {
  const { configuration, timeZone } = venue;
  const { partySize, experience, now } = query;
  const { min, max } = configuration.partySize;
  if (partySize < min || partySize > max) return "party_size_out_of_bounds";
  if (configuration.largePartyThreshold !== null && partySize > configuration.largePartyThreshold)
    return "large_party_inquiry_required";
  if (experience !== null && !takes(experience, partySize)) return "party_size_out_of_bounds";
  const from = boundOf(query.start, timeZone, "earlier");
  const until = boundOf(query.end, timeZone, "later");
  const earliest = now + configuration.leadTime.minMinutes * minute;
  const lastDate = wall(timeZone, now).toPlainDate().add({ days: configuration.leadTime.maxDays });
  const inLead = (t: number): boolean =>
    t >= earliest && Temporal.PlainDate.compare(wall(timeZone, t).toPlainDate(), lastDate) <= 0;
  if (until <= earliest) return "outside_booking_window";
  if (Temporal.PlainDate.compare(wall(timeZone, from).toPlainDate(), lastDate) > 0) return "outside_booking_window";
  const kinds =
    experience === null ? [null, ...configuration.experiences.filter((e) => takes(e, partySize))] : [experience];
  const slots: string[] = [];
  let [offered, blocked] = [0, 0];
  for (let t = from; t < until; t += query.grain * minute) {
    if (!inLead(t)) continue;
    for (const kind of kinds) {
      const stay = minutesOf(venue, partySize, kind);
      const places = servicesAt(venue, t, stay, kind).map(({ service, date }) => ({
        service,
        open: configuration.areas
          .filter(({ areaId }) => service.areas === null || service.areas.includes(areaId))
          .filter(({ areaId }) => query.areaId === null || query.areaId === areaId)
          .map((area) => ({ area, blocked: isBlackedOut(venue, date, t, area.areaId) })),
      }));
      const all = places.flatMap(({ open }) => open);
      if (all.length === 0 || !isShownInWindow(query, timeZone, t)) continue;
      offered += 1;
      if (all.every((each) => each.blocked)) blocked += 1;
      const allowed = places
        .filter(({ service }) => paceAllows(venue, service, t, partySize, claims))
        .flatMap(({ open }) => open.filter((each) => !each.blocked).map(({ area }) => area));
      const end = t + (stay + configuration.bufferMinutes) * minute;
      const seated = referenceSeat(venue, claims, {
        partySize,
        from: t,
        until: end,
        areas: allowed,
        kind,
        online: true,
      });
      if (seated !== null) slots.push(`${new Date(t).toISOString()} ${seated.areaId} ${kind?.experienceId ?? "-"}`);
    }
  }
  return offered > 0 && offered === blocked ? "date_blocked" : slots;
}

/** In a repeated hour the clock shows times of the window, then times beyond it, then those of the window again. */
export function isShownInWindow(
  { start, end }: Pick<ReferenceQuery, "start" | "end">,
  timeZone: string,
  t: number,
): boolean {
  const shown = wall(timeZone, t).toString({ smallestUnit: "minute" });
  return start <= shown && shown < end;
}

export interface ReferenceSeat {
  readonly partySize: number;
  readonly from: number;
  readonly until: number;
  readonly areas: readonly Area[];
  readonly kind: Experience | null;
  readonly online: boolean;
}

/** Every option of every area with all that the rule says of it; the smallest wins. */
export function referenceSeat(
  venue: Venue,
  claims: readonly Claim[],
  wanted: ReferenceSeat,
): { areaId: string; unitIds: readonly string[] } | null {
  const { partySize, from, until, kind } = wanted;
  const free = (unitId: string): boolean =>
    !claims.some((claim) => claim.unitId === unitId && claim.from < until && from < claim.until);
  const areas = venue.configuration.areas.toSorted((a, b) => a.poolId - b.poolId);
  const shortest = Math.min(
    ...venue.configuration.durations.map(({ minutes }) => minutes),
    ...venue.configuration.experiences.map(({ durationMinutes }) => durationMinutes ?? Infinity),
  );
  for (const area of areas) {
    if (!wanted.areas.includes(area)) continue;
    const working = area.units.filter(({ outOfService }) => !outOfService);
    const named = (unitId: string) => working.find((unit) => unit.unitId === unitId);
    const joins = area.combinations
      .map((join, index) => ({ ...join, index }))
      .filter(({ unitIds }) => unitIds.every((unitId) => named(unitId) !== undefined));
    const options = [
      ...working.map((unit, index) => ({
        unitIds: [unit.unitId],
        minSeats: unit.minSeats,
        maxSeats: unit.maxSeats,
        order: [0, index],
      })),
      ...joins.map((join) => ({ ...join, order: [join.priority ?? 1e9, join.index] })),
    ]
      .filter(({ minSeats, maxSeats }) => minSeats <= partySize && partySize <= maxSeats)
      .filter(({ unitIds }) => !wanted.online || unitIds.every((unitId) => named(unitId)?.listed))
      .filter(({ unitIds }) => !kind?.unitIds || unitIds.every((unitId) => kind.unitIds?.includes(unitId)))
      .filter(({ unitIds }) => unitIds.every(free))
      .map((option) => ({
        unitIds: option.unitIds,
        key: [
          option.unitIds.length,
          option.maxSeats - partySize,
          joins.filter(
            ({ unitIds }) =>
              unitIds.join() !== option.unitIds.join() &&
              unitIds.every(free) &&
              unitIds.some((unitId) => option.unitIds.includes(unitId)),
          ).length,
          option.unitIds.map((unitId) => strandedAt(unitId)).reduce((sum, minutes) => sum + minutes, 0),
          ...option.order,
        ],
      }))
      .toSorted((a, b) => compareKeys(a.key, b.key));
    const [best] = options;
    if (best !== undefined) return { areaId: area.areaId, unitIds: best.unitIds };
  }
  return null;

  function strandedAt(unitId: string): number {
    let [before, after] = [Infinity, Infinity];
    for (const claim of claims) {
      if (claim.unitId !== unitId) continue;
      if (claim.until <= from) before = Math.min(before, (from - claim.until) / minute);
      if (claim.from >= until) after = Math.min(after, (claim.from - until) / minute);
    }
    return (before < shortest ? before : 0) + (after < shortest ? after : 0);
  }
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) if (value !== b[index]) return value - (b[index] ?? 0);
  return 0;
}

function takes({ minPartySize, maxPartySize }: Experience, partySize: number): boolean {
  return !(minPartySize !== null && partySize < minPartySize) && !(maxPartySize !== null && partySize > maxPartySize);
}

function minutesOf({ configuration }: Venue, partySize: number, kind: Experience | null): number {
  if (kind?.durationMinutes) return kind.durationMinutes;
  for (const turn of configuration.durations)
    if (turn.minPartySize <= partySize && partySize <= turn.maxPartySize) return turn.minutes;
  throw new Error("a party size without a duration");
}

function wall(timeZone: string, t: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(t).toZonedDateTimeISO(timeZone).toPlainDateTime();
}

/** Looking takes long, and the same closing time is asked for at every start. */
const bounds = new Map<string, number>();

function boundOf(text: string, timeZone: string, which: "earlier" | "later"): number {
  const key = `${text} ${timeZone} ${which}`;
  const known = bounds.get(key) ?? lookForBound(text, timeZone, which);
  bounds.set(key, known);
  return known;
}

/** Found by looking: the first, or last, minute at which the clock shows the bound; if it never does, the first one after. */
function lookForBound(text: string, timeZone: string, which: "earlier" | "later"): number {
  const bound = Temporal.PlainDateTime.from(text);
  const guess = Date.parse(`${text}:00Z`);
  const shows = (t: number): boolean => Temporal.PlainDateTime.compare(wall(timeZone, t), bound) >= 0;
  if (which === "earlier") {
    for (let t = guess - 15 * 3_600_000; ; t += minute) if (shows(t)) return t;
  }
  for (let t = guess + 15 * 3_600_000; t > guess - 15 * 3_600_000; t -= minute) {
    if (Temporal.PlainDateTime.compare(wall(timeZone, t), bound) === 0) return t;
  }
  return lookForBound(text, timeZone, "earlier");
}

function servicesAt(
  { configuration, timeZone }: Venue,
  t: number,
  stay: number,
  kind: Experience | null,
): { service: Service; date: string }[] {
  const shown = wall(timeZone, t);
  const found: { service: Service; date: string }[] = [];
  for (const back of [1, 0]) {
    const date = shown.toPlainDate().subtract({ days: back });
    const exception = configuration.exceptions.find((each) => each.date === date.toString());
    const services =
      exception?.services ?? configuration.services.filter(({ days }) => days.includes(date.dayOfWeek % 7));
    for (const service of services) {
      if (kind?.services && !kind.services.includes(service.serviceId)) continue;
      const at = back * 1440 + shown.hour * 60 + shown.minute;
      const opens = clockMinutes(service.opens);
      const closes = clockMinutes(service.closes) + (service.closes <= service.opens ? 1440 : 0);
      if (at < opens || at > closes || (at - opens) % configuration.slotIntervalMinutes !== 0) continue;
      if (service.lastSeating !== null) {
        const last = clockMinutes(service.lastSeating) + (service.lastSeating < service.opens ? 1440 : 0);
        if (at > last) continue;
      } else {
        const closing = date.toPlainDateTime().add({ minutes: closes }).toString().slice(0, 16);
        if (t + stay * minute > boundOf(closing, timeZone, "later")) continue;
      }
      found.push({ service, date: date.toString() });
    }
  }
  return found;
}

function clockMinutes(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

function isBlackedOut({ blackouts, timeZone }: Venue, serviceDay: string, t: number, areaId: string): boolean {
  for (const blackout of blackouts) {
    if (blackout.area_id !== null && blackout.area_id !== areaId) continue;
    if (blackout.start_time === null) {
      if (serviceDay >= blackout.start_date && serviceDay <= blackout.end_date) return true;
      continue;
    }
    const shown = wall(timeZone, t).toString().slice(0, 16);
    const from = `${blackout.start_date}T${blackout.start_time}`;
    const until = `${blackout.end_date}T${blackout.end_time}`;
    if (shown >= from && shown < until) return true;
  }
  return false;
}

function paceAllows(venue: Venue, service: Service, t: number, partySize: number, claims: readonly Claim[]): boolean {
  if (service.pacing === null) return true;
  const end = t + venue.configuration.slotIntervalMinutes * minute;
  const counted = new Map<string, number>();
  for (const claim of claims) {
    if (claim.kind === "walk_in" || claim.kind === "block") continue;
    if (claim.startsAt < t || claim.startsAt >= end) continue;
    const area = venue.configuration.areas.find(({ units }) => units.some(({ unitId }) => unitId === claim.unitId));
    if (service.areas === null || (area !== undefined && service.areas.includes(area.areaId)))
      counted.set(claim.ownerId, claim.partySize);
  }
  const covers = [...counted.values()].reduce((sum, size) => sum + size, partySize);
  const { maxParties, maxCovers } = service.pacing;
  return !(maxParties !== null && counted.size + 1 > maxParties) && !(maxCovers !== null && covers > maxCovers);
}
