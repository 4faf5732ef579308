/**
 * A booking by telephone (rules/bookings 16.7). The start is any start of the search, or one that a host takes although a
 * rule of the search forbids it. Guarantees: the overridden rule is named and kept in the audit log with the host. Two
 * parties never have one table. One transaction: booking, tables, event and entry are there together or not at all.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { StaffActor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import type { GivenGuest } from "../book/guest-contact.ts";
import { admitGuest, namedExperience, storeSeated } from "../make/create-booking.command.ts";
import { repair } from "../make/repair.command.ts";
import { allowStart, type AllowedStart, type StartRefusal, type StartRule } from "../search/check-start.ts";
import { admitByPhone, tableGone } from "../search/lock-slot.command.ts";
import { seatAtChosen, type ChosenSeating, type ChosenTables } from "../tables/chosen-tables.ts";
import * as claims from "../tables/claims.sql.ts";
import { lockDays, type LockedDays } from "../tables/lock-days.command.ts";
import { seatParty } from "../tables/seating.ts";
import { endOfStay, endWithin, occupiedUntil, stayMinutes } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";
import { requireVenue, type VenueState } from "../venue/venue.query.ts";

export interface PhoneRequest {
  readonly actor: StaffActor;
  readonly startsAt: Instant;
  readonly partySize: number;
  readonly experienceId: string | null;
  /** The only area that will do, or null. */
  readonly areaId: string | null;
  /** Tables chosen by hand; undefined leaves it to the rule of seating. */
  readonly chosen: ChosenTables | undefined;
  /** The rules of the search that the host passes over. */
  readonly override: ReadonlySet<StartRule>;
  /** Any part may be missing. */
  readonly guest: GivenGuest;
  readonly notes: string | null;
  readonly venueNotes: string | null;
}

export type PhoneRefusal =
  | StartRefusal
  | Refusal<
      | "invalid_request"
      | "invalid_phone"
      | "guest_contact_required"
      | "overlapping_booking"
      | "capability_unsupported"
      | "configuration_missing"
      | "payment_instrument_required"
    >;

/** Makes the booking; `state` is the location's as the caller has read it, `by` goes to the audit log. */
export async function bookByPhone(
  tx: Tx,
  state: VenueState,
  request: PhoneRequest,
  by: Author,
): Promise<Booking | PhoneRefusal> {
  const before = requireVenue(state);
  if (isRefusal(before)) return before;
  const { startsAt, partySize, experienceId } = request;
  const planned = stayMinutes(before.venue, partySize, experienceId);
  const locked = await lockDays(tx, before.venue, [
    { from: startsAt, until: occupiedUntil(before.venue, startsAt, planned) },
  ]);
  const ready = requireVenue(locked.state);
  if (isRefusal(ready)) return ready;
  const { venue } = ready;
  const minutes = stayMinutes(venue, partySize, experienceId);
  if (startsAt < locked.now - graceMs)
    return refuse("outside_booking_window", "the time is in the past", { reason: "inside_min_lead" });
  const allowed = allowStart(venue, locked.claims, { ...request, minutes }, locked.now);
  if (isRefusal(allowed)) return allowed;
  const asked = admitByPhone(allowed);
  if (isRefusal(asked)) return asked;
  const until = occupiedUntil(venue, startsAt, minutes);
  const seated = await chooseTables(tx, locked, venue, request, { allowed, until });
  if (isRefusal(seated)) return seated;
  const booking = await store(tx, locked, venue, request, { allowed, seated, minutes, until });
  if (!isRefusal(booking) && request.override.size > 0) await note(tx, booking, request, by);
  return booking;
}

/** A host who writes down a party that is just arriving is not too late. */
const graceMs = 15 * 60_000;

async function chooseTables(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  { chosen, partySize, startsAt: from }: PhoneRequest,
  { allowed, until }: { readonly allowed: AllowedStart; readonly until: Instant },
): Promise<ChosenSeating | Refusal<"invalid_request" | "slot_unavailable">> {
  if (chosen !== undefined)
    return seatAtChosen(venue, locked.claims, chosen, { partySize, from, until, isExpected: true });
  const { areaIds, experience } = allowed;
  const wish = { partySize, from, until, areaIds, unitIds: experience?.unitIds ?? null, offer: "venue" } as const;
  // What guests are offered comes first, then tables that only the restaurant gives away.
  const seating =
    seatParty(venue, locked.claims, { ...wish, offer: "online" }) ??
    seatParty(venue, locked.claims, wish) ??
    (await repair(tx, locked, venue, wish));
  if (seating === undefined) return refuse("slot_unavailable", "no table is free for this party at this time");
  return isRefusal(seating) ? seating : { seating, until };
}

async function store(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  request: PhoneRequest,
  seat: {
    readonly allowed: AllowedStart;
    readonly seated: ChosenSeating;
    readonly minutes: number;
    readonly until: Instant;
  },
): Promise<Booking | PhoneRefusal> {
  const { startsAt, partySize, actor, notes, venueNotes } = request;
  const { seating, until } = seat.seated;
  const id = newId("bkg");
  // Tables that are wanted again sooner, where the host allows it, end the stay.
  const endsAt = Math.min(endOfStay(startsAt, seat.minutes), endWithin(venue, startsAt, until));
  const contact = { guest: request.guest, staff: actor };
  const guest = await admitGuest(tx, locked, venue, contact, { id, from: startsAt, until: endsAt });
  if (isRefusal(guest)) return guest;
  const claimed = await claims.insertClaims(tx, {
    locationId: venue.locationId,
    ownerId: id,
    kind: "booking",
    unitIds: seating.unitIds,
    areaId: seating.areaId,
    from: startsAt,
    until,
    startsAt,
    partySize,
    expiresAt: null,
  });
  if (!claimed) return tableGone();
  const made = { appId: null, source: "phone", notes, venueNotes, staff: actor } as const;
  return storeSeated(tx, locked, venue, made, guest, {
    ...seating,
    id,
    startsAt,
    endsAt,
    partySize,
    experience: namedExperience(seat.allowed.experience),
    terms: null,
  });
}

/** Writes down who passed over which rules. */
async function note(tx: Tx, { id }: { readonly id: Id<"bkg"> }, request: PhoneRequest, by: Author): Promise<void> {
  const { startsAt, partySize, override } = request;
  await recordAudit(tx, {
    ...by,
    action: "booking.overridden",
    subject: id,
    before: null,
    after: {
      override: [...override].toSorted(),
      starts_at: new Date(startsAt).toISOString(),
      party_size: partySize,
    },
  });
}
