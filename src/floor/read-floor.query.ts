/**
 * The floor of a location, from a snapshot (rules/bookings 13.4).
 *
 * Guarantees: a snapshot serves its location for at most 15 seconds. It is the same in every process, and a write to the
 * location's tables replaces it at once. The moment of a snapshot follows from the clock and the last write alone, so
 * processes agree without sharing anything. Each process keeps its last snapshot only to save work. Called by the floor's
 * routes of apps and hosts.
 */
import { createHash } from "node:crypto";
import { daysOf } from "../bookings/tables/booking-days.ts";
import { listClaims } from "../bookings/tables/list-claims.query.ts";
import { listSeatedBookings } from "../bookings/book/list-seated-bookings.query.ts";
import { readDayMark } from "../bookings/tables/read-day-mark.query.ts";
import { requireVenue, type BookableState, type VenueState } from "../bookings/venue/venue.query.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import type { Db } from "../platform/postgres/database.ts";
import { drawFloor, horizonMs } from "./floor.ts";
import { drawnAt, floorToWire, type FloorWire } from "./floor.schemas.ts";

/** How long a snapshot stands when nothing is written; also how often a partner should poll. */
const snapshotMs = 15_000;
const maxSnapshots = 2_000;

export interface FloorSnapshot {
  readonly floor: FloorWire;
  /** Of everything but the moment: two polls of an unchanged floor have the same. */
  readonly etag: string;
  /** Whole seconds since the moment it was drawn for. */
  readonly ageSeconds: number;
}

type Drawn = Pick<FloorSnapshot, "floor" | "etag">;

export interface FloorReader {
  /** Reads within one database snapshot, in which the state was read too: mark, claims and bookings are of one moment. */
  get(db: Db, state: VenueState): Promise<FloorSnapshot | Refusal<"capability_unsupported" | "configuration_missing">>;
}

/** Makes a reader that remembers the last snapshot of each location. */
export function createFloorReader(): FloorReader {
  const snapshots = new Map<Id<"str">, { readonly key: string; readonly drawn: Promise<Drawn> }>();

  function snapshot(locationId: Id<"str">, key: string, draw: () => Promise<Drawn>): Promise<Drawn> {
    const last = snapshots.get(locationId);
    if (last?.key === key) return last.drawn;
    const drawn = draw();
    if (snapshots.size >= maxSnapshots) snapshots.clear();
    snapshots.set(locationId, { key, drawn });
    drawn.catch(() => void snapshots.delete(locationId));
    return drawn;
  }

  return {
    async get(db, found) {
      const state = requireVenue(found);
      if (isRefusal(state)) return state;
      const { now, venue, location } = state;
      const { locationId } = venue;
      // The mark is read before the tables: a drawing can then only be newer than its key says, never older.
      const days = daysOf(venue.timeZone, [{ from: now - horizonMs, until: now + horizonMs }]);
      const mark = await readDayMark(db, locationId, days);
      const at = Math.max(now - (now % snapshotMs), Math.min(mark.changed_at ?? 0, now));
      const key = [mark.version, at, location.configuration_content, db.livemode].join(" ");
      const drawn = await snapshot(locationId, key, () => draw(db, state, at));
      return { ...drawn, ageSeconds: Math.max(0, Math.floor((now - at) / 1000)) };
    },
  };
}

async function draw(db: Db, { venue }: BookableState, at: Instant): Promise<Drawn> {
  const [claims, seated] = await Promise.all([
    listClaims(db, venue.locationId, at, at + horizonMs),
    listSeatedBookings(db, venue.locationId),
  ]);
  const wire = floorToWire(venue.locationId, db.livemode, venue.timeZone, drawFloor(venue, claims, seated, at));
  const etag = `W/"${createHash("sha256").update(JSON.stringify(wire)).digest("base64url").slice(0, 22)}"`;
  return { floor: drawnAt(wire, at), etag };
}
