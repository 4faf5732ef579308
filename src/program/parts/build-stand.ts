/** Builds the host stand of one service: its routes. Called by create-maple.ts. */
import type { BookingRouteDeps } from "../../bookings/api/booking-route-deps.ts";
import { standActRoutes } from "../../console/bookings/booking-acts.routes.ts";
import { standTableRoutes } from "../../console/bookings/booking-tables.routes.ts";
import { standBookingRoutes } from "../../console/bookings/bookings.routes.ts";
import { standAlertRoutes } from "../../console/stand/stand-alerts.routes.ts";
import { standEntryRoutes } from "../../console/stand/stand-entries.routes.ts";
import { standFloorRoutes } from "../../console/stand/stand-floor.routes.ts";
import { standGroupRoutes } from "../../console/stand/stand-groups.routes.ts";
import { standGuestRoutes } from "../../console/stand/stand-guests.routes.ts";
import { standLineRoutes } from "../../console/stand/stand-line.routes.ts";
import type { BoundRoute } from "../../platform/http/route.ts";
import type { Database } from "../../platform/postgres/database.ts";

export interface StandParts {
  readonly baseUrl: () => string;
  readonly database: Database;
  readonly booking: BookingRouteDeps;
}

/** Every route of the stand. */
export function buildStandRoutes({ database, booking, baseUrl }: StandParts): readonly BoundRoute[] {
  const acts = { ...booking, database };
  const waitlist = { permits: booking.permits, baseUrl };
  return [
    ...standBookingRoutes(booking),
    ...standActRoutes(acts),
    ...standTableRoutes(acts),
    ...standLineRoutes(waitlist),
    ...standEntryRoutes(waitlist),
    ...standFloorRoutes(waitlist),
    ...standGuestRoutes(),
    ...standGroupRoutes(),
    ...standAlertRoutes(),
  ];
}
