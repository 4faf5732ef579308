/** SQL of the figures of health, minute by minute. */
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

export interface HealthSample {
  readonly oldest_due_seconds: number;
  readonly late_timer_seconds: number;
  readonly drain_age_seconds: number;
  /** 0 to 1. */
  readonly refused_share: number;
  readonly unattended_orders: number;
  readonly owed_refunds: number;
}

const insertSampleStatement = defineStatement({
  name: "insert-health-sample",
  prepare: false,
  takes: ["float8", "float8", "float8", "float8", "int4", "int4"],
  text: `INSERT INTO health_samples
      (at, oldest_due_seconds, late_timer_seconds, drain_age_seconds, refused_share, unattended_orders, owed_refunds)
    VALUES (date_trunc('minute', clock_timestamp()), $1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
});

/** Writes the sample of this minute; where another worker has written it, that one stays. */
export function sendSample(tx: Tx, sample: HealthSample): void {
  tx.send(insertSampleStatement, [
    sample.oldest_due_seconds,
    sample.late_timer_seconds,
    sample.drain_age_seconds,
    sample.refused_share,
    sample.unattended_orders,
    sample.owed_refunds,
  ]);
}

/** The worst of some minutes. */
export interface HealthSpan extends HealthSample {
  /** How many spans ago it began: 0 is the span of now. */
  readonly ago: number;
}

const listSpansStatement = defineStatement({
  name: "list-health-spans",
  prepare: false,
  takes: ["int4", "int4"],
  gives: row<HealthSpan>({
    ago: "int4",
    oldest_due_seconds: "float8",
    late_timer_seconds: "float8",
    drain_age_seconds: "float8",
    refused_share: "float8",
    unattended_orders: "int4",
    owed_refunds: "int4",
  }),
  text: `SELECT floor(extract(epoch FROM statement_timestamp() - at) / $1::int)::int AS ago,
      max(oldest_due_seconds) AS oldest_due_seconds, max(late_timer_seconds) AS late_timer_seconds,
      max(drain_age_seconds) AS drain_age_seconds, max(refused_share) AS refused_share,
      max(unattended_orders) AS unattended_orders, max(owed_refunds) AS owed_refunds
    FROM health_samples WHERE at <= statement_timestamp() AND at > statement_timestamp() - make_interval(secs => $1::int * $2)
    GROUP BY 1 ORDER BY 1 DESC`,
});

/** The last so many spans of so many seconds that have a sample, oldest first; of each figure the worst. */
export function listSpans(db: Db, seconds: number, spans: number): Promise<readonly HealthSpan[]> {
  return db.rows(listSpansStatement, [seconds, spans]);
}

const deleteOldSamplesStatement = defineStatement({
  name: "delete-old-health-samples",
  prepare: false,
  takes: ["int4"],
  text: "DELETE FROM health_samples WHERE at < statement_timestamp() - make_interval(days => $1)",
});

export async function deleteOldSamples(tx: Tx, days: number): Promise<void> {
  await tx.rows(deleteOldSamplesStatement, [days]);
}
