import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findScheduledTimes } from "./scheduled-times.sql.ts";

/** When the open orders for later are wanted, after an instant, for warnings about days that are closed. */
export async function listScheduledTimes(db: Db, locationId: Id<"str">, from: Instant): Promise<Instant[]> {
  return (await findScheduledTimes(db, locationId, from)).map(({ scheduled_for: time }) => time);
}
