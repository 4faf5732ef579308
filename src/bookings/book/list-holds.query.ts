/** GET /booking_holds: the app's own holds (rules/bookings 5.7). */
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getGrantedLocation } from "../../locations/grants/read-locations.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listHolds as list, type HoldFilters } from "./holds.sql.ts";
import type { Hold } from "./hold.ts";

export interface HoldPage {
  readonly holds: readonly Hold[];
  readonly hasMore: boolean;
}

/**
 * A page of the holds that have one of the statuses now; a hold past its time is expired, with or without the sweep. A
 * location that is asked for by name must be granted, as at the list of bookings.
 */
export async function listHolds(db: Db, filters: HoldFilters, limit: number): Promise<HoldPage | Refusal<"not_found">> {
  const { appId, locationId } = filters;
  const granted = locationId === undefined ? undefined : await getGrantedLocation(db, appId, locationId);
  if (isRefusal(granted)) return granted;
  const holds = await list(db, filters, limit + 1);
  const isEnding = !filters.statuses.includes("live") && filters.statuses.includes("expired");
  const shown = isEnding
    ? holds.map((hold) => (hold.status === "live" ? { ...hold, status: "expired" as const } : hold))
    : holds;
  return { holds: shown.slice(0, limit), hasMore: holds.length > limit };
}
