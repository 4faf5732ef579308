/**
 * Messages about bookings: the confirmation, queued in the transaction that confirms, and the reminder on the day. For
 * bookings made ahead by somebody who left a number; walk-ins and parties of the waitlist stand at the door.
 */
import { localTimeOf } from "../../kernel/wall-time.ts";
import { queueMessage } from "../../messaging/queue-message.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { SubscribableEventType } from "../../webhooks/subscriptions/event-types.ts";
import type { Booking } from "./booking.ts";
import { isKeptByProvider } from "../venue/native-only.ts";

const madeAhead = new Set<Booking["source"]>(["partner", "online", "phone"]);
const confirmWithinSeconds = 3_600;

/** Queues the confirmation when the news is that a booking is confirmed. */
export async function confirmByMessage(tx: Tx, booking: Booking, news: SubscribableEventType): Promise<void> {
  const isNew = news === "booking.created" || news === "booking.confirmed";
  if (isNew && booking.status === "confirmed" && madeAhead.has(booking.source) && booking.guest_phone !== null)
    await write(tx, booking, "booking_confirmed", confirmWithinSeconds);
}

/** Queues the reminder; useless once the party is expected. */
export async function remindByMessage(tx: Tx, booking: Booking, withinSeconds: number): Promise<void> {
  await write(tx, booking, "booking_reminder", withinSeconds);
}

async function write(
  tx: Tx,
  booking: Booking,
  kind: "booking_confirmed" | "booking_reminder",
  sendWithinSeconds: number,
): Promise<void> {
  // The provider that keeps the booking writes to its guests, under a code of its own.
  if (isKeptByProvider(booking)) return;
  const local = localTimeOf(booking.time_zone, booking.starts_at);
  await queueMessage(tx, {
    locationId: booking.location_id,
    subjectId: booking.id,
    // Moved to another time, the booking is reminded of anew.
    occasion: String(booking.starts_at),
    phone: booking.guest_phone,
    values: {
      kind,
      date: local.slice(0, 10),
      time: local.slice(11, 16),
      partySize: booking.party_size,
      code: booking.confirmation_code,
    },
    sendWithinSeconds,
  });
}
