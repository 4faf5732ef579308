import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./reminders.sql.ts";

/** When the next guest of the location is reminded, in the location's clock. */
export function findNextReminder(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  return sql.findNextReminder(db, locationId);
}
