import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findNextPaymentDue } from "./unpaid-bookings.sql.ts";

/** When the location's next unpaid booking is to be declined, in the location's clock. */
export function findNextUnpaidEnd(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  return findNextPaymentDue(db, locationId);
}
