/** SQL of the money of a location by day, in real time like the ledger. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { dayNumber, onTheDays } from "../../platform/postgres/day-counts.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** What moved on one day in one currency; amounts in minor units. */
export interface DailyPayments {
  /** 1 for the first day. */
  readonly day_number: number;
  readonly currency: string;
  readonly charges: number;
  readonly charged: number;
  /** Paid back by the processor. */
  readonly returned: number;
}

const payments = defineStatement({
  name: "count-daily-payments",
  prepare: false,
  takes: ["text", "int8[]"],
  gives: row<DailyPayments>({
    day_number: "int4",
    currency: "text",
    charges: "int8",
    charged: "int8",
    returned: "int8",
  }),
  text: `SELECT ${dayNumber("m.at", "$2")} AS day_number, m.currency,
      count(*) FILTER (WHERE m.kind = 'charge') AS charges,
      coalesce(sum(m.amount) FILTER (WHERE m.kind = 'charge'), 0)::bigint AS charged,
      (coalesce(sum(m.amount) FILTER (WHERE m.kind = 'refund_settled'), 0)
        - coalesce(sum(m.amount) FILTER (WHERE m.kind = 'refund_failed'), 0))::bigint AS returned
    FROM payments_ledger m
    WHERE m.location_id = $1 AND ${onTheDays("m.at", "$2")}
      AND m.kind IN ('charge', 'refund_settled', 'refund_failed')
    GROUP BY 1, 2 ORDER BY 1, 2`,
});

/** What was paid and paid back, by the day of the movement. */
export function countDailyPayments(
  db: Db,
  locationId: Id<"str">,
  bounds: readonly Instant[],
): Promise<DailyPayments[]> {
  return db.rows(payments, [locationId, bounds]);
}

/** The refunds that came to be owed on one day in one currency. */
export interface DailyRefunds {
  /** 1 for the first day. */
  readonly day_number: number;
  readonly currency: string;
  readonly refunds: number;
  readonly amount: number;
  /** Not paid back yet, of these. */
  readonly owed: number;
}

const refunds = defineStatement({
  name: "count-daily-refunds",
  prepare: false,
  takes: ["text", "int8[]"],
  gives: row<DailyRefunds>({ day_number: "int4", currency: "text", refunds: "int8", amount: "int8", owed: "int8" }),
  text: `SELECT ${dayNumber("m.at", "$2")} AS day_number, m.currency,
      count(*) AS refunds, sum(m.amount)::bigint AS amount,
      coalesce(sum(m.amount) FILTER (WHERE r.status = 'pending'), 0)::bigint AS owed
    FROM payments_ledger m JOIN refunds r ON r.id = m.refund_id
    WHERE m.location_id = $1 AND ${onTheDays("m.at", "$2")} AND m.kind IN ('refund_requested', 'adjustment')
    GROUP BY 1, 2 ORDER BY 1, 2`,
});

/** The refunds by the day on which they came to be owed, which is that of their line in the ledger. */
export function countDailyRefunds(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<DailyRefunds[]> {
  return db.rows(refunds, [locationId, bounds]);
}
