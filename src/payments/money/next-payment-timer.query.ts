import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findNextSettlement } from "../test-processor/test-processor.sql.ts";

/** When the location's next delayed settlement or refund attempt is due, in the location's clock. */
export function findNextPaymentTimer(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  return findNextSettlement(db, locationId);
}
