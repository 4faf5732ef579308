/** Bookings as the restaurant's own people see them. Pure. */
import type { Actor } from "../../kernel/actor.ts";
import { toIso } from "../../kernel/clock.ts";
import { bookingToWire } from "../../bookings/book/booking-wire.ts";
import type { Booking, Updater } from "../../bookings/book/booking.ts";
import type { BookParty, StaffBooking } from "./booking-wire.schemas.ts";

/** Names of people, devices and apps by id. */
export type Names = ReadonlyMap<string, string>;

/** Writes a booking for staff. */
export function bookingToStaff(booking: Booking, names: Names): StaffBooking {
  const {
    livemode: _livemode,
    local_start: _start,
    local_end: _end,
    ...shared
  } = bookingToWire(booking, {
    livemode: false,
    showContact: true,
    showVenueNotes: true,
  });
  const { first_name, last_name, phone, email } = shared.guest;
  return {
    ...shared,
    guest: { first_name, last_name, phone, email },
    managed_by: booking.kept_by === "provider" ? "provider" : null,
    undo: undoToWire(booking),
    updated_by: partyToWire(booking, names),
  };
}

const kinds: Readonly<Record<Updater, BookParty["kind"]>> = {
  partner: "app",
  store: "person",
  guest: "guest",
  service: "service",
};

/** Who made the last change of a booking or a waitlist entry. */
export function partyToWire(
  { updated_by, acted_by }: { readonly updated_by: Updater; readonly acted_by: Actor | null },
  names: Names,
): BookParty {
  const id = acted_by?.id ?? null;
  const name = id === null ? null : (names.get(id) ?? null);
  const { kind } = acted_by ?? { kind: null };
  return { kind: kind === "person" || kind === "device" ? kind : kinds[updated_by], id, name };
}

function undoToWire({ source, undo_point: point }: Booking): StaffBooking["undo"] {
  if (point === null) return null;
  const until = toIso(point.until);
  // A party that was seated from the line goes back to its place there.
  if (point.of === "walk_in" && source === "waitlist") return { of: "seat", to: "waiting", until };
  const { status } = point.was;
  const to = status === "confirmed" || status === "in_service" ? status : "cancelled_by_venue";
  return { of: point.of, to, until };
}
