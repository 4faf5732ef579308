/** GET /bookings: a window by start, a look-up, or all changes since a time, of which none is missed (rules/bookings 12). */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { readDatabaseTime } from "../../platform/clock/database-time.sql.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { BookingCursor, BookingCursors } from "./booking-cursor.ts";
import * as sql from "./booking-list.sql.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { getGrantedVenueState } from "../venue/venue.query.ts";

export interface BookingListRequest {
  readonly appId: Id<"app">;
  readonly locationId: Id<"str"> | undefined;
  readonly start: Instant | undefined;
  readonly end: Instant | undefined;
  readonly updatedSince: Instant | undefined;
  readonly phone: string | undefined;
  readonly confirmationCode: string | undefined;
  readonly startingAfter: string | undefined;
  readonly limit: number;
}

export interface BookingPage {
  readonly bookings: readonly sql.ListedBooking[];
  readonly nextCursor: string | null;
}

export type ListRefusal = Refusal<
  "not_found" | "invalid_window" | "invalid_cursor" | "invalid_phone" | "location_required"
>;

const dayMs = 24 * 3_600_000;

/** A page of the bookings of granted locations, whoever made them. */
export async function listBookings(
  db: Db,
  cursors: BookingCursors,
  request: BookingListRequest,
): Promise<BookingPage | ListRefusal> {
  const checked = checkWindow(request);
  if (isRefusal(checked)) return checked;
  const listed = await readListLocation(db, request);
  if (isRefusal(listed)) return listed;
  const { filters, now } = listed;
  const { start, end, updatedSince } = request;
  const key = JSON.stringify([filters, start ?? null, end ?? null, updatedSince ?? null]);
  const cursor = request.startingAfter === undefined ? null : cursors.unseal(request.startingAfter, key);
  if (isRefusal(cursor)) return cursor;
  const more = request.limit + 1;
  if (updatedSince !== undefined) {
    const rows = await sql.listByUpdate(db, filters, updatedSince, await sql.readBookingHorizon(db), cursor, more);
    return toPage(rows, request.limit, (last) =>
      cursors.seal({ filters: key, order: "update", from: null, until: null, at: last.written_at, id: last.id }),
    );
  }
  const { from, until } = cursor ?? windowOf(request, now);
  const clock = isOfManyClocks(request) ? "real" : "location";
  const rows = await sql.listByStart(db, filters, { from, until, clock }, cursor, more);
  return toPage(rows, request.limit, (last) =>
    cursors.seal({ filters: key, order: "start", from, until, at: last.starts_at, id: last.id }),
  );
}

function checkWindow(request: BookingListRequest): Done | Refusal<"invalid_window" | "location_required"> {
  const { start, end, updatedSince, phone, confirmationCode, locationId } = request;
  if ((start === undefined) !== (end === undefined)) return invalidWindow("start and end go together");
  if (start !== undefined && updatedSince !== undefined)
    return invalidWindow("updated_since cannot be combined with start and end");
  if (start !== undefined && end !== undefined && (end <= start || end - start > 31 * dayMs))
    return invalidWindow("end must be after start, by at most 31 days");
  if ((phone !== undefined || confirmationCode !== undefined) && locationId === undefined)
    return refuse("location_required", "phone and confirmation_code need location_id: send the location to look in");
  return done;
}

function invalidWindow(message: string): Refusal<"invalid_window"> {
  return refuse("invalid_window", message);
}

/** The filters as the database knows them, and the time that a default window begins at (`isOfManyClocks`). */
async function readListLocation(
  db: Db,
  request: BookingListRequest,
): Promise<{ readonly filters: sql.ListFilters; readonly now: Instant } | Refusal<"not_found" | "invalid_phone">> {
  const { appId, locationId, confirmationCode } = request;
  const code = confirmationCode?.trim().toUpperCase() ?? null;
  if (locationId === undefined)
    return { filters: { appId, locationId: null, phone: null, code: null }, now: await readDatabaseTime(db) };
  const state = await getGrantedVenueState(db, appId, locationId);
  if (isRefusal(state)) return state;
  const phone =
    request.phone === undefined ? null : normalizePhone(request.phone, state.location.country, "query.phone");
  if (isRefusal(phone)) return phone;
  return { filters: { appId, locationId, phone, code }, now: state.now };
}

/** The window asked for; a lookup without one is at any time, a list is of the next seven days. */
function windowOf(request: BookingListRequest, now: Instant): Pick<BookingCursor, "from" | "until"> {
  const { start, end, phone, confirmationCode } = request;
  if (start !== undefined && end !== undefined) return { from: start, until: end };
  const isLookup = phone !== undefined || confirmationCode !== undefined;
  return isLookup ? { from: null, until: null } : { from: now, until: now + 7 * dayMs };
}

/**
 * The default window of many locations is kept in real time, and begins at each location's own now. A clock that is moved
 * between two pages moves the window of its location along.
 */
function isOfManyClocks({ locationId, start }: BookingListRequest): boolean {
  return locationId === undefined && start === undefined;
}

function toPage(
  rows: readonly sql.ListedBooking[],
  limit: number,
  seal: (last: sql.ListedBooking) => string,
): BookingPage {
  const bookings = rows.slice(0, limit);
  const last = bookings.at(-1);
  return { bookings, nextCursor: rows.length > limit && last !== undefined ? seal(last) : null };
}
