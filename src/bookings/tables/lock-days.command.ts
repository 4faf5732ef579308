/**
 * Locks days: the first step of every write to a location's tables (rules/bookings 7).
 *
 * Guarantees: until its transaction ends the writer alone works on the local dates of its stays, and reads them as they
 * are then. Holds whose time is over are ended first, and parties that sit beyond their claim keep their table, so both
 * limits are exact with or without the sweeps. A crash leaves nothing: locks end with the connection. Called by the
 * commands of holds, bookings, walk-ins and the waitlist.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { daysOf, type Span } from "./booking-days.ts";
import type { Claim } from "./claim.ts";
import { sendDayVersions } from "./booking-days.sql.ts";
import * as sql from "./claims.sql.ts";
import { claimsWindow } from "./seating.ts";
import type { Venue } from "../venue/venue.ts";
import { findVenueState, type VenueState } from "../venue/venue.query.ts";

export interface LockedDays {
  readonly locationId: Id<"str">;
  readonly timeZone: string;
  /** The configuration and the location as of the locks. */
  readonly state: VenueState;
  /** Location time. */
  readonly now: Instant;
  /** Real time; what the drain of GET /bookings goes by. */
  readonly writtenAt: Instant;
  /** The claims around the spans, and what parties have that still sit where the next claim has begun. */
  readonly claims: readonly Claim[];
  /** The local dates that are locked. */
  readonly days: readonly string[];
}

/** Waits for the local dates of the spans, then reads what a decision about them needs. */
export async function lockDays(
  tx: Tx,
  venue: Pick<Venue, "locationId" | "timeZone">,
  spans: readonly Span[],
): Promise<LockedDays> {
  const { locationId, timeZone } = venue;
  const days = daysOf(timeZone, spans);
  const window = claimsWindow(Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ until }) => until)));
  // Sent at once and run in this order: each statement sees what was committed before the lock was granted.
  const [, writtenAt, expired, state, claims, overstays] = await Promise.all([
    sql.lockDates(tx, locationId, days),
    sql.enterBookingDrain(tx),
    sql.expireHolds(tx, locationId, window.from, window.until),
    findVenueState(tx, locationId),
    sql.listClaims(tx, locationId, window.from, window.until),
    sql.listOverstays(tx, locationId),
  ]);
  if (state === undefined) throw new Error(`location ${locationId} is gone`);
  const now = writtenAt + state.location.clock_offset_seconds * 1000;
  const locked = { locationId, timeZone, state, now, writtenAt, claims, days };
  if (expired.length > 0) {
    recordLiveChange(tx, locationId, "floor", locationId);
    sendDays(
      tx,
      locked,
      expired.map((stay) => ({ from: stay.starts_at, until: stay.ends_at })),
    );
  }
  if (overstays.length === 0) return locked;
  const { extended, sitting } = await extendOverstays(tx, locked, overstays);
  const current = extended ? await sql.listClaims(tx, locationId, window.from, window.until) : claims;
  return { ...locked, claims: [...current, ...sitting] };
}

/** The same for a location whose zone is not at hand. */
export async function lockDaysAt(tx: Tx, locationId: Id<"str">, spans: readonly Span[]): Promise<LockedDays> {
  const state = await findVenueState(tx, locationId);
  if (state === undefined) throw new Error(`there is no location ${locationId}`);
  return lockDays(tx, { locationId, timeZone: zoneOf(state) }, spans);
}

/** The zone of a location; one without any keeps UTC. */
export function zoneOf(state: VenueState): string {
  return state.location.timezone ?? "UTC";
}

/** Notes that the spans' dates were written to; the last thing a write does. */
export function sendDays(tx: Tx, locked: LockedDays, spans: readonly Span[]): void {
  sendDayVersions(tx, locked.locationId, daysOf(locked.timeZone, spans), locked.now);
}

/**
 * A party still seated at its end keeps its table, in steps of the slot interval, until the next claim begins. From then on
 * it has no claim, and sits there all the same: nobody can be seated at its table before it leaves.
 */
async function extendOverstays(
  tx: Tx,
  locked: LockedDays,
  overstays: readonly sql.Overstay[],
): Promise<{ readonly extended: boolean; readonly sitting: readonly Claim[] }> {
  const stepMs = (locked.state.venue?.configuration.slotIntervalMinutes ?? 15) * 60_000;
  const sitting: Claim[] = [];
  let extended = false;
  for (const { owner_id, until, next_from } of overstays) {
    const wanted = until + (Math.floor((locked.now - until) / stepMs) + 1) * stepMs;
    const granted = Math.min(wanted, next_from ?? wanted);
    const span = { from: until, until: granted };
    // Dates that are not locked here are left to the sweep, which locks them.
    const isLocked = granted > until && daysOf(locked.timeZone, [span]).every((day) => locked.days.includes(day));
    if (isLocked) {
      await sql.extendClaims(tx, owner_id, granted);
      sendDays(tx, locked, [span]);
      extended = true;
    }
    if (isLocked && granted === wanted) continue;
    const own = locked.claims.filter(({ ownerId }) => ownerId === owner_id);
    sitting.push(...own.map((claim) => ({ ...claim, from: until, until: wanted })));
  }
  return { extended, sitting };
}
