/**
 * Repair: when no table fits a party, parties that are not yet seated are moved within their area (switchable per
 * location). Guarantees: a moved party keeps its time and shows its new table, in the transaction of the party that
 * needed the room. A later refusal undoes the moves. Called wherever a party gets a table: holds, bookings, changes,
 * walk-ins, seating.
 */
import type { Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { daysOf } from "../tables/booking-days.ts";
import { repaired, type Booking } from "../book/booking.ts";
import { listMovable } from "../book/bookings.sql.ts";
import * as claims from "../tables/claims.sql.ts";
import { makeRoom, type MovableParty } from "../tables/make-room.ts";
import type { LockedDays } from "../tables/lock-days.command.ts";
import { tableGone } from "../search/lock-slot.command.ts";
import { saveDetails } from "../book/save-booking.command.ts";
import type { Seating, SeatingRequest } from "../tables/seating.ts";
import { findExperience } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";

const budgetMs = 20;

/** A seating made free by moving others, who have moved; undefined when none can be, or the location does not want it. */
export async function repair(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  request: SeatingRequest,
): Promise<Seating | Refusal<"slot_unavailable"> | undefined> {
  if (!venue.configuration.repair) return undefined;
  const bookings = await movableBookings(tx, locked);
  const room = makeRoom(venue, locked.claims, {
    request,
    movable: movableParties(locked, venue, bookings, request.ignoreOwner),
    isTooLate: within(budgetMs),
  });
  if (room === null) return undefined;
  for (const { ownerId } of room.moves) {
    const booking = bookings.get(ownerId);
    if (booking !== undefined) claims.sendRelease(tx, booking.id);
  }
  for (const { ownerId, unitIds } of room.moves) {
    const booking = bookings.get(ownerId);
    if (booking === undefined || !(await move(tx, locked, booking, unitIds))) return tableGone();
  }
  return room.seating;
}

/** The bookings around the start whose parties are not seated yet, late ones among them, locked against changes. */
async function movableBookings(tx: Tx, locked: LockedDays): Promise<ReadonlyMap<string, Booking>> {
  const owners = locked.claims.filter(({ kind }) => kind === "booking");
  const rows = await listMovable(tx, [...new Set(owners.map(({ ownerId }) => ownerId))]);
  return new Map(rows.map((booking) => [booking.id, booking]));
}

/** Those of them that stay on dates which are locked here. */
function movableParties(
  locked: LockedDays,
  venue: Venue,
  bookings: ReadonlyMap<string, Booking>,
  except: string | undefined,
): ReadonlyMap<string, MovableParty> {
  const parties = new Map<string, MovableParty>();
  for (const { ownerId, from, until, partySize } of locked.claims) {
    const booking = bookings.get(ownerId);
    if (booking === undefined || ownerId === except || parties.has(ownerId)) continue;
    if (!daysOf(venue.timeZone, [{ from, until }]).every((day) => locked.days.includes(day))) continue;
    const experience = booking.experience_id === null ? null : findExperience(venue, booking.experience_id);
    if (experience === undefined) continue;
    parties.set(ownerId, { ownerId, partySize, from, until, unitIds: experience?.unitIds ?? null });
  }
  return parties;
}

async function move(tx: Tx, locked: LockedDays, booking: Booking, unitIds: readonly string[]): Promise<boolean> {
  const claim = locked.claims.find(({ ownerId }) => ownerId === booking.id);
  if (claim === undefined || booking.area_id === null) return false;
  const { from, until, startsAt, partySize } = claim;
  const claimed = await claims.insertClaims(tx, {
    locationId: booking.location_id,
    ownerId: booking.id,
    kind: "booking",
    unitIds,
    areaId: booking.area_id,
    from,
    until,
    startsAt,
    partySize,
    expiresAt: null,
  });
  if (!claimed) return false;
  const after = repaired(booking, { unit_ids: unitIds }, locked.now);
  await saveDetails(tx, locked, { before: booking, after, cause: "repair" }, [{ from, until }]);
  return true;
}

/** Counted in the thread's own processor time: waiting for a core is nobody's search. */
function within(ms: number): () => boolean {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const end = spent() + ms * 1000;
  return () => spent() > end;
}
