/**
 * Changes a booking: another slot, another note, or both (rules/bookings 10.1 to 10.3). Guarantees: the new tables are
 * taken and the old ones given up in one transaction. When the new slot is gone, the booking keeps its old one. A crash
 * leaves the booking before or after, never between.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, firstRefusal, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed, guestWindowEnd, whyClosed, type Booking, type BookingPatch } from "../book/booking.ts";
import type { CheckedStart, StartRefusal } from "../search/check-start.ts";
import * as claims from "../tables/claims.sql.ts";
import { lockBookingRow } from "../book/bookings.sql.ts";
import { checkOverlap } from "./create-booking.command.ts";
import { keptByProvider, isKeptByProvider } from "../venue/native-only.ts";
import {
  actedBy,
  appOf,
  bookingNotFound,
  causeOf,
  checkNotErased,
  checkVersion,
  findFor,
  isStaff,
  lockBooking,
  stayOf,
  tablesOf,
  type BookingActor,
} from "../book/lock-booking.command.ts";
import { lockSlot, tableGone, type LockedSlot, type SlotRefusal } from "../search/lock-slot.command.ts";
import { saveDetails } from "../book/save-booking.command.ts";
import { checkDearer, checkPaid } from "../payments/check-payment.ts";
import { shrinkPayment } from "../payments/return-payment.command.ts";
import { seatAtStart } from "./seat-at-start.command.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import { readTableTime } from "../tables/table-time.query.ts";
import type { Venue } from "../venue/venue.ts";

export interface BookingChange {
  readonly slotToken: string | undefined;
  /** Null takes the note away; absent keeps it. */
  readonly notes: string | null | undefined;
  readonly expectedVersion: number | undefined;
}

export type ChangeRefusal =
  | SlotRefusal
  | StartRefusal
  | Refusal<
      "change_required" | "not_changeable" | "stale_version" | "overlapping_booking" | "payment_instrument_required"
    >;

/** Changes a booking for its guest; the answer is the booking after it. */
export async function changeBooking(
  tx: Tx,
  tokens: SlotTokens,
  actor: BookingActor,
  id: Id<"bkg">,
  change: BookingChange,
): Promise<Booking | ChangeRefusal> {
  const { slotToken, notes } = change;
  if (slotToken === undefined && notes === undefined) {
    return refuse("change_required", "send slot_token for another slot, notes for another note, or both");
  }
  if (slotToken !== undefined) return changeSlot(tx, tokens, actor, id, slotToken, change);
  const lockedBooking = await lockBooking(tx, actor, id);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  if (isKeptByProvider(booking)) return keptByProvider();
  const checked = firstRefusal(
    checkNotOver(booking),
    checkVersion(booking, change.expectedVersion),
    await checkNotErased(tx, id, notes),
  );
  if (isRefusal(checked)) return checked;
  if (notes === undefined || notes === booking.notes) return booking;
  const next = changed(booking, causeOf(actor), { notes, acted_by: actedBy(actor) }, locked.now);
  await saveDetails(tx, locked, { before: booking, after: next, cause: causeOf(actor) }, []);
  return next;
}

async function changeSlot(
  tx: Tx,
  tokens: SlotTokens,
  actor: BookingActor,
  id: Id<"bkg">,
  slotToken: string,
  change: BookingChange,
): Promise<Booking | ChangeRefusal> {
  const found = await findFor(tx, actor, id);
  if (found === undefined) return bookingNotFound(id);
  if (isKeptByProvider(found)) return keptByProvider();
  const time = await readTableTime(tx, id, stayOf(found));
  const slot = await lockSlot(tx, tokens, appOf(actor), slotToken, { spans: [time], locationId: found.location_id });
  // That a booking can no longer be changed is told before what is wrong with the slot.
  if (isRefusal(slot)) {
    const locked = checkNotOver(found);
    return isRefusal(locked) ? locked : slot;
  }
  const booking = await lockBookingRow(tx, id);
  const checked = firstRefusal(
    checkNotOver(booking),
    checkVersion(booking, change.expectedVersion),
    checkPaid(booking),
    // Who works there is the one whom a late guest asks.
    isStaff(actor) ? done : checkGuestWindow(booking, slot.locked.now),
    await checkNotErased(tx, id, change.notes),
  );
  if (isRefusal(checked)) return checked;
  const moved = await moveTo(tx, booking, slot, isStaff(actor));
  if (isRefusal(moved)) return moved;
  const { until } = moved;
  const payment = await shrinkPayment(tx, booking, slot.token.partySize, slot.locked.now);
  const patch = { ...moved.patch, ...payment };
  const next = changed(
    booking,
    causeOf(actor),
    { ...patch, ...(change.notes === undefined ? {} : { notes: change.notes }), acted_by: actedBy(actor) },
    slot.locked.now,
  );
  const spans = [tablesOf({ locked: slot.locked, booking }), { from: next.starts_at, until }];
  await saveDetails(tx, slot.locked, { before: booking, after: next, cause: causeOf(actor) }, spans);
  return next;
}

interface Moved {
  readonly patch: BookingPatch;
  /** The end of the new claims. */
  readonly until: Instant;
}

type MoveRefusal = Refusal<"capability_unsupported" | "overlapping_booking" | "payment_instrument_required">;

/** Takes the tables of the new slot and gives up the old ones. */
async function moveTo(
  tx: Tx,
  booking: Booking,
  { locked, venue, token }: LockedSlot,
  byStaff: boolean,
): Promise<Moved | StartRefusal | MoveRefusal> {
  if (token.experienceId !== booking.experience_id) {
    return refuse("capability_unsupported", "a change keeps the experience; cancel and book anew for another one");
  }
  const start = { ...token, minutes: token.durationMinutes, ignoreOwner: booking.id };
  const checked = await seatAtStart(tx, locked, venue, start);
  if (isRefusal(checked)) return checked;
  // Staff move whom they please: who asks for it at the door or by telephone is asked for no payment.
  const dearer = byStaff ? done : checkDearer(booking, checked.terms, token.partySize);
  if (isRefusal(dearer)) return dearer;
  const stay = { id: booking.id, from: checked.startsAt, until: checked.endsAt };
  const alone = await checkOverlap(tx, venue.locationId, booking.guest_phone, stay);
  if (isRefusal(alone)) return alone;
  claims.sendRelease(tx, booking.id);
  const claimed = await claims.insertClaims(tx, {
    locationId: venue.locationId,
    ownerId: booking.id,
    kind: "booking",
    unitIds: checked.seating.unitIds,
    areaId: checked.seating.areaId,
    from: checked.startsAt,
    until: checked.until,
    startsAt: checked.startsAt,
    partySize: token.partySize,
    expiresAt: null,
  });
  if (!claimed) return tableGone();
  return { patch: patchOf(venue, checked, token.partySize), until: checked.until };
}

function patchOf(venue: Venue, { startsAt, endsAt, seating }: CheckedStart, partySize: number): BookingPatch {
  const windowEnd = guestWindowEnd(startsAt, venue.configuration.cancellation.guestWindowMinutes);
  return {
    starts_at: startsAt,
    ends_at: endsAt,
    local_start: localTimeOf(venue.timeZone, startsAt),
    time_zone: venue.timeZone,
    party_size: partySize,
    area_id: seating.areaId,
    area_name: seating.areaName,
    unit_ids: seating.unitIds,
    changeable_until: windowEnd,
    cancellable_until: windowEnd,
    late_until: null,
  };
}

function checkNotOver(booking: Booking): Done | Refusal<"not_changeable"> {
  const reason = whyClosed(booking.status);
  if (reason === undefined) return done;
  return refuse("not_changeable", `booking ${booking.id} is ${booking.status}`, { reason });
}

function checkGuestWindow(booking: Booking, now: number): Done | Refusal<"not_changeable"> {
  if (now <= booking.changeable_until) return done;
  return refuse("not_changeable", "it is too close to the start for the guest to change it; ask the venue", {
    reason: "outside_policy_window",
  });
}
