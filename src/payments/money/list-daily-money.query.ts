/** The money of a location by day. `bounds` are the beginnings of the days and the end of the last, in real time. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import {
  countDailyPayments,
  countDailyRefunds,
  type DailyPayments,
  type DailyRefunds,
} from "../payment/daily-money.sql.ts";

/** What was paid and paid back. */
export function listDailyPayments(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<DailyPayments[]> {
  return countDailyPayments(db, locationId, bounds);
}

/** The refunds that came to be owed. */
export function listDailyRefunds(db: Db, locationId: Id<"str">, bounds: readonly Instant[]): Promise<DailyRefunds[]> {
  return countDailyRefunds(db, locationId, bounds);
}
