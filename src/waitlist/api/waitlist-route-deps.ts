/** What the routes of the waitlist are given; types only. */
import type { LocationTurns } from "../../bookings/make/wait-for-location.query.ts";

export interface WaitlistRouteDeps {
  readonly turns: LocationTurns;
  /** What guests reach us by, without a slash at the end. */
  readonly baseUrl: () => string;
}
