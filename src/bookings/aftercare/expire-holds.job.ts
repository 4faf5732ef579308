/**
 * Ends holds whose time is over, and keeps the tables of parties that stay longer than planned. Every write does the same
 * for its dates before it decides (`lock-days.command.ts`), so these sweeps only bring the stored state up to date for
 * reads. Idempotent. Each location is its own transaction, so a busy one delays no other.
 */
import type { Id } from "../../kernel/id.ts";
import type { Database } from "../../platform/postgres/database.ts";
import type { Span } from "../tables/booking-days.ts";
import { listOverstayed } from "../tables/claims.sql.ts";
import { listDueHolds } from "../book/holds.sql.ts";
import { lockDaysAt } from "../tables/lock-days.command.ts";

const batch = 200;
const stepMs = 60 * 60_000;

/** Ends the holds that are due by the clock of their location; answers true when there may be more. */
export async function expireDueHolds(database: Database): Promise<boolean> {
  const due = await listDueHolds(database.read, batch);
  await expireEach(
    database,
    due.map((hold) => [hold.location_id, { from: hold.starts_at, until: hold.ends_at }] as const),
  );
  return due.length === batch;
}

/** Lets parties that still sit keep their tables; answers true when there may be more. */
export async function keepOverstays(database: Database): Promise<boolean> {
  const due = await listOverstayed(database.read, batch);
  await expireEach(
    database,
    due.map((stay) => [stay.location_id, { from: stay.until, until: stay.now + stepMs }] as const),
  );
  return false;
}

/** Opening the days of a location does what is due there. */
async function expireEach(database: Database, due: readonly (readonly [Id<"str">, Span])[]): Promise<void> {
  const spans = new Map<Id<"str">, Span[]>();
  for (const [locationId, span] of due) spans.set(locationId, [...(spans.get(locationId) ?? []), span]);
  for (const [locationId, of] of spans) {
    await database.transaction(async (tx) => void (await lockDaysAt(tx, locationId, of)));
  }
}
