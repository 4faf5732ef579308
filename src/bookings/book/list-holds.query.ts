/** GET /booking_holds: the app's own holds (rules/bookings 5.7). */
import type { Db } from "../../platform/postgres/database.ts";
import { listHolds as list, type HoldFilters } from "./holds.sql.ts";
import type { Hold } from "./hold.ts";

export interface HoldPage {
  readonly holds: readonly Hold[];
  readonly hasMore: boolean;
}

/** A page of the holds that have one of the statuses now; a hold past its time is expired, with or without the sweep. */
export async function listHolds(db: Db, filters: HoldFilters, limit: number): Promise<HoldPage> {
  const holds = await list(db, filters, limit + 1);
  const isEnding = !filters.statuses.includes("live") && filters.statuses.includes("expired");
  const shown = isEnding
    ? holds.map((hold) => (hold.status === "live" ? { ...hold, status: "expired" as const } : hold))
    : holds;
  return { holds: shown.slice(0, limit), hasMore: holds.length > limit };
}
