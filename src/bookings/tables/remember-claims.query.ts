/**
 * The claims of a search, remembered by local date. A search over a month of a busy room reads thousands of rows; the
 * next search reads only the dates that were written to since, in any process.
 *
 * Guarantees: an answer is never older than its search: the versions of the dates are read each time, before any claims,
 * and a hold whose time is over ends the memory of its dates. Not for a transaction that writes claims, because what it
 * reads may never be committed.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { instantOf, wallTime } from "../../kernel/wall-time.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { daysOf, type Span } from "./booking-days.ts";
import type { Claim } from "./claim.ts";
import { readDayVersions } from "./booking-days.sql.ts";
import { createClaimMemory } from "./claims.cache.ts";
import { listClaims } from "./claims.sql.ts";

/** Whose claims, and at what time of the location. */
export interface ClaimsWanted extends Span {
  readonly locationId: Id<"str">;
  readonly timeZone: string;
  readonly now: Instant;
}

/** The live claims of a location on the local dates that the span touches, as of now or a moment later. */
export async function recallClaims(db: Db, wanted: ClaimsWanted): Promise<readonly Claim[]> {
  const memory = db.memories.of(createClaimMemory);
  const { locationId, timeZone, now } = wanted;
  const days = daysOf(timeZone, [wanted]);
  const versions = await readDayVersions(db, locationId, days);
  const known = days.map((day) => {
    const found = memory.get(nameOf(wanted, day));
    return found !== undefined && found.version === (versions.get(day) ?? 0) && now < found.goodUntil
      ? found
      : undefined;
  });
  await Promise.all(
    gapsIn(known).map(async ([first, last]) => {
      const gap = days.slice(first, last + 1);
      for (const [index, day] of (await listByDay(db, wanted, gap)).entries()) {
        const remembered = { ...day, version: versions.get(gap[index] ?? "") ?? 0 };
        memory.put(nameOf(wanted, gap[index] ?? ""), remembered);
        known[first + index] = remembered;
      }
    }),
  );
  return known.flatMap((day, index) => (index === 0 ? day?.claims : day?.begun) ?? []);
}

const nameOf = ({ locationId, timeZone }: ClaimsWanted, day: string): string => `${locationId} ${timeZone} ${day}`;

/** The first and last position of every run of positions without a value. */
function gapsIn(values: readonly unknown[]): [first: number, last: number][] {
  const gaps: [number, number][] = [];
  for (const [index, value] of values.entries()) {
    const last = gaps.at(-1);
    if (value !== undefined) continue;
    if (last?.[1] === index - 1) last[1] = index;
    else gaps.push([index, index]);
  }
  return gaps;
}

/** Reads the claims of local dates that follow on each other, in one statement. */
async function listByDay(db: Db, { locationId, timeZone }: ClaimsWanted, days: readonly string[]) {
  const bounds = [...days.map((day) => wallTime(day)), wallTime(days.at(-1) ?? "", 24 * 60)].map((midnight) =>
    instantOf(timeZone, midnight, "earlier"),
  );
  const claims = await listClaims(db, locationId, bounds[0] ?? 0, bounds.at(-1) ?? 0);
  return days.map((_, index) => {
    const [from, until] = [bounds[index] ?? 0, bounds[index + 1] ?? 0];
    const touching = claims.filter((claim) => claim.from < until && from < claim.until);
    return {
      claims: touching,
      begun: touching.filter((claim) => from <= claim.from),
      goodUntil: Math.min(...touching.map(({ expiresAt }) => expiresAt ?? Infinity)),
    };
  });
}
