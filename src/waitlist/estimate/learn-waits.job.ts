/**
 * Learns at each location how long parties stay, and how far the last bands were wrong. Idempotent: it reads the same
 * past again and writes the result. Every process reads that one row, so all give the same estimate.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { fitCorrection, rollingQuotes } from "./wait-band.ts";
import { listPastStays, listScored, listUnlearned, saveLearned } from "./wait-quotes.sql.ts";

const batch = 50;
const everySeconds = 300;

/** Learns at the locations whose turn it is; answers true when there may be more. */
export async function learnWaits(database: Database, afterSeconds = everySeconds): Promise<boolean> {
  const due = await listUnlearned(database.read, afterSeconds, batch);
  for (const locationId of due) {
    const [stays, quotes] = await Promise.all([
      listPastStays(database.read, locationId),
      listScored(database.read, locationId, rollingQuotes),
    ]);
    const learned = { stays, correction: fitCorrection(quotes) };
    await database.transaction((tx) => saveLearned(tx, locationId, learned));
  }
  return due.length === batch;
}
