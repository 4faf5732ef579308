/** A search for free slots at one location: reads the venue and its claims, then decides purely (`availability.ts`). */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { claimsNeeded, searchAvailability, type SearchRefusal, type Slot, type SlotQuery } from "./availability.ts";
import { findBooking } from "../book/bookings.sql.ts";
import { recallClaims } from "../tables/remember-claims.query.ts";
import { findExperience } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";
import { requireBookable, type BookableState, type VenueState } from "../venue/venue.query.ts";

/** A search as it is asked, by ids. */
export interface SearchRequest extends Pick<SlotQuery, "start" | "end" | "partySize"> {
  readonly experienceId: string | null;
  readonly areaId: string | null;
  /** The booking that is to be changed. */
  readonly bookingId: Id<"bkg"> | null;
  /** What the guest holds and gives up for something else. */
  readonly ownHold?: Id<"bkh"> | undefined;
}

export interface FoundSlots {
  readonly state: BookableState;
  readonly slots: readonly Slot[];
}

/** The free slots of a location; the caller has looked at the grant. */
export async function findSlots(
  db: Db,
  found: VenueState,
  request: SearchRequest,
): Promise<
  | FoundSlots
  | SearchRefusal
  | Refusal<
      "invalid_request" | "not_found" | "capability_unsupported" | "configuration_missing" | "bookings_not_enabled"
    >
> {
  const state = requireBookable(found);
  if (isRefusal(state)) return state;
  const query = readQuery(state.venue, request);
  if (isRefusal(query)) return query;
  if (request.bookingId !== null) {
    const booking = await findBooking(db, request.bookingId);
    if (booking?.location_id !== state.venue.locationId)
      return refuse("not_found", `booking ${request.bookingId} does not exist at this location`);
  }
  const needed = claimsNeeded(state.venue, query);
  const { locationId, timeZone } = state.venue;
  const claims = await recallClaims(db, { locationId, timeZone, now: state.now, ...needed });
  const slots = searchAvailability(state.venue, claims, query, state.now);
  return isRefusal(slots) ? slots : { state, slots };
}

function readQuery(venue: Venue, request: SearchRequest): SlotQuery | Refusal<"invalid_request"> {
  const { experienceId, areaId, bookingId, ownHold, start, end, partySize } = request;
  const ignoreOwner = bookingId ?? ownHold;
  const experience = experienceId === null ? null : findExperience(venue, experienceId);
  const issues = [
    ...(experience === undefined ? [{ path: "query.experience_id", message: "names no experience here" }] : []),
    ...(areaId !== null && venue.areas.every((area) => area.areaId !== areaId)
      ? [{ path: "query.area_id", message: "names no area here" }]
      : []),
  ];
  if (experience === undefined || issues.length > 0) return invalidRequest(issues);
  return {
    start,
    end,
    partySize,
    experience,
    areaId,
    ...(ignoreOwner === undefined ? {} : { ignoreOwner }),
  };
}
