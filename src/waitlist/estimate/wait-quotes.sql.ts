/** SQL of quotes, their outcomes, and the values that the estimate has learned from them. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { PastStays } from "./stay-model.ts";
import type { ScoredQuote, WaitBand } from "./wait-band.ts";

/** What is kept of a venue's past; see `learn-waits.job.ts`. */
export interface Learned {
  readonly stays: readonly PastStays[];
  /** Of `wait-band.ts`. */
  readonly correction: number;
}

export const nothingLearned: Learned = { stays: [], correction: 0 };

const findWaitModelStatement = defineStatement({
  name: "find-wait-model",
  takes: ["text"],
  gives: row<{ learned: Learned }>({ learned: "jsonb" }),
  text: "SELECT learned FROM wait_models WHERE location_id = $1",
});

/** What the estimate has learned at the location. */
export async function findLearned(db: Db, locationId: Id<"str">): Promise<Learned> {
  const row = await db.maybe(findWaitModelStatement, [locationId]);
  return row?.learned ?? nothingLearned;
}

const saveLearnedStatement = defineStatement({
  name: "save-wait-model",
  prepare: false,
  takes: ["text", "jsonb"],
  text: `INSERT INTO wait_models (location_id, learned_at, learned) VALUES ($1, clock_timestamp(), $2)
    ON CONFLICT (location_id) DO UPDATE SET learned_at = excluded.learned_at, learned = excluded.learned`,
});

export async function saveLearned(tx: Tx, locationId: Id<"str">, learned: Learned): Promise<void> {
  await tx.rows(saveLearnedStatement, [locationId, JSON.stringify(learned)]);
}

const listUnlearnedStatement = defineStatement({
  name: "list-unlearned-wait-models",
  prepare: false,
  takes: ["float8", "int8"],
  gives: row<{ location_id: Id<"str"> }>({ location_id: "text" }),
  text: `SELECT q.location_id FROM waitlists q LEFT JOIN wait_models m ON m.location_id = q.location_id
    WHERE m.learned_at IS NULL OR m.learned_at < clock_timestamp() - make_interval(secs => $1)
    ORDER BY m.learned_at NULLS FIRST, q.location_id LIMIT $2`,
});

/** Locations with a waitlist whose past was last looked at so long ago, longest ago first. */
export async function listUnlearned(db: Db, afterSeconds: number, limit: number): Promise<Id<"str">[]> {
  const rows = await db.rows(listUnlearnedStatement, [afterSeconds, limit]);
  return rows.map((row) => row.location_id);
}

const listPastStaysStatement = defineStatement({
  name: "list-past-stays-to-learn",
  prepare: false,
  takes: ["text"],
  gives: row<PastStays>({ partySize: "int4", stays: "int4", mean: "float8", meanSquare: "float8" }),
  text: `SELECT party_size AS "partySize", count(*)::int AS stays, avg(stay) AS mean, avg(stay * stay) AS "meanSquare" FROM (
      SELECT b.party_size, ln(extract(epoch FROM b.completed_at - b.seated_at)::float8 / 60) AS stay
      FROM bookings b JOIN locations l ON l.id = b.location_id
      WHERE b.location_id = $1 AND b.status = 'completed' AND b.experience_id IS NULL
        AND b.starts_at > clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8) - interval '90 days'
        AND b.completed_at - b.seated_at BETWEEN interval '10 minutes' AND interval '10 hours') stays
    GROUP BY party_size ORDER BY party_size`,
});

/** The finished stays of the last 90 days by party size; stays of less than ten minutes or more than ten hours are slips. */
export function listPastStays(db: Db, locationId: Id<"str">): Promise<PastStays[]> {
  return db.rows(listPastStaysStatement, [locationId]);
}

export interface Quote {
  readonly entryId: Id<"bkw">;
  readonly locationId: Id<"str">;
  readonly quotedAt: Instant;
  readonly partySize: number;
  readonly partiesAhead: number;
  readonly low: number;
  readonly high: number;
  readonly band: WaitBand;
}

/** Quotes are written here, and read only together with what became of them. */
const insertion = defineTable<Record<never, never>>()({
  name: "wait_quotes",
  columns: {},
  also: {
    entry_id: "text",
    location_id: "text",
    quoted_at: "timestamptz",
    party_size: "int4",
    parties_ahead: "int4",
    simulated_low: "float8",
    simulated_high: "float8",
    band_min: "int4",
    band_max: "int4",
  },
}).insert();
const sendQuoteStatement = defineStatement({
  name: "insert-wait-quote",
  prepare: false,
  takes: insertion.takes,
  text: insertion.text,
});

export function sendQuote(tx: Tx, quote: Quote): void {
  const written = {
    entry_id: quote.entryId,
    location_id: quote.locationId,
    quoted_at: quote.quotedAt,
    party_size: quote.partySize,
    parties_ahead: quote.partiesAhead,
    simulated_low: quote.low,
    simulated_high: quote.high,
    band_min: quote.band.min,
    band_max: quote.band.max,
  };
  tx.send(sendQuoteStatement, insertion.values(written));
}

const sendOutcomeStatement = defineStatement({
  name: "settle-wait-quote",
  prepare: false,
  takes: ["text", "float8", "float8"],
  text: `UPDATE wait_quotes SET settled_at = to_timestamp($2::float8 / 1000), waited_minutes = $3 WHERE entry_id = $1`,
});

/** Notes what came of a quote: the minutes until the table was ready, or null for a party that left without one. */
export function sendOutcome(tx: Tx, entryId: Id<"bkw">, settledAt: Instant, waitedMinutes: number | null): void {
  tx.send(sendOutcomeStatement, [entryId, settledAt, waitedMinutes]);
}

const sendNoOutcomeStatement = defineStatement({
  name: "unsettle-wait-quote",
  prepare: false,
  takes: ["text"],
  text: "UPDATE wait_quotes SET settled_at = NULL, waited_minutes = NULL WHERE entry_id = $1",
});

/** Takes back what came of a quote: the party is in line again. */
export function sendNoOutcome(tx: Tx, entryId: Id<"bkw">): void {
  tx.send(sendNoOutcomeStatement, [entryId]);
}

export interface FinishedQuote extends ScoredQuote {
  readonly band: WaitBand;
}

const listScoredQuotesStatement = defineStatement({
  name: "list-scored-quotes",
  takes: ["text", "int8"],
  gives: row<{ low: number; high: number; waited: number; min: number; max: number }>({
    low: "float8",
    high: "float8",
    waited: "float8",
    min: "int4",
    max: "int4",
  }),
  text: `SELECT simulated_low AS low, simulated_high AS high, waited_minutes AS waited, band_min AS min, band_max AS max
    FROM wait_quotes WHERE location_id = $1 AND waited_minutes IS NOT NULL AND band_max > 0 ORDER BY settled_at DESC LIMIT $2`,
});

/** The last quotes of a location whose party was told to wait and got a table, latest first. */
export async function listScored(db: Db, locationId: Id<"str">, limit: number): Promise<FinishedQuote[]> {
  const rows = await db.rows(listScoredQuotesStatement, [locationId, limit]);
  return rows.map(({ low, high, waited, min, max }) => ({ low, high, waited, band: { min, max } }));
}

export interface ScoreTotals {
  readonly quotes: number;
  readonly covered: number;
  readonly width: number;
}

const measureQuotesStatement = defineStatement({
  name: "measure-wait-quotes",
  prepare: false,
  takes: [],
  gives: row<ScoreTotals>({ quotes: "int4", width: "float8", covered: "int4" }),
  text: `SELECT count(*)::int AS quotes, coalesce(avg(band_max - band_min), 0)::float8 AS width,
      count(*) FILTER (WHERE waited_minutes BETWEEN band_min AND band_max)::int AS covered
    FROM wait_quotes WHERE waited_minutes IS NOT NULL AND band_max > 0 AND settled_at > clock_timestamp() - interval '30 days'`,
});

/** How the quotes of the last 30 days did together, over all locations. */
export function measureQuotes(db: Db): Promise<ScoreTotals> {
  return db.one(measureQuotesStatement);
}
