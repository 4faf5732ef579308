/**
 * A guest's own look at their place in line. Guarantees: it is as of now for the place, and at most a minute old for the band;
 * the bands of one line are made once for everybody who looks, per minute and per change of the line.
 */
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { estimateLine, readWaitState } from "../estimate/estimate-wait.query.ts";
import { requireWaitlist } from "./require-waitlist.query.ts";
import { wholeMinute } from "../estimate/wait-scene.ts";
import type { WaitBand } from "../estimate/wait-band.ts";
import { isInLine, type WaitlistEntry } from "../entry/waitlist-entry.ts";
import * as sql from "../entry/waitlist.sql.ts";

export interface FollowedEntry {
  readonly entry: WaitlistEntry;
  readonly state: VenueState;
  /** 0 when the party is not in line. */
  readonly position: number;
  /** How many stand in line. */
  readonly inLine: number;
  /** Null when the party is not in line, or nothing can be said. */
  readonly band: WaitBand | null;
}

export interface EntryFollower {
  /** What the guest with this key sees; undefined when nobody has it. */
  find(db: Db, token: string): Promise<FollowedEntry | undefined>;
}

const mostLines = 500;

/** Makes a follower that remembers the bands of the lines it last looked at. */
export function createEntryFollower(): EntryFollower {
  const lines = new Map<Id<"str">, { readonly key: string; readonly bands: Promise<readonly WaitBand[]> }>();

  async function bandsOf(db: Db, state: VenueState, line: readonly WaitlistEntry[]): Promise<readonly WaitBand[]> {
    const ready = requireWaitlist(state);
    if (isRefusal(ready)) return [];
    const { id } = state.location;
    const content = line.map((entry) => entry.id).join(" ");
    const key = [wholeMinute(state.now), state.location.configuration_content, content].join(" ");
    const known = lines.get(id);
    if (known?.key === key) return known.bands;
    const bands = readWaitState(db, ready).then((waiting) => estimateLine(waiting, line));
    if (lines.size >= mostLines) lines.clear();
    lines.set(id, { key, bands });
    bands.catch(() => void lines.delete(id));
    return bands;
  }

  return {
    async find(db, token) {
      if (!/^[\w-]{22}$/.test(token)) return undefined;
      const entry = await sql.findEntryByToken(db, token);
      if (entry === undefined) return undefined;
      const state = await findVenueState(db, entry.location_id);
      if (state === undefined) return undefined;
      if (!isInLine(entry.status)) return { entry, state, position: 0, inLine: 0, band: null };
      const line = await sql.listQueue(db, entry.location_id);
      const at = line.findIndex(({ id }) => id === entry.id);
      const bands = at < 0 ? [] : await bandsOf(db, state, line);
      return { entry, state, position: at + 1, inLine: line.length, band: bands[at] ?? null };
    },
  };
}

/** The version of each of some queues: it grows with every change. */
export function readQueueVersions(db: Db, locationIds: readonly Id<"str">[]): Promise<ReadonlyMap<Id<"str">, number>> {
  return sql.readVersions(db, locationIds);
}
