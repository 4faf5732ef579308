/**
 * Budgets of requests per minute, per app, that hold across all processes of a service (rules/http 8.1, 8.2).
 *
 * Guarantees: at most `limit` calls are let through in a window of 60 seconds, which opens with its first call; budgets of
 * different names are counted independently. One autocommitted upsert per call, apart from the call's own transaction, so
 * that calls of one app never wait for each other's work. The table is UNLOGGED: a crash of the database forgets counts,
 * never an effect. The server calls it, after authorisation and before any work. Real time, not a location's clock.
 */
import type { Database } from "../postgres/database.ts";
import { row } from "../postgres/sql-types.ts";
import { defineStatement } from "../postgres/statement.ts";

export type BudgetName = "availability" | "bookings";
export type BudgetLimits = Readonly<Record<BudgetName, number>>;

/** Requests per minute and app, across locations. */
export const documentedBudgets: BudgetLimits = { availability: 60, bookings: 300 };

const take = defineStatement({
  name: "take-rate-budget",
  takes: ["text", "text"],
  gives: row<{ taken: number; wait: number }>({ taken: "int4", wait: "int4" }),
  text: `INSERT INTO rate_budgets AS b (app_id, budget, ends_at, taken)
    VALUES ($1, $2, clock_timestamp() + interval '1 minute', 1)
    ON CONFLICT (app_id, budget) DO UPDATE SET
      taken = CASE WHEN b.ends_at <= clock_timestamp() THEN 1 ELSE least(b.taken + 1, 1000000000) END,
      ends_at = CASE WHEN b.ends_at <= clock_timestamp() THEN excluded.ends_at ELSE b.ends_at END
    RETURNING taken, ceil(extract(epoch FROM ends_at - clock_timestamp()))::integer AS wait`,
});

/** What a call found of its budget. */
export interface TakenBudget {
  readonly limit: number;
  /** How many more calls are let through in this window. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly endsInSeconds: number;
  readonly isUsedUp: boolean;
}

/** The length of a window, in seconds. */
export const budgetSeconds = 60;

/** Takes one of the app's budget, whether or not one is left. */
export async function takeBudget(
  database: Database,
  appId: string,
  budget: BudgetName,
  limits: BudgetLimits = documentedBudgets,
): Promise<TakenBudget> {
  const { taken, wait } = await database.read.one(take, [appId, budget]);
  const limit = limits[budget];
  return {
    limit,
    remaining: Math.max(0, limit - taken),
    endsInSeconds: Math.max(1, wait),
    isUsedUp: taken > limit,
  };
}
