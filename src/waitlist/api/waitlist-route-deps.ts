/** The deps of the waitlist's routes; types only. */
import type { LocationPermits } from "../../bookings/make/wait-for-location.query.ts";

export interface WaitlistRouteDeps {
  readonly permits: LocationPermits;
  /** What guests reach us by, without a slash at the end. */
  readonly baseUrl: () => string;
}
