/**
 * Deletes notes about guests whom no booking names any more, at locations that erase guests after a time. Another job
 * erases the bookings; the notes follow. Idempotent; several processes may run it.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { forgetNotes } from "./guests.sql.ts";

const batch = 500;

/** Forgets one batch; answers true when there may be more. */
export async function forgetGuestNotes(database: Database): Promise<boolean> {
  return (await database.transaction((tx) => forgetNotes(tx, batch))) === batch;
}
