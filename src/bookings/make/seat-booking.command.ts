/**
 * Seats the party of a booking, and completes it (rules/bookings 9.2 to 9.4, 11.3 and 11.5). Guarantees: from now on a
 * seated party has its tables, and nobody else has them. Completing frees them at once. A repeat answers the same. A
 * crash leaves the booking before or after.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { firstRefusal, isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Span } from "../tables/booking-days.ts";
import { changed, mayMove, type Booking } from "../book/booking.ts";
import { undoPoint } from "../book/undo-point.ts";
import { seatAtChosen, type ChosenTables, type ChosenSeating } from "../tables/chosen-tables.ts";
import type { Claim } from "../tables/claim.ts";
import * as claims from "../tables/claims.sql.ts";
import { requireOwnBook } from "../venue/native-only.ts";
import {
  checkVersion,
  illegalMove,
  lockBooking,
  tablesOf,
  checkNotEarly,
  type BookingActor,
  type LockedBooking,
  actedBy,
  venueBy,
} from "../book/lock-booking.command.ts";
import type { LockedDays } from "../tables/lock-days.command.ts";
import { tableGone } from "../search/lock-slot.command.ts";
import { repair } from "./repair.command.ts";
import { saveBooking } from "../book/save-booking.command.ts";
import { closeDue } from "../payments/return-payment.command.ts";
import { seatAt, seatParty } from "../tables/seating.ts";
import { endWithin, findExperience, occupiedUntil, shortestStayMs, stayMinutes } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";
import { requireVenue, type VenueState } from "../venue/venue.query.ts";

export interface SeatRequest {
  /** Tables chosen by hand; absent: the booking's own, or what the rule of seating picks. */
  readonly chosen: ChosenTables | undefined;
  readonly expectedVersion: number | undefined;
}

export type SeatRefusal = Refusal<
  | "invalid_request"
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
  const lockedBooking = await lockBooking(tx, actor, id, fullStayFrom);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  const native = requireOwnBook(booking, "seating");
  if (isRefusal(native)) return native;
  const ready = requireVenue(locked.state);
  if (isRefusal(ready)) return ready;
  if (booking.status === "in_service") return isElsewhere(booking, request.chosen) ? sitsElsewhere(booking) : booking;
  if (!mayMove(booking.status, "in_service", "venue")) return illegalMove(booking, "be seated");
  const checked = firstRefusal(
    checkVersion(booking, request.expectedVersion),
    checkNotEarly(lockedBooking, "in_service"),
  );
  if (isRefusal(checked)) return checked;
  const seated = await chooseTables(tx, locked, ready.venue, booking, request.chosen);
  if (isRefusal(seated)) return seated;
  if (seated === undefined) return refuse("slot_unavailable", "no table is free now for this party");
  return sitDown(tx, actor, ready.venue, lockedBooking, seated);
}

/** Gives the party its tables from now on, and stores that it sits. */
async function sitDown(
  tx: Tx,
  actor: BookingActor,
  venue: Venue,
  lockedBooking: LockedBooking,
  { seating, until }: ChosenSeating,
): Promise<Booking | Refusal<"slot_unavailable">> {
  const { locked, booking } = lockedBooking;
  claims.sendRelease(tx, booking.id);
  const claimed = await claims.insertClaims(tx, {
    locationId: booking.location_id,
    ownerId: booking.id,
    kind: "booking",
    unitIds: seating.unitIds,
    areaId: seating.areaId,
    from: locked.now,
    until,
    startsAt: booking.starts_at,
    partySize: booking.party_size,
    expiresAt: null,
  });
  if (!claimed) return tableGone();
  const next = changed(
    booking,
    venueBy(actor),
    {
      status: "in_service",
      seated_at: locked.now,
      ends_at: endWithin(venue, locked.now, until),
      area_id: seating.areaId,
      area_name: seating.areaName,
      unit_ids: seating.unitIds,
      late_until: null,
      acted_by: actedBy(actor),
      undo_point: undoPoint("seat", booking, locked.now),
    },
    locked.now,
  );
  await saveBooking(tx, locked, next, "booking.seated", [tablesOf(lockedBooking), { from: locked.now, until }]);
  return next;
}

/** Notes that the party has left; its tables are free at once. */
export async function completeBooking(
  tx: Tx,
  actor: BookingActor,
  id: Id<"bkg">,
  expectedVersion: number | undefined,
): Promise<Booking | Refusal<"not_found" | "illegal_transition" | "stale_version" | "capability_unsupported">> {
  const lockedBooking = await lockBooking(tx, actor, id);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  const native = requireOwnBook(booking, "completing a booking");
  if (isRefusal(native)) return native;
  if (booking.status === "completed") return booking;
  if (!mayMove(booking.status, "completed", "venue")) return illegalMove(booking, "be completed");
  const seen = checkVersion(booking, expectedVersion);
  if (isRefusal(seen)) return seen;
  claims.sendRelease(tx, id);
  const patch = {
    ...(await closeDue(tx, booking, locked.now)),
    status: "completed",
    completed_at: locked.now,
    acted_by: actedBy(actor),
    undo_point: undoPoint("complete", booking, locked.now),
  } as const;
  const next = changed(booking, venueBy(actor), patch, locked.now);
  await saveBooking(tx, locked, next, "booking.completed", [
    tablesOf(lockedBooking),
    { from: locked.now, until: locked.now + 1 },
  ]);
  return next;
}

/** Where an expected party sits now: at tables chosen by hand, at its own, or by the rule, if need be once others moved. */
async function chooseTables(
  tx: Tx,
  { now, claims: taken, ...locked }: LockedDays,
  venue: Venue,
  booking: Booking,
  chosen: ChosenTables | undefined,
): Promise<ChosenSeating | Refusal<"invalid_request" | "slot_unavailable"> | undefined> {
  const { id: ignoreOwner, party_size: partySize, experience_id: experienceId } = booking;
  const until = occupiedUntil(venue, now, stayMinutes(venue, partySize, experienceId));
  if (chosen !== undefined)
    return seatAtChosen(venue, taken, chosen, { partySize, from: now, until, ignoreOwners: [ignoreOwner] });
  const own = seatAtOwnTables(venue, taken, booking, { from: now, until });
  if (own !== undefined) return own;
  const experience = experienceId === null ? undefined : findExperience(venue, experienceId);
  const unitIds = experience?.unitIds ?? null;
  const wish = { partySize, from: now, until, offer: "venue", unitIds, ignoreOwner } as const;
  const seating =
    seatParty(venue, taken, wish) ?? (await repair(tx, { now, claims: taken, ...locked }, venue, wish)) ?? undefined;
  return seating === undefined || isRefusal(seating) ? seating : { seating, until };
}

/** Its own tables for the whole turn, or for what is left of its time. */
function seatAtOwnTables(
  venue: Venue,
  taken: readonly Claim[],
  booking: Booking,
  { from, until }: Span,
): ChosenSeating | undefined {
  const { id: ignoreOwner, unit_ids: unitIds } = booking;
  const own = taken.filter((claim) => claim.ownerId === ignoreOwner).map((claim) => claim.until);
  for (const end of [until, Math.max(from, ...own)]) {
    const seating =
      end >= from + shortestStayMs ? seatAt(venue, taken, { unitIds, from, until: end, ignoreOwner }) : null;
    if (seating !== null) return { seating, until: end };
  }
  return undefined;
}

/** Whether a party that sits is asked to sit at other tables. */
function isElsewhere(booking: Booking, chosen: ChosenTables | undefined): boolean {
  return chosen !== undefined && chosen.unitIds.toSorted().join() !== booking.unit_ids.toSorted().join();
}

function sitsElsewhere(booking: Booking): Refusal<"illegal_transition"> {
  const message = `booking ${booking.id} is in service at ${booking.unit_ids.join(", ")}; a seated party is not moved`;
  return refuse("illegal_transition", message, { from_status: booking.status });
}

function fullStayFrom(now: Instant, booking: Booking, state: VenueState): Span {
  const { venue } = state;
  if (venue === null) return { from: now, until: now + 1 };
  return { from: now, until: occupiedUntil(venue, now, stayMinutes(venue, booking.party_size, booking.experience_id)) };
}
