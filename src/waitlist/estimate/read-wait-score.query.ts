/** How right the told bands were: for the operator, and for the metrics. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { isCovered, rollingQuotes, winklerOf } from "./wait-band.ts";
import { findLearned, listScored, measureQuotes } from "./wait-quotes.sql.ts";

export interface WaitScore {
  /** Of the last 300 parties that were told to wait and got a table. */
  readonly quotes: number;
  /** Shares; null without quotes. */
  readonly coverage: number | null;
  readonly late: number | null;
  readonly meanWidth: number | null;
  readonly winkler: number | null;
  /** How far bands are widened (above 0) or narrowed now. */
  readonly correction: number;
  /** Finished stays that the estimate has learned from. */
  readonly stays: number;
}

/** The score of a venue. */
export async function readWaitScore(db: Db, locationId: Id<"str">): Promise<WaitScore> {
  const [scored, learned] = await Promise.all([listScored(db, locationId, rollingQuotes), findLearned(db, locationId)]);
  const mean = (of: (quote: (typeof scored)[number]) => number): number | null =>
    scored.length === 0 ? null : scored.reduce((sum, quote) => sum + of(quote), 0) / scored.length;
  return {
    quotes: scored.length,
    coverage: mean(({ band, waited }) => (isCovered(band, waited) ? 1 : 0)),
    late: mean(({ band, waited }) => (waited > band.max ? 1 : 0)),
    meanWidth: mean(({ band }) => band.max - band.min),
    winkler: mean(({ band, waited }) => winklerOf(band, waited)),
    correction: learned.correction,
    stays: learned.stays.reduce((sum, { stays }) => sum + stays, 0),
  };
}

/** The same of the last 30 days over all venues, in short. */
export async function readWaitTotals(
  db: Db,
): Promise<{ readonly quotes: number; readonly coverage: number; readonly width: number }> {
  const { quotes, covered, width } = await measureQuotes(db);
  return { quotes, coverage: quotes === 0 ? 0 : covered / quotes, width };
}
