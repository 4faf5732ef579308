/** The bookings that a channel made here, as the port shows them. A channel that lost a location no longer sees them. */
import type { Booking } from "../bookings/book/booking.ts";
import { findAnyBooking } from "../bookings/book/get-booking.query.ts";
import type * as port from "../bookings/provider/reservation-provider.ts";
import type { Id } from "../kernel/id.ts";
import type { ChannelCaller } from "../platform/http/callers.ts";
import type { Db } from "../platform/postgres/database.ts";
import * as sql from "./channels.sql.ts";

export interface ShownBooking {
  readonly locationId: Id<"str">;
  readonly userId: string;
  readonly booking: port.ProviderBooking;
}

/** A booking that the channel made, at a location that it still has. */
export async function findShownBooking(
  db: Db,
  { id, locationIds }: ChannelCaller,
  reference: string,
): Promise<ShownBooking | undefined> {
  const found = await sql.findChannelBooking(db, id, reference);
  return found === undefined || !locationIds.includes(found.location_id) ? undefined : showMade(db, found);
}

/** The bookings to come that the channel made for a guest of its own. */
export async function listShownBookings(db: Db, channel: ChannelCaller, userId: string): Promise<ShownBooking[]> {
  const made = await sql.listOfUser(db, channel.id, userId, channel.locationIds);
  const shownOnes = await Promise.all(made.map((each) => showMade(db, each)));
  return shownOnes.filter((each) => each !== undefined);
}

async function showMade(db: Db, made: sql.ChannelBooking): Promise<ShownBooking | undefined> {
  const booking = await findAnyBooking(db, made.booking_id);
  if (booking === undefined) return undefined;
  return { locationId: made.location_id, userId: made.user_id, booking: showBooking(booking) };
}

/** A booking of ours behind the port. */
export function showBooking(booking: Booking): port.ProviderBooking {
  return {
    reference: booking.id,
    status: statusOf(booking),
    slot: {
      startsAt: booking.starts_at,
      minutes: Math.round((booking.ends_at - booking.starts_at) / 60_000),
      partySize: booking.party_size,
    },
    guest: {
      firstName: booking.guest_first_name,
      lastName: booking.guest_last_name,
      phone: booking.guest_phone,
      email: booking.guest_email,
    },
  };
}

function statusOf({ status }: Booking): port.ProviderStatus {
  switch (status) {
    case "pending":
    case "declined":
    case "no_show":
      return status;
    case "cancelled_by_guest":
    case "cancelled_by_venue":
      return "cancelled";
    case "confirmed":
    case "in_service":
    case "completed":
      return "confirmed";
  }
}
