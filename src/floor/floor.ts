/** The live floor: what every table is doing at one moment (rules/bookings 13.1 to 13.3). Pure. */
import type { Instant } from "../kernel/clock.ts";
import { parseId, type Id } from "../kernel/id.ts";
import type { Booking } from "../bookings/book/booking.ts";
import type { Claim } from "../bookings/tables/claim.ts";
import { phoneLastFour } from "../kernel/phone.ts";
import type { Venue } from "../bookings/venue/venue.ts";

export const tableStates = ["free", "held", "reserved", "occupied", "out_of_service"] as const;
export type TableState = (typeof tableStates)[number];

/** A table is held or reserved when its next party comes within this. */
export const soonMs = 60 * 60_000;
/** How far ahead the next claim is looked for. */
export const horizonMs = 24 * 3_600_000;

export interface FloorGuest {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone_last_four: string | null;
}

export interface FloorParty {
  readonly kind: "booking" | "walk_in" | "hold";
  readonly booking_id: Id<"bkg"> | null;
  readonly party_size: number;
  readonly started_at: Instant;
  readonly ends_at: Instant;
  readonly guest: FloorGuest | null;
}

export interface FloorNext {
  readonly booking_id: Id<"bkg"> | null;
  readonly starts_at: Instant;
  readonly party_size: number;
}

export interface FloorTable {
  readonly unit_id: string;
  readonly area_id: string;
  readonly area_name: string;
  readonly seats: { readonly min: number; readonly max: number };
  readonly listed: boolean;
  readonly state: TableState;
  /** Until when the table is blocked; null when no block is on it now. */
  readonly blocked_until: Instant | null;
  /** The party sits on although the next one's time has begun. */
  readonly overrun: boolean;
  readonly current: FloorParty | null;
  readonly next: FloorNext | null;
}

export interface FloorArea {
  readonly area_id: string;
  readonly name: string;
  readonly capacity: number;
  readonly seats_in_use: number;
}

export interface Floor {
  readonly tables: readonly FloorTable[];
  readonly areas: readonly FloorArea[];
  readonly summary: {
    readonly tables_total: number;
    readonly tables_busy: number;
    readonly tables_out_of_service: number;
    readonly off_plan_parties: number;
  };
}

/** The floor at a moment: `claims` overlap the day from then, `seated` are the parties in service. */
export function drawFloor(venue: Venue, claims: readonly Claim[], seated: readonly Booking[], at: Instant): Floor {
  const claimsOf = Map.groupBy(claims, (claim) => claim.unitId);
  const tables = venue.configuration.areas.flatMap((area) =>
    area.units.map((unit): FloorTable => {
      const sitting = seated.find((booking) => booking.unit_ids.includes(unit.unitId));
      const others = (claimsOf.get(unit.unitId) ?? [])
        .filter((claim) => claim.ownerId !== sitting?.id && claim.until > at && claim.from < at + horizonMs)
        .toSorted((a, b) => a.from - b.from);
      const block = others.find((claim) => claim.kind === "block" && claim.from <= at);
      const parties = others.filter(({ kind }) => kind !== "block");
      const held = parties.find((claim) => claim.kind === "hold" && claim.from <= at);
      const next = parties.find((claim) => claim !== held);
      const current = sitting === undefined ? (held === undefined ? null : heldParty(venue, held)) : partyOf(sitting);
      return {
        unit_id: unit.unitId,
        area_id: area.areaId,
        area_name: area.name,
        seats: { min: unit.minSeats, max: unit.maxSeats },
        listed: unit.listed,
        state: stateOf(unit.outOfService || block !== undefined, sitting !== undefined, parties[0], at),
        blocked_until: block?.until ?? null,
        overrun: sitting !== undefined && others.some((claim) => claim.from <= at),
        current,
        next: next === undefined ? null : nextOf(next),
      };
    }),
  );
  const outOfService = venue.configuration.areas.flatMap(({ units }) => units.filter((unit) => unit.outOfService));
  const blocked = tables.filter(({ blocked_until: until }) => until !== null);
  const closed = new Set([...outOfService.map(({ unitId }) => unitId), ...blocked.map(({ unit_id }) => unit_id)]);
  return {
    tables,
    areas: venue.configuration.areas.map((area) => ({
      area_id: area.areaId,
      name: area.name,
      capacity: area.units.reduce((seats, unit) => seats + (closed.has(unit.unitId) ? 0 : unit.maxSeats), 0),
      seats_in_use: seated
        .filter(({ unit_ids }) => area.units.some((unit) => unit_ids.includes(unit.unitId)))
        .reduce((seats, booking) => seats + booking.party_size, 0),
    })),
    summary: {
      tables_total: tables.length,
      tables_busy: tables.filter(({ state }) => state === "occupied").length,
      tables_out_of_service: closed.size,
      off_plan_parties: seated.filter(({ unit_ids }) => unit_ids.some((unitId) => !venue.units.has(unitId))).length,
    },
  };
}

/** A party that sits comes before everything: it is there, whatever the plan says. */
function stateOf(outOfService: boolean, occupied: boolean, first: Claim | undefined, at: Instant): TableState {
  if (occupied) return "occupied";
  if (outOfService) return "out_of_service";
  if (first === undefined || first.from > at + soonMs) return "free";
  return first.kind === "hold" ? "held" : "reserved";
}

function partyOf(booking: Booking): FloorParty {
  const isWalkIn = booking.source === "walk_in" || booking.source === "waitlist";
  return {
    kind: isWalkIn ? "walk_in" : "booking",
    booking_id: booking.id,
    party_size: booking.party_size,
    started_at: booking.seated_at ?? booking.starts_at,
    ends_at: booking.ends_at,
    guest: {
      first_name: booking.guest_first_name,
      last_name: booking.guest_last_name,
      phone_last_four: phoneLastFour(booking.guest_phone),
    },
  };
}

function heldParty(venue: Venue, hold: Claim): FloorParty {
  return {
    kind: "hold",
    booking_id: null,
    party_size: hold.partySize,
    started_at: hold.from,
    // A claim ends with the buffer, a stay before it.
    ends_at: hold.until - venue.configuration.bufferMinutes * 60_000,
    guest: null,
  };
}

function nextOf(claim: Claim): FloorNext {
  const parsed = parseId("bkg", claim.ownerId);
  return {
    booking_id: parsed.kind === "ok" ? parsed.id : null,
    starts_at: claim.startsAt,
    party_size: claim.partySize,
  };
}
