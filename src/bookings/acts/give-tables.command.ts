/**
 * Gives parties tables chosen by hand at their own times, all at once (rules/bookings 16.3, 16.4). Guarantees: every
 * party has all of its new tables and none of its old ones, or a refusal leaves everything as before. The caller has
 * locked the days and the rows. Called by the acts that move, swap and resize.
 */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed, claimKindOf, type Booking } from "../book/booking.ts";
import { actedBy, tablesOf, venueBy } from "../book/lock-booking.command.ts";
import { saveDetails } from "../book/save-booking.command.ts";
import { tableGone } from "../search/lock-slot.command.ts";
import { shrinkPayment } from "../payments/return-payment.command.ts";
import { seatAtChosen, type ChosenSeating, type ChosenTables } from "../tables/chosen-tables.ts";
import * as claims from "../tables/claims.sql.ts";
import type { LockedDays } from "../tables/lock-days.command.ts";
import { endWithin, shortestStayMs } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";

/** A locked booking, and where its party is to have its tables. */
export interface PartyTables {
  readonly booking: Booking;
  readonly chosen: ChosenTables;
  /** Another size of the party; absent: the present one. */
  readonly partySize?: number;
}

export type TablesRefusal = Refusal<"invalid_request" | "slot_unavailable" | "capability_unsupported">;

const minuteMs = 60_000;

/** Places the parties and answers their bookings after it, in the same order; who has the tables already is left as it is. */
export async function giveTables(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  actor: StaffActor,
  parties: readonly PartyTables[],
): Promise<readonly Booking[] | TablesRefusal> {
  const ignoreOwners = parties.map(({ booking }) => booking.id);
  const seatings: ChosenSeating[] = [];
  for (const { booking, chosen, partySize = booking.party_size } of parties) {
    const span = timeOf(locked, venue, booking);
    const seated = seatAtChosen(venue, locked.claims, chosen, { partySize, ...span, ignoreOwners });
    if (isRefusal(seated)) return seated;
    seatings.push(seated);
  }
  if (parties.every(({ booking, chosen, partySize = booking.party_size }) => isThere(booking, chosen, partySize)))
    return parties.map(({ booking }) => booking);
  for (const { booking } of parties) claims.sendRelease(tx, booking.id);
  const after: Booking[] = [];
  for (const [index, party] of parties.entries()) {
    const seated = seatings[index];
    const moved = seated === undefined ? undefined : await giveTablesTo(tx, locked, venue, actor, party, seated);
    if (moved === undefined) return tableGone();
    after.push(moved);
  }
  return after;
}

/** From when on the party has the tables: from its start, or from now on when that has passed or it sits. */
function timeOf(
  locked: LockedDays,
  venue: Venue,
  booking: Booking,
): { readonly from: Instant; readonly until: Instant; readonly isExpected?: true } {
  const { bufferMinutes, slotIntervalMinutes } = venue.configuration;
  const until = booking.ends_at + bufferMinutes * minuteMs;
  const atLeast = locked.now + slotIntervalMinutes * minuteMs;
  if (booking.status === "in_service") {
    const claimed = tablesOf({ locked, booking }).until;
    return { from: locked.now, until: Math.max(until, claimed, atLeast) };
  }
  // A late party could otherwise get a table for the time before the party came that sits there now.
  const isLate = booking.starts_at <= locked.now;
  return isLate
    ? { from: locked.now, until: Math.max(until, atLeast) }
    : { from: booking.starts_at, until, isExpected: true };
}

/** Takes the tables and tells of it; undefined when another claim is in the way. */
async function giveTablesTo(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  actor: StaffActor,
  { booking, partySize = booking.party_size }: PartyTables,
  { seating, until }: ChosenSeating,
): Promise<Booking | undefined> {
  const { from } = timeOf(locked, venue, booking);
  const claimed = await claims.insertClaims(tx, {
    locationId: booking.location_id,
    ownerId: booking.id,
    kind: claimKindOf(booking),
    unitIds: seating.unitIds,
    areaId: seating.areaId,
    from,
    until,
    startsAt: booking.starts_at,
    partySize,
    expiresAt: null,
  });
  if (!claimed) return undefined;
  const patch = {
    ...(await shrinkPayment(tx, booking, partySize, locked.now)),
    party_size: partySize,
    area_id: seating.areaId,
    area_name: seating.areaName,
    unit_ids: seating.unitIds,
    // A table that is wanted again sooner ends the stay; one that is free for longer does not lengthen it.
    ends_at: Math.max(Math.min(endWithin(venue, from, until), booking.ends_at), from + shortestStayMs),
    acted_by: actedBy(actor),
  };
  const after = changed(booking, venueBy(actor), patch, locked.now);
  const cause = "store";
  await saveDetails(tx, locked, { before: booking, after, cause }, [tablesOf({ locked, booking }), { from, until }]);
  return after;
}

function isThere(booking: Booking, { unitIds }: ChosenTables, partySize: number): boolean {
  return partySize === booking.party_size && unitIds.toSorted().join(" ") === booking.unit_ids.toSorted().join(" ");
}
