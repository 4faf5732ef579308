/**
 * Bookings that a provider keeps, as rows of ours. Guarantees: one row for each of the provider's bookings; one event for
 * each change. Called when operations are settled, when the provider is asked about a booking, and by look-ups.
 */
import type { Actor } from "../../kernel/actor.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed, mayMove, type Booking, type BookingPatch, type ChangeCause, type Updater } from "../book/booking.ts";
import { lockBookingRow } from "../book/bookings.sql.ts";
import { lockDaysAt, type LockedDays } from "../tables/lock-days.command.ts";
import * as made from "../provider/provider-made.ts";
import * as sql from "../provider/provider-records.sql.ts";
import type { ProviderBooking, ProviderGuest, ProviderStatus } from "../provider/reservation-provider.ts";
import { saveBooking, saveDetails, storeBooking } from "../book/save-booking.command.ts";

export interface NewProviderBooking {
  readonly id: Id<"bkg">;
  readonly locationId: Id<"str">;
  readonly appId: Id<"app"> | null;
  readonly source: "partner" | "online" | "provider";
  readonly kept: ProviderBooking;
  readonly guest: ProviderGuest | null;
  /** What the guest reads; null: the language of the location. */
  readonly language: GuestLanguage | null;
  readonly notes: string | null;
  /** The SHA-256 of the guest's own key, when there is to be one. */
  readonly guestTokenHash?: Buffer;
}

/** Stores a booking of the provider's; answers the one that has its name already, if there is one. */
export async function storeProviderBooking(tx: Tx, wanted: NewProviderBooking): Promise<Id<"bkg">> {
  const { id, locationId, kept } = wanted;
  await sql.lockReferences(tx, locationId);
  const known = await sql.findByReference(tx, locationId, kept.reference);
  if (known !== undefined) return known;
  const span = { from: kept.slot.startsAt, until: kept.slot.startsAt + Math.max(1, kept.slot.minutes) * 60_000 };
  const locked = await lockDaysAt(tx, locationId, [span]);
  const { guestTokenHash } = wanted;
  const key = guestTokenHash === undefined ? {} : { guestTokenHash };
  await storeBooking(tx, locked, draftOf(wanted, locked), { claimed: span, ...key });
  await sql.insertProviderBooking(tx, { id, locationId, reference: kept.reference });
  sql.sendNextCheck(tx, id, made.nextCheckInMs(made.statusOf(kept.status)));
  return id;
}

/** Lets our booking follow what the provider shows of it. */
export async function followProvider(
  tx: Tx,
  bookingId: Id<"bkg">,
  shown: { readonly status: ProviderStatus; readonly slot: ProviderBooking["slot"] | null },
): Promise<Booking> {
  const { locked, booking } = await lockProviderBooking(tx, bookingId, shown.slot);
  const follows = made.followStatus(booking, shown.status, locked.now);
  const moved =
    shown.slot !== null && (booking.status === "pending" || booking.status === "confirmed") && follows === undefined
      ? !made.isSameStay(booking, shown.slot)
      : false;
  if (moved && shown.slot !== null) return saveMoved(tx, locked, booking, { slot: shown.slot, cause: "store" });
  if (follows === undefined) {
    sql.sendNextCheck(tx, bookingId, made.nextCheckInMs(booking.status, 1));
    return booking;
  }
  const next = changed(booking, byOfNews(follows.patch), follows.patch, locked.now);
  await saveBooking(tx, locked, next, follows.event, []);
  sql.sendNextCheck(tx, bookingId, made.nextCheckInMs(next.status));
  return next;
}

/** News of the provider are the restaurant's own doing, but for what only a guest does. */
function byOfNews({ status }: BookingPatch): Updater {
  return status === "cancelled_by_guest" ? "guest" : "store";
}

/** A booking as a provider keeps it now. */
export interface MovedBooking {
  readonly slot: ProviderBooking["slot"];
  /** Another note; absent keeps the present one. */
  readonly notes?: string | null | undefined;
  /** Who moved it; the restaurant itself, when the provider shows another time unasked. */
  readonly cause: ChangeCause;
  /** The person, device or app that asked for it, where one did. */
  readonly actedBy?: Actor | null;
}

/** The booking as the provider has moved it, with another note when one was sent. */
export async function moveProviderBooking(tx: Tx, bookingId: Id<"bkg">, moved: MovedBooking): Promise<void> {
  const { locked, booking } = await lockProviderBooking(tx, bookingId, moved.slot);
  await saveMoved(tx, locked, booking, moved);
}

/** The booking as its guest has cancelled it at the provider. */
export async function cancelProviderBooking(tx: Tx, bookingId: Id<"bkg">, reason: string | null): Promise<void> {
  const { locked, booking } = await lockProviderBooking(tx, bookingId, null);
  if (!mayMove(booking.status, "cancelled_by_guest", "guest")) return;
  const cancellation = { actor: "guest", reason, cancelled_at: locked.now } as const;
  const next = changed(booking, "guest", { status: "cancelled_by_guest", cancellation }, locked.now);
  await saveBooking(tx, locked, next, "booking.cancelled", []);
  sql.sendNextCheck(tx, bookingId, null);
}

async function saveMoved(
  tx: Tx,
  locked: LockedDays,
  booking: Booking,
  { slot, notes, cause, actedBy = null }: MovedBooking,
): Promise<Booking> {
  const patch = {
    ...made.timesOf(slot, locked.timeZone),
    ...(notes === undefined ? {} : { notes }),
    acted_by: actedBy,
  };
  const next = changed(booking, cause === "repair" ? "service" : cause, patch, locked.now);
  await saveDetails(tx, locked, { before: booking, after: next, cause }, []);
  return next;
}

async function lockProviderBooking(
  tx: Tx,
  bookingId: Id<"bkg">,
  slot: ProviderBooking["slot"] | null,
): Promise<{ readonly locked: LockedDays; readonly booking: Booking }> {
  const found = await lockBookingRow(tx, bookingId);
  const spans = [{ from: found.starts_at, until: found.ends_at }];
  if (slot !== null) spans.push({ from: slot.startsAt, until: slot.startsAt + Math.max(1, slot.minutes) * 60_000 });
  return { locked: await lockDaysAt(tx, found.location_id, spans), booking: found };
}

function draftOf(wanted: NewProviderBooking, locked: LockedDays): Omit<Booking, "confirmation_code"> {
  const { kept, guest } = wanted;
  const status = made.statusOf(kept.status);
  return {
    id: wanted.id,
    location_id: wanted.locationId,
    kept_by: "provider",
    app_id: wanted.appId,
    created_at: locked.now,
    updated_at: locked.now,
    version: 1,
    repairs_since: 0,
    event_sequence: 1,
    status,
    source: wanted.source,
    ...made.timesOf(kept.slot, locked.timeZone),
    area_id: null,
    area_name: null,
    unit_ids: [],
    experience_id: null,
    experience_name: null,
    guest_first_name: guest?.firstName ?? null,
    guest_last_name: guest?.lastName ?? null,
    guest_phone: guest?.phone ?? null,
    guest_email: guest?.email ?? null,
    language: wanted.language,
    notes: wanted.notes,
    venue_notes: null,
    seated_at: null,
    completed_at: null,
    cancellation: status === "cancelled_by_venue" ? made.venueCancelled(locked.now) : null,
    waitlist_entry_id: null,
    updated_by: wanted.appId === null ? "guest" : "partner",
    acted_by: wanted.appId === null ? null : { kind: "app", id: wanted.appId },
    late_until: null,
    undo_point: null,
    payment: null,
    payment_due_at: null,
    decline_reason: null,
  };
}

/** A booking that was made at the provider by somebody else. */
export function importedBooking(locationId: Id<"str">, kept: ProviderBooking): NewProviderBooking {
  return {
    id: newId("bkg"),
    locationId,
    appId: null,
    source: "provider",
    kept,
    guest: kept.guest,
    language: null,
    notes: null,
  };
}
