/** Whether a location has a waitlist (rules/waitlist 1.1). */
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { requireVenue, type BookableState, type VenueState } from "../../bookings/venue/venue.query.ts";

/** The largest party that an estimate is made for (rules/waitlist 3.8). */
export const largestEstimate = 50;
/** However many a venue allows, no line is longer than this. */
export const longestLine = 500;

/** Refuses at locations without tables of their own, and where the configuration has switched the waitlist off. */
export function requireWaitlist(
  state: VenueState,
): BookableState | Refusal<"capability_unsupported" | "configuration_missing"> {
  const found = requireVenue(state);
  if (isRefusal(found) || found.venue.configuration.waitlist.enabled) return found;
  return refuse("capability_unsupported", "the venue's booking configuration has no waitlist");
}
