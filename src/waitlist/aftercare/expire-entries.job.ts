/**
 * Takes off parties whose time is over: those who were told of their table and did not come, and those left when the
 * service day ended. Every change of a line does the same before it decides (`lock-line.command.ts`); the sweep is for
 * lines without changes. Idempotent. Each location is its own transaction, so a busy one delays no other.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { lockLine } from "../line/lock-line.command.ts";
import { listLocationsWithDue } from "../entry/waitlist.sql.ts";

const batch = 100;

/** Expires what is due by the clock of its location; answers true when there may be more. */
export async function expireDueEntries(database: Database): Promise<boolean> {
  const due = await listLocationsWithDue(database.read, batch);
  for (const locationId of due) {
    await database.transaction(async (tx) => void (await lockLine(tx, locationId)));
  }
  return due.length === batch;
}
