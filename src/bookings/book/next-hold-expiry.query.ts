import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./holds.sql.ts";

/** When the next hold of the location ends, in the location's clock. */
export function findNextHoldExpiry(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  return sql.findNextHoldExpiry(db, locationId);
}
