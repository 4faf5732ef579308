import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "../entry/waitlist.sql.ts";

/** When the next party of the location is taken off by itself, in the location's clock. */
export function findNextWaitlistTimer(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  return sql.findNextExpiry(db, locationId);
}
