/**
 * Takes back the latest transition of a booking (rules/bookings 16.6). Guarantees: a transition is undone once, within
 * its time, by the clock of the location. A party that is expected again has tables, its own where they are free; without
 * tables nothing happens. Reports do not count a party that was seated by mistake. A crash leaves the booking before or
 * after. Called by the console, and by the waitlist for parties that go back in line.
 */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { firstRefusal, isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed, claimKindOf, mayMove, type Booking, type BookingPatch, type UndoPoint } from "../book/booking.ts";
import {
  actedBy,
  checkVersion,
  lockBooking,
  tablesOf,
  venueBy,
  type LockedBooking,
} from "../book/lock-booking.command.ts";
import { saveDetails } from "../book/save-booking.command.ts";
import { checkOverlap } from "../make/create-booking.command.ts";
import { askAnew } from "../payments/return-payment.command.ts";
import { tableGone } from "../search/lock-slot.command.ts";
import type { Span } from "../tables/booking-days.ts";
import { seatAtChosen, type ChosenSeating } from "../tables/chosen-tables.ts";
import * as claims from "../tables/claims.sql.ts";
import { seatAt, seatParty } from "../tables/seating.ts";
import { endWithin, findExperience } from "../tables/stay.ts";
import { requireOwnBook } from "../venue/native-only.ts";
import type { Venue } from "../venue/venue.ts";
import { requireVenue } from "../venue/venue.query.ts";

export type UndoRefusal = Refusal<
  | "not_found"
  | "illegal_transition"
  | "stale_version"
  | "undo_expired"
  | "slot_unavailable"
  | "overlapping_booking"
  | "capability_unsupported"
  | "configuration_missing"
>;

/** Why a party that was never there is cancelled: no report counts it. */
export const mistake = "MISTAKE";

const minuteMs = 60_000;
/** No buffer after a stay is longer. */
const longestBufferMs = 240 * minuteMs;

/** Takes the latest transition back; a party from the waitlist goes back in line by `undoArrival`. */
export async function undoBooking(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkg">,
  expectedVersion: number,
): Promise<Booking | UndoRefusal> {
  const begun = await lockUndo(tx, actor, id, expectedVersion);
  if (isRefusal(begun)) return begun;
  const { lockedBooking, point } = begun;
  const { booking } = lockedBooking;
  if (point.of !== "walk_in")
    return point.of === "complete" ? seatAgain(tx, actor, begun) : expectAgain(tx, actor, begun);
  if (booking.source === "waitlist") {
    const details = { from_status: booking.status, reason: "from_waitlist", entry_id: booking.waitlist_entry_id };
    return refuse("illegal_transition", `the party of booking ${id} came from the waitlist; undo it there`, details);
  }
  return neverSeated(tx, actor, lockedBooking);
}

/** The same for a party that was seated from the waitlist; the caller puts it back in line in the same transaction. */
export async function undoArrival(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkg">,
  expectedVersion: number | undefined,
): Promise<Booking | UndoRefusal> {
  const begun = await lockUndo(tx, actor, id, expectedVersion);
  if (isRefusal(begun)) return begun;
  if (begun.point.of === "walk_in") return neverSeated(tx, actor, begun.lockedBooking);
  return nothingToUndo(begun.lockedBooking.booking);
}

interface LockedUndo {
  readonly lockedBooking: LockedBooking;
  readonly point: UndoPoint;
  readonly venue: Venue;
}

/** The locked booking and its point, if it can be undone still. */
async function lockUndo(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkg">,
  expectedVersion: number | undefined,
): Promise<LockedUndo | UndoRefusal> {
  const lockedBooking = await lockBooking(tx, actor, id, spanOf);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  const ready = requireVenue(locked.state);
  const native = firstRefusal(requireOwnBook(booking, "undoing"), checkVersion(booking, expectedVersion));
  if (isRefusal(native)) return native;
  if (isRefusal(ready)) return ready;
  const { undo_point: point } = booking;
  if (point === null || !mayMove(booking.status, point.was.status, "undo")) return nothingToUndo(booking);
  if (locked.now < point.until) return { lockedBooking, point, venue: ready.venue };
  return refuse("undo_expired", `the latest step of booking ${id} can no longer be undone`, {
    until: new Date(point.until).toISOString(),
  });
}

/** The time for which the party needs tables again: from its start, or from now on when it sits. */
function spanOf(now: Instant, { starts_at, ends_at, undo_point: point }: Booking): Span {
  const until = (point?.was.ends_at ?? ends_at) + longestBufferMs;
  return point?.of === "complete"
    ? { from: now, until: Math.max(until, now + 60 * minuteMs) }
    : { from: starts_at, until };
}

/** A party that came without a booking, and was seated by mistake. */
async function neverSeated(tx: Tx, actor: StaffActor, lockedBooking: LockedBooking): Promise<Booking> {
  const { locked, booking } = lockedBooking;
  claims.sendRelease(tx, booking.id);
  const cancellation = { actor: "venue", reason: mistake, cancelled_at: locked.now } as const;
  return save(tx, actor, lockedBooking, { status: "cancelled_by_venue", cancellation }, []);
}

/** A party that is noted as having left sits again: its tables must be free now. */
async function seatAgain(
  tx: Tx,
  actor: StaffActor,
  { lockedBooking, point, venue }: LockedUndo,
): Promise<Booking | Refusal<"slot_unavailable">> {
  const { locked, booking } = lockedBooking;
  const { bufferMinutes, slotIntervalMinutes } = venue.configuration;
  const end = Math.max(point.was.ends_at + bufferMinutes * minuteMs, locked.now + slotIntervalMinutes * minuteMs);
  const chosen = { unitIds: booking.unit_ids, allowOverrun: true, allowOverCapacity: true };
  const party = { partySize: booking.party_size, from: locked.now, until: end };
  const seated = seatAtChosen(venue, locked.claims, chosen, party);
  if (isRefusal(seated)) return refuse("slot_unavailable", "the tables of the party are no longer free");
  const { until } = seated;
  if (!(await claim(tx, booking, seated, { from: locked.now, until }))) return tableGone();
  const endsAt = endWithin(venue, locked.now, until);
  // The party sits as before, and the step by which it sat down is the latest again, for what is left of its time.
  const undo_point = point.earlier ?? null;
  const patch = { status: "in_service", completed_at: null, ends_at: endsAt, undo_point } as const;
  return save(tx, actor, lockedBooking, patch, [{ from: locked.now, until }]);
}

/** A party that was seated, missed or cancelled is expected again, at its own time. */
async function expectAgain(
  tx: Tx,
  actor: StaffActor,
  { lockedBooking, point, venue }: LockedUndo,
): Promise<Booking | Refusal<"slot_unavailable" | "overlapping_booking">> {
  const { booking, locked } = lockedBooking;
  const stay = { id: booking.id, from: booking.starts_at, until: point.was.ends_at };
  const alone = await checkOverlap(tx, booking.location_id, booking.guest_phone, stay);
  if (isRefusal(alone)) return alone;
  const until = point.was.ends_at + venue.configuration.bufferMinutes * minuteMs;
  const seated = tablesAgain(lockedBooking, point, venue, { from: booking.starts_at, until });
  if (seated === undefined) return refuse("slot_unavailable", "no table is free any more for this party at its time");
  claims.sendRelease(tx, booking.id);
  if (!(await claim(tx, booking, seated, { from: booking.starts_at, until }))) return tableGone();
  const { areaId, areaName, unitIds } = seated.seating;
  // What was paid went back with the cancellation: it is asked for again, without a limit of time.
  const again = point.of === "venue_cancel" ? await askAnew(tx, booking, booking.party_size, locked.now) : {};
  const patch = {
    ...again,
    status: point.was.status,
    ends_at: point.was.ends_at,
    area_id: areaId,
    area_name: areaName,
    unit_ids: unitIds,
    seated_at: null,
    cancellation: null,
  };
  return save(tx, actor, lockedBooking, patch, [{ from: booking.starts_at, until }]);
}

/** The tables that the party had before, or others by the rule; a cancelled party gets its own or none. */
function tablesAgain(
  { locked, booking }: LockedBooking,
  point: UndoPoint,
  venue: Venue,
  span: Span,
): ChosenSeating | undefined {
  const { id: ignoreOwner, party_size: partySize, experience_id: experienceId } = booking;
  const own = seatAt(venue, locked.claims, { unitIds: point.was.unit_ids, ...span, ignoreOwner });
  if (own !== null) return { seating: own, until: span.until };
  if (point.of === "venue_cancel") return undefined;
  const unitIds = experienceId === null ? null : (findExperience(venue, experienceId)?.unitIds ?? null);
  const wish = { partySize, ...span, offer: "venue", unitIds, ignoreOwner } as const;
  const seating = seatParty(venue, locked.claims, wish);
  return seating === null ? undefined : { seating, until: span.until };
}

function claim(
  tx: Tx,
  booking: Booking,
  { seating }: ChosenSeating,
  { from, until }: { readonly from: Instant; readonly until: Instant },
): Promise<boolean> {
  return claims.insertClaims(tx, {
    locationId: booking.location_id,
    ownerId: booking.id,
    kind: claimKindOf(booking),
    unitIds: seating.unitIds,
    areaId: seating.areaId,
    from,
    until,
    startsAt: booking.starts_at,
    partySize: booking.party_size,
    expiresAt: null,
  });
}

async function save(
  tx: Tx,
  actor: StaffActor,
  lockedBooking: LockedBooking,
  patch: BookingPatch,
  spans: readonly Span[],
): Promise<Booking> {
  const { locked, booking } = lockedBooking;
  const next = changed(booking, venueBy(actor), { ...patch, acted_by: actedBy(actor) }, locked.now);
  await saveDetails(tx, locked, { before: booking, after: next, cause: "store" }, [tablesOf(lockedBooking), ...spans]);
  return next;
}

function nothingToUndo({ id, status }: Booking): Refusal<"illegal_transition"> {
  return refuse("illegal_transition", `booking ${id} has no step that can be undone`, {
    from_status: status,
    reason: "nothing_to_undo",
  });
}
