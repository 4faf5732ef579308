/** The line of a location for hosts, with the wait of each party. */
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { WaitlistEntry } from "../../waitlist/entry/waitlist-entry.ts";
import { bandsOf, lookAtLine, type LineLook } from "../../waitlist/line/line-bands.query.ts";
import { listGoneEntries, readLine, readPosition } from "../../waitlist/line/read-waitlist.query.ts";
import { namesOf } from "../bookings/read-bookings.query.ts";
import { entryToStand, waitlistToStand, type LineToShow } from "./stand-wire.ts";
import type { StandEntry, StandWaitlist } from "./stand-waitlist.schemas.ts";

/** The longest time in which a party can be put back into line. */
const undoMs = 30 * 60_000;

/** A line that was read, whose estimates may still have to be made. */
export interface StandLine {
  readonly shown: LineToShow;
  readonly look: LineLook;
}

/** Reads the line and what its estimates are made of. */
export async function lookAtStandLine(db: Db, state: VenueState): Promise<StandLine> {
  const { now } = state;
  const locationId = state.location.id;
  const [line, gone] = await Promise.all([readLine(db, locationId), listGoneEntries(db, locationId, now - undoMs)]);
  const [names, look] = await Promise.all([
    namesOf(db, [...line.entries, ...gone]),
    lookAtLine(db, state, line.entries),
  ]);
  return { shown: { locationId, now, line, gone, names }, look };
}

/** The line with its estimates; no connection is held while they are made. */
export async function finishLine({ shown, look }: StandLine): Promise<StandWaitlist> {
  return waitlistToStand(shown, await bandsOf(look));
}

/** One entry as hosts see it; what it still waits is told with the line. */
export async function showEntry(db: Db, entry: WaitlistEntry, now: number): Promise<StandEntry> {
  const [position, names] = await Promise.all([readPosition(db, entry), namesOf(db, [entry])]);
  return entryToStand(entry, { ...position, now, names });
}
