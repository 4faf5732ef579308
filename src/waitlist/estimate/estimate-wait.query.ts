/**
 * The estimate: the state of the room and the line at one moment, and the band for a party behind some others.
 *
 * Guarantees: the same state in the same minute has the same answer, in every process. One estimate gives the event loop
 * back several times. Called by the route, by adding a party, and by the live page.
 */
import { setImmediate } from "node:timers/promises";
import { listClaims } from "../../bookings/tables/list-claims.query.ts";
import { listSeatedBookings } from "../../bookings/book/list-seated-bookings.query.ts";
import type { BookableState } from "../../bookings/venue/venue.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { WaitSimulation } from "./simulate-waits.ts";
import { bandOf, quantilesOf, type Quantiles, type WaitBand } from "./wait-band.ts";
import { findLearned } from "./wait-quotes.sql.ts";
import {
  countCompeting,
  isTableFree,
  lineEndsAt,
  sceneOf,
  wholeMinute,
  type LineParty,
  type WaitState,
} from "./wait-scene.ts";

export interface KnownState extends WaitState {
  readonly correction: number;
}

export interface Estimate {
  readonly partiesAhead: number;
  readonly band: WaitBand;
  /** Before correction and rounding. */
  readonly simulated: Quantiles;
}

const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;
/** Runs between two turns of the event loop: a millisecond or two. */
const slice = 32;

/** Reads what estimates at a location need, as of now. */
export async function readWaitState(db: Db, { venue, now: exactly }: BookableState): Promise<KnownState> {
  const { locationId } = venue;
  const now = wholeMinute(exactly);
  const [claims, seated, learned] = await Promise.all([
    listClaims(db, locationId, now, now + dayMs),
    listSeatedBookings(db, locationId),
    findLearned(db, locationId),
  ]);
  return { venue, now, claims, seated, past: learned.stays, correction: learned.correction };
}

/** The band for a party of a size behind others; it must be of a size that some table can have. */
export async function estimateWait(
  state: KnownState,
  ahead: readonly LineParty[],
  partySize: number,
): Promise<Estimate> {
  const partiesAhead = countCompeting(state.venue, ahead, partySize);
  if (partiesAhead === 0 && isTableFree(state, partySize)) {
    return { partiesAhead, band: { min: 0, max: 0 }, simulated: { low: 0, high: 0 } };
  }
  const closesIn = closesInMinutes(state);
  const simulation = new WaitSimulation(sceneOf(state, ahead, partySize));
  while (!simulation.advance(slice)) await setImmediate();
  const simulated = quantilesOf(simulation.waits, closesIn);
  return { partiesAhead, band: bandOf(simulated, state.correction, closesIn), simulated };
}

/** The bands of everybody in line as they stand now, in the order of the line: one simulation for all of them. */
export async function estimateLine(state: KnownState, line: readonly LineParty[]): Promise<readonly WaitBand[]> {
  const last = line.at(-1);
  if (last === undefined) return [];
  const closesIn = closesInMinutes(state);
  const simulation = new WaitSimulation(sceneOf(state, line, last.party_size));
  while (!simulation.advance(slice)) await setImmediate();
  return line.map(({ party_size }, at) => {
    const isNext = countCompeting(state.venue, line.slice(0, at), party_size) === 0;
    if (isNext && isTableFree(state, party_size)) return { min: 0, max: 0 };
    return bandOf(quantilesOf(simulation.waitsAhead(at), closesIn), state.correction, closesIn);
  });
}

function closesInMinutes({ venue, now }: KnownState): number {
  return (lineEndsAt(venue, now) - now) / minuteMs;
}
