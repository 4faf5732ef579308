/** Settles the delayed charges of the test processor that are due; safe to run anywhere, any number of times. */
import type { Database } from "../../platform/postgres/database.ts";
import { settleTestCharge, type OnPaymentNews } from "./charge-test-card.command.ts";
import { listDueSettlements } from "../test-processor/test-processor.sql.ts";

const batch = 50;

/** Answers true when there may be more. */
export async function settleDueCharges(database: Database, onNews: OnPaymentNews): Promise<boolean> {
  const due = await listDueSettlements(database.read, batch);
  for (const of of due) await database.transaction((tx) => settleTestCharge(tx, of, onNews));
  return due.length === batch;
}
