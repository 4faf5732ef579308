/**
 * Seating the party of a booking, and its leaving (decisions, sections 4 and 12). Guarantees: a seated party has its
 * tables from now on, and nobody else has; completing frees them at once; a repeat answers the same. A crash leaves the
 * booking before or after.
 */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { Span } from "./booking-days.ts";
import { changed, mayMove, type Booking } from "./booking.ts";
import type { Claim } from "./claim.ts";
import * as claims from "./claims.sql.ts";
import { refuseKept, refuseProvider } from "./native-only.ts";
import { checkVersion, illegalMove, openBooking, stayOf, type BookingActor } from "./open-booking.command.ts";
import type { OpenDays } from "./open-days.command.ts";
import { tableGone } from "./open-slot.command.ts";
import { repair } from "./repair.command.ts";
import { saveBooking } from "./save-booking.command.ts";
import { seatAt, seatParty, type Seating } from "./seating.ts";
import { occupiedUntil, stayMinutes } from "./stay.ts";
import type { Venue } from "./venue.ts";
import { requireVenue, type VenueState } from "./venue.query.ts";

export interface SeatRequest {
  /** Tables chosen by hand; absent: the booking's own, or what the rule of seating picks. */
  readonly unitIds: readonly string[] | undefined;
  readonly expectedVersion: number | undefined;
}

export type SeatRefusal = Refusal<
  | "not_found"
  | "illegal_transition"
  | "stale_version"
  | "slot_unavailable"
  | "capability_unsupported"
  | "configuration_missing"
>;

/** Seats the party of a confirmed booking now. */
export async function seatBooking(
  tx: Tx,
  actor: BookingActor,
  id: Id<"bkg">,
  request: SeatRequest,
): Promise<Booking | SeatRefusal> {
  const opened = await openBooking(tx, actor, id, fullStayFrom);
  if (isRefusal(opened)) return opened;
  const { open, booking } = opened;
  const ready = refuseKept(booking, open.state.location, "seating") ?? requireVenue(open.state);
  if (isRefusal(ready)) return ready;
  if (booking.status === "in_service") return booking;
  if (!mayMove(booking.status, "in_service")) return illegalMove(booking, "be seated");
  const stale = checkVersion(booking, request.expectedVersion);
  if (stale !== undefined) return stale;
  const placed =
    placeArrived(ready.venue, open.claims, booking, request.unitIds, open.now) ??
    (await placeByRepair(tx, open, ready.venue, booking, request.unitIds));
  if (isRefusal(placed)) return placed;
  if (placed === undefined) return refuse("slot_unavailable", "no table is free now for this party");
  const { seating, until } = placed;
  claims.sendRelease(tx, id);
  const claimed = await claims.insertClaims(tx, {
    locationId: booking.location_id,
    ownerId: id,
    kind: "booking",
    unitIds: seating.unitIds,
    areaId: seating.areaId,
    from: open.now,
    until,
    startsAt: booking.starts_at,
    partySize: booking.party_size,
    expiresAt: null,
  });
  if (!claimed) return tableGone();
  const endsAt = Math.max(until - ready.venue.configuration.bufferMinutes * 60_000, open.now + 60_000);
  const next = changed(
    booking,
    {
      status: "in_service",
      seated_at: open.now,
      ends_at: endsAt,
      area_id: seating.areaId,
      area_name: seating.areaName,
      unit_ids: seating.unitIds,
    },
    open.now,
  );
  await saveBooking(tx, open, next, "booking.seated", [stayOf(booking), { from: open.now, until }]);
  return next;
}

/** Notes that the party has left; its tables are free at once. */
export async function completeBooking(
  tx: Tx,
  actor: BookingActor,
  id: Id<"bkg">,
  expectedVersion: number | undefined,
): Promise<Booking | Refusal<"not_found" | "illegal_transition" | "stale_version" | "capability_unsupported">> {
  const opened = await openBooking(tx, actor, id);
  if (isRefusal(opened)) return opened;
  const { open, booking } = opened;
  const unsupported = refuseProvider(open.state.location, "completing a booking");
  if (unsupported !== undefined) return unsupported;
  if (booking.status === "completed") return booking;
  if (!mayMove(booking.status, "completed")) return illegalMove(booking, "be completed");
  const stale = checkVersion(booking, expectedVersion);
  if (stale !== undefined) return stale;
  claims.sendRelease(tx, id);
  const next = changed(booking, { status: "completed", completed_at: open.now }, open.now);
  await saveBooking(tx, open, next, "booking.completed", [stayOf(booking), { from: open.now, until: open.now + 1 }]);
  return next;
}

interface Placed {
  readonly seating: Seating;
  readonly until: Instant;
}

/** Where an expected party sits now: its own table for the whole turn, or for what is left of its time, else by the rule. */
function placeArrived(
  venue: Venue,
  taken: readonly Claim[],
  booking: Booking,
  chosen: readonly string[] | undefined,
  now: Instant,
): Placed | undefined {
  const until = occupiedUntil(venue, now, stayMinutes(venue, booking.party_size, booking.experience_id));
  const at = (unitIds: readonly string[], end: Instant): Placed | undefined => {
    const seating = seatAt(venue, taken, { unitIds, from: now, until: end, ignoreOwner: booking.id });
    return seating === null ? undefined : { seating, until: end };
  };
  if (chosen !== undefined) return at(chosen, until);
  const ownEnd = Math.max(...taken.filter((claim) => claim.ownerId === booking.id).map((claim) => claim.until), now);
  const own = at(booking.unit_ids, until) ?? (ownEnd > now ? at(booking.unit_ids, ownEnd) : undefined);
  if (own !== undefined) return own;
  const seating = seatParty(venue, taken, {
    partySize: booking.party_size,
    from: now,
    until,
    offer: "venue",
    ignoreOwner: booking.id,
  });
  return seating === null ? undefined : { seating, until };
}

/** Where an expected party can sit once others have moved; tables chosen by hand are not made free. */
async function placeByRepair(
  tx: Tx,
  open: OpenDays,
  venue: Venue,
  { id, party_size: partySize, experience_id: experienceId }: Booking,
  chosen: readonly string[] | undefined,
): Promise<Placed | Refusal<"slot_unavailable"> | undefined> {
  if (chosen !== undefined) return undefined;
  const until = occupiedUntil(venue, open.now, stayMinutes(venue, partySize, experienceId));
  const wish = { partySize, from: open.now, until, offer: "venue", ignoreOwner: id } as const;
  const seating = await repair(tx, open, venue, wish);
  return seating === undefined || isRefusal(seating) ? seating : { seating, until };
}

function fullStayFrom(now: Instant, booking: Booking, state: VenueState): Span {
  const { venue } = state;
  if (venue === null) return { from: now, until: now + 1 };
  return { from: now, until: occupiedUntil(venue, now, stayMinutes(venue, booking.party_size, booking.experience_id)) };
}
