/** The book of a location as its own people see it. */
import { getApp } from "../../apps/read-apps.query.ts";
import { findAnyBooking } from "../../bookings/book/get-booking.query.ts";
import { listBookingsById } from "../../bookings/book/list-bookings-at.query.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { listNames } from "../../people/person/list-names.query.ts";
import type { Acting } from "../../people/person/require-role.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { bookingToStaff, type Names } from "./booking-wire.ts";
import type { StaffBooking } from "./booking-wire.schemas.ts";
import { noBooking, requireHostOf } from "./stand-access.ts";

/** Bookings as staff see them, in the same order. */
export async function showBookings(db: Db, bookings: readonly Booking[]): Promise<StaffBooking[]> {
  const names = await namesOf(db, bookings);
  return bookings.map((booking) => bookingToStaff(booking, names));
}

/** One booking as staff see it. */
export async function showBooking(db: Db, booking: Booking): Promise<StaffBooking> {
  return bookingToStaff(booking, await namesOf(db, [booking]));
}

/** Those of the bookings that are of the location, as staff see them, by id. */
export async function readBookingsById(
  db: Db,
  locationId: Id<"str">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StaffBooking>> {
  const shown = await showBookings(db, await listBookingsById(db, locationId, ids));
  return new Map(shown.map((booking) => [booking.id, booking]));
}

/** A booking, and the caller as host or manager of its location; of other locations there is no booking. */
export async function findBookingFor(
  db: Db,
  caller: ConsoleCaller,
  id: Id<"bkg">,
): Promise<{ readonly booking: Booking; readonly acting: Acting } | Refusal<"not_found" | "role_required">> {
  const booking = await findAnyBooking(db, id);
  if (booking === undefined) return noBooking(id);
  const acting = requireHostOf(caller, booking);
  return isRefusal(acting) ? acting : { booking, acting };
}

/** The names of everybody who acted: one look for people and devices, one for each app. */
export async function namesOf(db: Db, acted: readonly { readonly acted_by: Actor | null }[]): Promise<Names> {
  const apps = new Set<Id<"app">>();
  const others = new Set<string>();
  for (const { acted_by: by } of acted) {
    if (by === null || by.id === null) continue;
    if (by.kind === "app") apps.add(by.id as Id<"app">);
    else others.add(by.id);
  }
  const names = new Map(await listNames(db, [...others]));
  for (const id of apps) {
    const app = await getApp(db, id);
    if (!isRefusal(app)) names.set(id, app.name);
  }
  return names;
}
