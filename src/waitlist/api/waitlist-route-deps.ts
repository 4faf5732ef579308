/** What the routes of the waitlist are given; types only. */
import type { Environment } from "../../platform/postgres/database.ts";
import type { LocationTurns } from "../../bookings/make/wait-for-location.query.ts";

export interface WaitlistRouteDeps {
  readonly turns: (environment: Environment) => LocationTurns;
  /** What guests reach us by, without a slash at the end. */
  readonly baseUrlOf: (environment: Environment) => string;
}
