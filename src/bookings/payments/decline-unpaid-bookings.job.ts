/** Declines the bookings that were not paid in time. Safe to run anywhere, any number of times: each is its own transaction. */
import type { Id } from "../../kernel/id.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { declineUnpaid } from "./decline-unpaid.command.ts";
import { listUnpaidDue } from "./unpaid-bookings.sql.ts";

const batch = 100;

/** Declines what is due; answers true when there may be more. */
export async function declineUnpaidBookings(database: Database, onDeclined: (id: Id<"bkg">) => void): Promise<boolean> {
  const due = await listUnpaidDue(database.read, batch);
  for (const id of due) {
    if (await database.transaction((tx) => declineUnpaid(tx, id))) onDeclined(id);
  }
  return due.length === batch;
}
