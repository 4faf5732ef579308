/** Builds the background work of bookings: what is due at its time, and what goes on beside it. */
import { expireDueHolds, keepOverstays } from "../../bookings/aftercare/expire-holds.job.ts";
import { keepPromisedTimes } from "../../bookings/aftercare/keep-promised-times.job.ts";
import { offerFreeTables } from "../../bookings/alerts/offer-tables.job.ts";
import { endGroupRequests } from "../../bookings/groups/end-groups.job.ts";
import { declineUnpaidBookings } from "../../bookings/payments/decline-unpaid-bookings.job.ts";
import { zoneDataRelease } from "../../kernel/zone-offsets.ts";
import type { SweepOptions } from "../../platform/jobs/due-loops.ts";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../platform/postgres/database.ts";

const minuteMs = 60_000;

/** What is due at its time, also when a test moves the clock: holds, payments, offers, requests of groups, overstays. */
export function bookingTimers(database: Database, log: Log): readonly SweepOptions[] {
  return [
    { name: "expire_holds", everyMs: 500, runOnce: () => expireDueHolds(database) },
    {
      name: "decline_unpaid_bookings",
      channel: "timers",
      everyMs: 500,
      runOnce: () =>
        declineUnpaidBookings(database, (bookingId) => log.info({ bookingId }, "booking not paid in time")),
    },
    { name: "offer_free_tables", everyMs: 1_000, runOnce: () => offerFreeTables(database) },
    { name: "end_group_requests", everyMs: minuteMs, runOnce: () => endGroupRequests(database) },
    { name: "keep_overstays", everyMs: 5_000, runOnce: () => keepOverstays(database) },
  ];
}

/** What goes on beside it: bookings stay at the times that were promised. */
export function bookingSweeps(database: Database, log: Log): readonly SweepOptions[] {
  const keep = () =>
    keepPromisedTimes({
      database,
      zoneData: zoneDataRelease,
      onKept: (kept) => {
        if (kept.unkept.length === 0) log.info(kept, "bookings moved to the time that was promised");
        else log.error(kept, "bookings stand at another time than promised: no table is free then");
      },
    });
  return [{ name: "keep_promised_times", everyMs: minuteMs, runOnce: keep }];
}
