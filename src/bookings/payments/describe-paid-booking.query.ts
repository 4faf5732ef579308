import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { describePaidBooking, type PaidBookingDescription } from "./unpaid-bookings.sql.ts";

/** What whoever pays for a booking recognises it by; nothing about its guest. */
export function getPaidBookingDescription(db: Db, id: Id<"bkg">): Promise<PaidBookingDescription> {
  return describePaidBooking(db, id);
}
