import type { Db } from "../../platform/postgres/database.ts";
import { listMovements, type LedgerEntry, type LedgerFilter } from "../payment/ledger.sql.ts";
import { listOwedRefundRows, type OwedRefundRow } from "../payment/refunds.sql.ts";

/** Movements of money, newest first. */
export function listLedger(db: Db, filter: LedgerFilter): Promise<LedgerEntry[]> {
  return listMovements(db, filter);
}

/** Refunds that are owed and not paid yet, oldest first. */
export function listOwedRefunds(db: Db, limit: number): Promise<OwedRefundRow[]> {
  return listOwedRefundRows(db, limit);
}
