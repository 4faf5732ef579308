import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findComingStarts, type ComingStart } from "./coming-starts.sql.ts";

/** The starts of the bookings that are expected after an instant, for warnings about days that are closed. */
export function listComingStarts(db: Db, locationId: Id<"str">, from: Instant): Promise<ComingStart[]> {
  return findComingStarts(db, locationId, from);
}
