/** The first step of every change of a booking: locks its days, then the booking itself, and reads it as it is then. */
import type { Actor, StaffActor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Span } from "../tables/booking-days.ts";
import { earliestFor, isSeen, type Booking, type ChangeCause, type Updater } from "./booking.ts";
import { findBooking, findVisibleBooking, isGuestErased, lockBookingRow } from "./bookings.sql.ts";
import { findVenueState, type VenueState } from "../venue/venue.query.ts";
import { lockDays, zoneOf, type LockedDays } from "../tables/lock-days.command.ts";
import { readTableTime, tableTimeOf } from "../tables/table-time.query.ts";

export interface LockedBooking {
  readonly locked: LockedDays;
  readonly booking: Booking;
}

/**
 * Who acts: an app, on bookings of its granted locations; or the restaurant's people, a guest or the service itself, on any,
 * when the caller has looked at their right.
 */
export type BookingActor = Id<"app"> | StaffActor | null;

/** Locks a booking; `alsoFrom` says which further time, beginning now, the change may touch. */
export async function lockBooking(
  tx: Tx,
  actor: BookingActor,
  id: Id<"bkg">,
  alsoFrom?: (now: Instant, booking: Booking, state: VenueState) => Span,
): Promise<LockedBooking | Refusal<"not_found">> {
  const found = await findFor(tx, actor, id);
  if (found === undefined) return bookingNotFound(id);
  const [state, time] = await Promise.all([
    findVenueState(tx, found.location_id),
    readTableTime(tx, id, stayOf(found)),
  ]);
  if (state === undefined) throw new Error(`the location of booking ${id} is gone`);
  const spans = [time, ...(alsoFrom === undefined ? [] : [alsoFrom(state.now, found, state)])];
  const locked = await lockDays(tx, { locationId: found.location_id, timeZone: zoneOf(state) }, spans);
  return { locked, booking: await lockBookingRow(tx, id) };
}

/** The booking, if the actor may see it. */
export function findFor(tx: Tx, actor: BookingActor, id: Id<"bkg">): Promise<Booking | undefined> {
  const app = appOf(actor);
  return app === null ? findBooking(tx, id) : findVisibleBooking(tx, id, app);
}

/** The time in which the party of a booking is expected or sits. */
export function stayOf(booking: Booking): Span {
  const from = Math.min(booking.starts_at, booking.seated_at ?? booking.starts_at);
  return { from, until: Math.max(booking.ends_at, from + 1) };
}

/** The time in which a locked booking has its tables. */
export function tablesOf({ locked, booking }: LockedBooking): Span {
  return tableTimeOf(locked, booking.id, stayOf(booking));
}

/** The refusal of a booking that is not there, or not at a location granted to the app: both are answered the same. */
export function bookingNotFound(id: Id<"bkg">): Refusal<"not_found"> {
  return refuse("not_found", `there is no booking ${id} at a location granted to this app`);
}

/** The app that acts; null when somebody else does. */
export function appOf(actor: BookingActor): Id<"app"> | null {
  return typeof actor === "string" ? actor : null;
}

/** Whether the restaurant's own people act. */
export function isStaff(actor: BookingActor): actor is StaffActor {
  return actor !== null && typeof actor !== "string";
}

/** Who changes a booking for its guest: an app, the restaurant, or the guest by their own key. */
export function causeOf(actor: BookingActor): ChangeCause & Updater {
  if (actor === null) return "guest";
  return isStaff(actor) ? "store" : "partner";
}

/** Who acts for the venue: an app, or the restaurant itself. */
export function venueBy(actor: BookingActor): Updater {
  return typeof actor === "string" ? "partner" : "store";
}

/** Who exactly acts, where that is kept. */
export function actedBy(actor: BookingActor): Actor | null {
  return typeof actor === "string" ? { kind: "app", id: actor } : actor;
}

/**
 * Refuses a caller who has not seen the latest version. What repair alone has changed need not be seen (rules/bookings 6.5,
 * 10.7).
 */
export function checkVersion(booking: Booking, expected: number | undefined): Done | Refusal<"stale_version"> {
  if (expected === undefined || isSeen(booking, expected)) return done;
  return refuse(
    "stale_version",
    `expected_version is ${expected} and booking ${booking.id} is at version ${booking.version}; read it again`,
    { expected, actual: booking.version },
  );
}

/** Refuses a note on a booking whose guest was erased, perhaps while the change waited for its locks. */
export async function checkNotErased(
  tx: Tx,
  id: Id<"bkg">,
  notes: string | null | undefined,
): Promise<Done | Refusal<"not_changeable">> {
  if (notes === undefined || notes === null || !(await isGuestErased(tx, id))) return done;
  const message = `the guest of booking ${id} was erased; nothing is noted any more`;
  return refuse("not_changeable", message, { reason: "guest_erased" });
}

/** Refuses a move of a booking that its status does not allow. */
export function illegalMove(booking: Booking, action: string): Refusal<"illegal_transition"> {
  return refuse("illegal_transition", `booking ${booking.id} is ${booking.status}, so it cannot ${action}`, {
    from_status: booking.status,
  });
}

/** Refuses to seat a party hours before its time, or to note before its time that it has not come (rules/bookings 9.4). */
export function checkNotEarly(
  { locked, booking }: LockedBooking,
  to: "in_service" | "no_show",
): Done | Refusal<"illegal_transition"> {
  const earliest = earliestFor(booking, to);
  if (locked.now >= earliest) return done;
  const action = to === "in_service" ? "be seated" : "become a no-show";
  const at = localTimeOf(booking.time_zone, earliest);
  return refuse("illegal_transition", `booking ${booking.id} cannot ${action} before ${at}`, {
    from_status: booking.status,
    reason: "too_early",
  });
}
