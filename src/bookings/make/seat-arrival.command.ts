/**
 * Seats a party that has arrived: walk-ins, and parties from the waitlist (rules/bookings 11.1, 11.2;
 * rules/waitlist 2.4).
 *
 * Guarantees: the party gets a table that is free now and stays free for its turn time, or nothing happens. Where needed,
 * parties that are expected later are moved. Tables chosen by hand may be needed by a later party within that time only
 * when the caller allows it by a field. A crash leaves the party seated or not at all.
 */
import type { Actor } from "../../kernel/actor.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import { undoPointOfArrival } from "../book/undo-point.ts";
import type { Span } from "../tables/booking-days.ts";
import { seatAtChosen, type ChosenTables, type ChosenSeating } from "../tables/chosen-tables.ts";
import * as claims from "../tables/claims.sql.ts";
import type { Guest } from "../book/guest-contact.ts";
import { lockDays, type LockedDays } from "../tables/lock-days.command.ts";
import { tableGone } from "../search/lock-slot.command.ts";
import { newBooking, type BookingDraft } from "./new-booking.ts";
import { repair } from "./repair.command.ts";
import { storeBooking } from "../book/save-booking.command.ts";
import { seatParty, type Seating } from "../tables/seating.ts";
import { endWithin, occupiedUntil, stayMinutes } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";
import { requireVenue, type VenueState } from "../venue/venue.query.ts";

export interface Arrival {
  readonly appId: Id<"app"> | null;
  /** The person or device that seats the party, when no app does. */
  readonly actedBy?: Actor | null;
  readonly source: "walk_in" | "waitlist";
  readonly waitlistEntryId: Id<"bkw"> | null;
  readonly partySize: number;
  readonly guest: Guest;
  readonly notes: string | null;
  /** Tables chosen by hand; undefined leaves it to the rule of seating. */
  readonly chosen: ChosenTables | undefined;
}

export type ArrivalRefusal = Refusal<
  "invalid_request" | "slot_unavailable" | "capability_unsupported" | "configuration_missing"
>;

/** Seats the party now; `state` is the location's as the caller has read and admitted it. */
export async function seatArrival(tx: Tx, state: VenueState, arrival: Arrival): Promise<Booking | ArrivalRefusal> {
  const before = requireVenue(state);
  if (isRefusal(before)) return before;
  const minutes = stayMinutes(before.venue, arrival.partySize, null);
  const stay = { from: state.now, until: occupiedUntil(before.venue, state.now, minutes) };
  const locked = await lockDays(tx, before.venue, [stay]);
  const ready = requireVenue(locked.state);
  if (isRefusal(ready)) return ready;
  const { venue } = ready;
  const seated = await chooseTables(tx, locked, venue, arrival);
  if (isRefusal(seated)) return seated;
  if (seated === undefined) return refuse("slot_unavailable", "no table that fits is free now for the whole stay");
  const { seating, until } = seated;
  const id = newId("bkg");
  const claimed = await claims.insertClaims(tx, {
    locationId: venue.locationId,
    ownerId: id,
    kind: "walk_in",
    unitIds: seating.unitIds,
    areaId: seating.areaId,
    from: locked.now,
    until,
    startsAt: locked.now,
    partySize: arrival.partySize,
    expiresAt: null,
  });
  if (!claimed) return tableGone();
  const span = { from: locked.now, until };
  return storeBooking(tx, locked, draftOf(id, venue, arrival, seating, span), { claimed: span });
}

async function chooseTables(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  { partySize, chosen }: Arrival,
): Promise<ChosenSeating | Refusal<"invalid_request" | "slot_unavailable"> | undefined> {
  const until = occupiedUntil(venue, locked.now, stayMinutes(venue, partySize, null));
  if (chosen !== undefined) return seatAtChosen(venue, locked.claims, chosen, { partySize, from: locked.now, until });
  const wish = { partySize, from: locked.now, until, offer: "venue" } as const;
  const seating = seatParty(venue, locked.claims, wish) ?? (await repair(tx, locked, venue, wish)) ?? undefined;
  return seating === undefined || isRefusal(seating) ? seating : { seating, until };
}

function draftOf(id: Id<"bkg">, venue: Venue, arrival: Arrival, seating: Seating, span: Span): BookingDraft {
  const { appId, partySize, source, notes } = arrival;
  const now = span.from;
  const endsAt = endWithin(venue, now, span.until);
  const stay = { ...seating, id, startsAt: now, endsAt, partySize, experience: null, terms: null };
  return newBooking(venue, now, arrival.guest, stay, {
    status: "in_service",
    app_id: appId,
    source,
    notes,
    seated_at: now,
    waitlist_entry_id: arrival.waitlistEntryId,
    updated_by: appId === null ? "store" : "partner",
    acted_by: appId === null ? (arrival.actedBy ?? null) : { kind: "app", id: appId },
    undo_point: undoPointOfArrival(seating, span),
  });
}
