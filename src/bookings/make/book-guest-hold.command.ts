/**
 * Books the hold of a guest on the booking page. Guarantees: a hold becomes one booking, however often its form is sent.
 * A guest whose hold has ended still gets a table while there is one, by the same rules as everybody. One transaction: a
 * crash leaves the hold as before.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import { findBooking } from "../book/bookings.sql.ts";
import { createBooking, type BookingRefusal, type BookingRequest } from "./create-booking.command.ts";
import { readGuest, type GivenGuest, type Guest } from "../book/guest-contact.ts";
import { holdConsumed, holdNotFound, lockHold } from "./hold-slot.command.ts";
import { findHold, sendHoldEnd } from "../book/holds.sql.ts";
import type { Hold } from "../book/hold.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import { findVenueState, requireBookable } from "../venue/venue.query.ts";

export type GuestRequest = Pick<BookingRequest, "guest" | "notes" | "toldBy" | "guestTokenHashOf">;

/** Books the hold for the guest; a hold that is booked already answers its booking to that very guest. */
export async function bookGuestHold(
  tx: Tx,
  tokens: SlotTokens,
  holdId: Id<"bkh">,
  given: GuestRequest,
): Promise<Booking | BookingRefusal> {
  const found = await findHold(tx, holdId, null);
  if (found === undefined) return holdNotFound(holdId);
  const { locked, hold } = await lockHold(tx, found);
  if (hold.booking_id !== null) return bookingOf(tx, hold, given.guest, locked.state.location.country);
  const request: BookingRequest = { ...given, appId: null, source: "online", by: { kind: "hold", holdId } };
  if (hold.status !== "expired") return createBooking(tx, tokens, request);
  const slotToken = await offerAgain(tx, tokens, hold);
  if (isRefusal(slotToken)) return slotToken;
  const booking = await createBooking(tx, tokens, { ...request, by: { kind: "token", slotToken } });
  if (!isRefusal(booking)) sendHoldEnd(tx, holdId, "consumed", booking.id);
  return booking;
}

/** What a guest's hold was booked as: for the very guest who asks again, their booking. Undefined: it is not booked. */
export async function bookedBefore(
  tx: Tx,
  holdId: Id<"bkh">,
  given: GivenGuest,
): Promise<Booking | Refusal<"not_found" | "invalid_phone" | "hold_consumed"> | undefined> {
  const hold = await findHold(tx, holdId, null);
  if (hold === undefined || hold.booking_id === null) return undefined;
  const state = await findVenueState(tx, hold.location_id);
  return bookingOf(tx, hold, given, state?.location.country ?? null);
}

/** The booking of a hold that is booked, if it is for the guest. */
async function bookingOf(
  tx: Tx,
  hold: Hold,
  given: GivenGuest,
  country: string | null,
): Promise<Booking | Refusal<"not_found" | "invalid_phone" | "hold_consumed">> {
  const guest = readGuest(given, country);
  if (isRefusal(guest)) return guest;
  const booked = hold.booking_id === null ? undefined : await findBooking(tx, hold.booking_id);
  if (booked === undefined) return holdNotFound(hold.id);
  // What another guest typed cannot be kept, and is not to be lost without a word.
  return isFor(booked, guest) ? booked : holdConsumed(hold);
}

function isFor(booking: Booking, guest: Guest): boolean {
  return (
    booking.guest_first_name === guest.first_name &&
    booking.guest_last_name === guest.last_name &&
    booking.guest_phone === guest.phone &&
    booking.guest_email === guest.email
  );
}

/** The slot of a hold that is over, as a search would offer it now. */
async function offerAgain(
  tx: Tx,
  tokens: SlotTokens,
  hold: Hold,
): Promise<
  string | Refusal<"not_found" | "capability_unsupported" | "configuration_missing" | "bookings_not_enabled">
> {
  const state = await findVenueState(tx, hold.location_id);
  if (state === undefined) return holdNotFound(hold.id);
  const ready = requireBookable(state);
  if (isRefusal(ready)) return ready;
  const content = {
    appId: null,
    locationId: hold.location_id,
    startsAt: hold.starts_at,
    partySize: hold.party_size,
    durationMinutes: (hold.ends_at - hold.starts_at) / 60_000,
    areaId: hold.wanted_area_id,
    experienceId: hold.experience?.id ?? null,
    revision: ready.venue.revision,
  };
  return tokens.issue(content, ready.now).token;
}
