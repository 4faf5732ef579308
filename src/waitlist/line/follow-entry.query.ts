/** A guest's view of their position in line. The position is of now; the band is at most a minute old. */
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import type { WaitBand } from "../estimate/wait-band.ts";
import { isInLine, type WaitlistEntry } from "../entry/waitlist-entry.ts";
import * as sql from "../entry/waitlist.sql.ts";
import { bandsOf, lookAtLine, type LineLook } from "./line-bands.query.ts";

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

/** What the guest with this key sees, as of one moment; undefined when nobody has it. */
export async function followEntry(
  database: Pick<Database, "snapshot">,
  token: string,
): Promise<FollowedEntry | undefined> {
  return (await followEntryWith(database, token, async () => undefined))?.followed;
}

/** The same, with what a page shows beside it, of the same moment. */
export async function followEntryWith<More>(
  database: Pick<Database, "snapshot">,
  token: string,
  readMore: (db: Db, entry: WaitlistEntry) => Promise<More>,
): Promise<{ readonly followed: FollowedEntry; readonly more: More } | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined;
  const seen = await database.snapshot(async (db) => {
    const found = await look(db, token);
    return found === undefined ? undefined : { ...found, more: await readMore(db, found.entry) };
  });
  if (seen === undefined) return undefined;
  const { entry, state, line, more } = seen;
  const inLine = line?.line ?? [];
  const position = inLine.findIndex(({ id }) => id === entry.id) + 1;
  const bands = line === undefined || position === 0 ? [] : await bandsOf(line);
  const followed = { entry, state, position, inLine: inLine.length, band: bands[position - 1] ?? null };
  return { followed, more };
}

/** The entry, and its line while it is in one. */
interface Look extends Pick<FollowedEntry, "entry" | "state"> {
  readonly line: LineLook | undefined;
}

async function look(db: Db, token: string): Promise<Look | undefined> {
  const entry = await sql.findEntryByToken(db, token);
  if (entry === undefined) return undefined;
  const state = await findVenueState(db, entry.location_id);
  if (state === undefined) return undefined;
  if (!isInLine(entry.status)) return { entry, state, line: undefined };
  return { entry, state, line: await lookAtLine(db, state, await sql.listLine(db, entry.location_id)) };
}

/** The version of each of some lines: it grows with every change. */
export function readQueueVersions(db: Db, locationIds: readonly Id<"str">[]): Promise<ReadonlyMap<Id<"str">, number>> {
  return sql.readVersions(db, locationIds);
}
