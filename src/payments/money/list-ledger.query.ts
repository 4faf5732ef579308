import type { Db } from "../../platform/postgres/database.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { listMovements, listMovementsBetween, type LedgerEntry, type LedgerFilter } from "../payment/ledger.sql.ts";
import { countOwedRefunds, listOwedRefundRows, type OwedRefundRow } from "../payment/owed-refunds.sql.ts";

/** Movements of money, newest first. */
export function listLedger(db: Db, filter: LedgerFilter): Promise<LedgerEntry[]> {
  return listMovements(db, filter);
}

/** Movements of a location from one moment up to another, in real time, oldest first. */
export function listLedgerBetween(
  db: Db,
  locationId: Id<"str">,
  span: { readonly from: Instant; readonly until: Instant; readonly limit: number },
): Promise<LedgerEntry[]> {
  return listMovementsBetween(db, locationId, span);
}

/** Refunds that are owed and not paid yet, oldest first; with `before`, those that came after that one. */
export function listOwedRefunds(
  db: Db,
  page: { readonly before: Id<"rfd"> | undefined; readonly limit: number },
): Promise<OwedRefundRow[]> {
  return listOwedRefundRows(db, page.before, page.limit);
}

/** How many refunds are owed, and for how many seconds the oldest has been. */
export async function readOwed(db: Db): Promise<{ readonly count: number; readonly oldestSeconds: number }> {
  const { owed, oldest_seconds: oldest } = await countOwedRefunds(db);
  return { count: owed, oldestSeconds: oldest ?? 0 };
}
