import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findNextTimer } from "./order-timers.sql.ts";

/** When the next timer of the location's orders is due, in the location's clock. */
export function findNextOrderTimer(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  return findNextTimer(db, locationId);
}
