/** Forgets processor events that cannot come again: Stripe sends an event again for three days. */
import type { Database } from "../../platform/postgres/database.ts";
import { deleteOldProcessorEvents } from "../payment/payments.sql.ts";

const keptDays = 60;

/** Answers true when there may be more. */
export async function forgetProcessorEvents(database: Database): Promise<boolean> {
  const batch = 1_000;
  const forgotten = await database.transaction((tx) => deleteOldProcessorEvents(tx, keptDays, batch));
  return forgotten === batch;
}
