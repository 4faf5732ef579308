/**
 * Writes a booking and its event in one transaction, so the event is there exactly when the change is. Every app that is
 * granted the location and may read bookings is told. Phone numbers and addresses go only to apps that may write or
 * manage. Called by the commands of bookings, walk-ins and the waitlist.
 */
import { newConfirmationCode } from "../../kernel/confirmation-code.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { listGrantedApps } from "../../locations/grants/list-granted-apps.query.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { SubscribableEventType } from "../../webhooks/subscriptions/event-types.ts";
import { recordEvent } from "../../webhooks/ledger/record-event.command.ts";
import type { Span } from "../tables/booking-days.ts";
import type { Booking, ChangeCause } from "./booking.ts";
import { bookingToWire, changeToWire } from "./booking-wire.ts";
import * as sql from "./bookings.sql.ts";
import { mayReadBookings, seesContact } from "../venue/contact-privacy.ts";
import { sendDays, type LockedDays } from "../tables/lock-days.command.ts";
import { writeNews } from "./write-to-guest.command.ts";

/** Stores a new booking under a confirmation code of its own and tells of it; answers it with its code. */
export async function storeBooking(
  tx: Tx,
  locked: LockedDays,
  draft: Omit<Booking, "confirmation_code">,
  options: { readonly claimed: Span; readonly guestTokenHash?: Buffer },
): Promise<Booking> {
  const fields = { writtenAt: locked.writtenAt, guestTokenHash: options.guestTokenHash ?? null };
  for (;;) {
    const booking: Booking = { ...draft, confirmation_code: newConfirmationCode() };
    if (!(await sql.insertBooking(tx, booking, fields))) continue;
    await tellApps(tx, booking, "booking.created");
    sendDays(tx, locked, [options.claimed]);
    return booking;
  }
}

/** A change of details: what the booking was, what it is, and who changed it. */
export interface DetailsChange {
  readonly before: Booking;
  readonly after: Booking;
  readonly cause: ChangeCause;
}

/** Sends a change of details and tells of it, with what it was before; `spans` as for `saveBooking`. */
export async function saveDetails(
  tx: Tx,
  locked: LockedDays,
  change: DetailsChange,
  spans: readonly Span[],
): Promise<void> {
  sql.sendBookingUpdate(tx, change.after, locked.writtenAt);
  await tellApps(tx, change.after, "booking.changed", change);
  sendDays(tx, locked, spans);
}

/** Sends another status of a locked booking and tells of it; `spans` are the times at which tables were taken or freed. */
export async function saveBooking(
  tx: Tx,
  locked: LockedDays,
  booking: Booking,
  type: Exclude<SubscribableEventType, "booking.changed">,
  spans: readonly Span[],
): Promise<void> {
  sql.sendBookingUpdate(tx, booking, locked.writtenAt);
  await tellApps(tx, booking, type);
  sendDays(tx, locked, spans);
}

async function tellApps(tx: Tx, booking: Booking, type: SubscribableEventType, change?: DetailsChange): Promise<void> {
  recordLiveChange(tx, booking.location_id, "bookings", booking.id);
  await writeNews(tx, booking, type, change?.before);
  for (const app of await listGrantedApps(tx, booking.location_id)) {
    if (!mayReadBookings(app.scopes)) continue;
    const view = { livemode: tx.livemode, showContact: seesContact(app.scopes) };
    const told = change === undefined ? {} : changeToWire(change.before, change.after, change.cause, view);
    await recordEvent(tx, {
      appId: app.id,
      eventType: type,
      locationId: booking.location_id,
      resourceType: "booking",
      resourceId: booking.id,
      resourcePath: `/v1/bookings/${booking.id}`,
      idempotencyKey: `booking:${booking.id}:${type.slice("booking.".length)}:${booking.version}`,
      sequence: booking.event_sequence,
      data: { ...bookingToWire(booking, view), ...told, actor: booking.updated_by },
      created: booking.updated_at,
    });
  }
}
