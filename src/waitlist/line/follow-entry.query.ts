/**
 * A guest's own look at their position in line. Guarantees: it is as of now for the position, and at most a minute old for the band;
 * the bands of one line are made once for everybody who looks, per minute and per change of the line.
 */
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { estimateLine, readWaitState, type KnownState } from "../estimate/estimate-wait.query.ts";
import { requireWaitlist } from "./require-waitlist.ts";
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
  /** What the guest with this key sees, as of one moment; undefined when nobody has it. */
  find(database: Pick<Database, "snapshot">, token: string): Promise<FollowedEntry | undefined>;
}

/** An entry with the bands of its line, or with the facts they are made from where nobody has made them yet. */
interface Look extends Omit<FollowedEntry, "band"> {
  readonly line: readonly WaitlistEntry[];
  readonly key: string;
  readonly bands: Promise<readonly WaitBand[]> | undefined;
  readonly waiting: KnownState | undefined;
}

const mostLines = 500;

/** Makes a follower that remembers the bands of the lines it last looked at. */
export function createEntryFollower(): EntryFollower {
  const lines = new Map<Id<"str">, { readonly key: string; readonly bands: Promise<readonly WaitBand[]> }>();

  async function look(db: Db, token: string): Promise<Look | undefined> {
    const entry = await sql.findEntryByToken(db, token);
    if (entry === undefined) return undefined;
    const state = await findVenueState(db, entry.location_id);
    if (state === undefined) return undefined;
    const nowhere = { entry, state, position: 0, inLine: 0, line: [], key: "", bands: undefined, waiting: undefined };
    if (!isInLine(entry.status)) return nowhere;
    const line = await sql.listLine(db, entry.location_id);
    const position = line.findIndex(({ id }) => id === entry.id) + 1;
    const content = line.map(({ id }) => id).join(" ");
    const key = [wholeMinute(state.now), state.location.configuration_content, content].join(" ");
    const ready = requireWaitlist(state);
    const kept = lines.get(entry.location_id);
    const bands = kept?.key === key ? kept.bands : undefined;
    const waiting = bands !== undefined || isRefusal(ready) ? undefined : await readWaitState(db, ready);
    return { entry, state, position, inLine: line.length, line, key, bands, waiting };
  }

  /** The bands of the whole line, or none where no wait can be estimated. No connection is held meanwhile. */
  async function bandsOf({ entry, line, key, bands: known, waiting }: Look): Promise<readonly WaitBand[]> {
    if (known !== undefined || waiting === undefined) return known ?? [];
    const made = lines.get(entry.location_id);
    if (made?.key === key) return made.bands;
    const bands = estimateLine(waiting, line);
    if (lines.size >= mostLines) lines.clear();
    lines.set(entry.location_id, { key, bands });
    bands.catch(() => void lines.delete(entry.location_id));
    return bands;
  }

  return {
    async find(database, token) {
      if (!/^[\w-]{22}$/.test(token)) return undefined;
      const seen = await database.snapshot((db) => look(db, token));
      if (seen === undefined) return undefined;
      const { entry, state, position, inLine } = seen;
      const bands = position === 0 ? [] : await bandsOf(seen);
      return { entry, state, position, inLine, band: bands[position - 1] ?? null };
    },
  };
}

/** The version of each of some lines: it grows with every change. */
export function readQueueVersions(db: Db, locationIds: readonly Id<"str">[]): Promise<ReadonlyMap<Id<"str">, number>> {
  return sql.readVersions(db, locationIds);
}
