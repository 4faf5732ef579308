/** Wire shape of the floor (rules/bookings 13). */
import Type from "typebox";
import { toIso, type Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { idField, isoInstant, nullable, oneOf, personal } from "../platform/http/reading/fields.ts";
import { tableStates, type Floor, type FloorParty } from "./floor.ts";

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });

const party = Type.Object(
  {
    kind: oneOf(["booking", "walk_in", "hold"]),
    booking_id: nullable(idField("bkg")),
    party_size: count(),
    started_at: isoInstant("When it sat down; for a hold, when its stay begins."),
    ends_at: isoInstant("When its stay is to end."),
    guest: nullable(
      Type.Object({
        first_name: nullable(personal(Type.String({ maxLength: 200 }))),
        last_name: nullable(personal(Type.String({ maxLength: 200 }))),
        phone_last_four: nullable(personal(Type.String({ maxLength: 4 }))),
      }),
    ),
  },
  { title: "FloorParty" },
);

const table = Type.Object(
  {
    unit_id: Type.String({ maxLength: 100 }),
    area_id: Type.String({ maxLength: 100 }),
    area_name: Type.String({ maxLength: 200 }),
    seats: Type.Object({ min: count(), max: count() }, { title: "SeatsRange" }),
    listed: Type.Boolean({ description: "Offered online; others are for walk-ins and the venue." }),
    state: oneOf(
      tableStates,
      "held and reserved: a hold's or a booking's party is due now or within the next 60 minutes.",
    ),
    blocked_until: nullable(
      isoInstant(
        "Until when the restaurant has blocked the table; its state is out_of_service, unless a party sits there.",
      ),
    ),
    overrun: Type.Boolean({ description: "The party sits on although the next one's time has begun." }),
    current: nullable(party),
    next: nullable(
      Type.Object({
        booking_id: nullable(idField("bkg")),
        starts_at: isoInstant("When the next party comes; within 24 hours."),
        party_size: count(),
      }),
    ),
  },
  { title: "FloorTable" },
);

export const floorSchema = Type.Object(
  {
    object: Type.Literal("booking_floor"),
    location_id: idField("str"),
    livemode: Type.Boolean(),
    as_of: isoInstant("The moment that the floor is drawn for, in the location's clock."),
    time_zone: Type.String({ maxLength: 255 }),
    tables: Type.Array(table),
    areas: Type.Array(
      Type.Object({
        area_id: Type.String({ maxLength: 100 }),
        name: Type.String({ maxLength: 200 }),
        capacity: count("Seats of the tables in service."),
        seats_in_use: count("Guests of the parties that sit."),
      }),
    ),
    summary: Type.Object({
      tables_total: count(),
      tables_busy: count("Tables at which a party sits."),
      tables_out_of_service: count(),
      off_plan_parties: count("Parties that sit at tables which the configuration no longer has."),
    }),
  },
  { title: "BookingFloor" },
);

/** The floor without the moment it was drawn for: what its ETag is made of. */
export function floorToWire(locationId: Id<"str">, livemode: boolean, timeZone: string, floor: Floor) {
  return {
    object: "booking_floor" as const,
    location_id: locationId,
    livemode,
    time_zone: timeZone,
    tables: floor.tables.map((one) => ({
      ...one,
      blocked_until: one.blocked_until === null ? null : toIso(one.blocked_until),
      current: one.current === null ? null : partyToWire(one.current),
      next: one.next === null ? null : { ...one.next, starts_at: toIso(one.next.starts_at) },
    })),
    areas: floor.areas,
    summary: floor.summary,
  };
}

function partyToWire(current: FloorParty) {
  return { ...current, started_at: toIso(current.started_at), ends_at: toIso(current.ends_at) };
}

export type FloorWire = ReturnType<typeof floorToWire> & { readonly as_of: string };

/** Adds the moment. */
export function drawnAt(wire: ReturnType<typeof floorToWire>, at: Instant): FloorWire {
  return { ...wire, as_of: toIso(at) };
}

export const floorExample = {
  object: "booking_floor",
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  livemode: false,
  as_of: "2026-03-06T18:45:00.000Z",
  time_zone: "Europe/Paris",
  tables: [
    {
      unit_id: "t4",
      area_id: "main",
      area_name: "Dining room",
      seats: { min: 1, max: 2 },
      listed: true,
      state: "occupied",
      blocked_until: null,
      overrun: false,
      current: {
        kind: "booking",
        booking_id: "bkg_01k0w3h8r6w2f9k4x1p7z5b0da",
        party_size: 2,
        started_at: "2026-03-06T18:34:00.000Z",
        ends_at: "2026-03-06T20:04:00.000Z",
        guest: { first_name: "Ada", last_name: "Byron", phone_last_four: "0143" },
      },
      next: { booking_id: "bkg_01k0w3h9c7x3g0m5y2q8w6c1eb", starts_at: "2026-03-06T20:30:00.000Z", party_size: 2 },
    },
    {
      unit_id: "t5",
      area_id: "main",
      area_name: "Dining room",
      seats: { min: 2, max: 4 },
      listed: true,
      state: "free",
      blocked_until: null,
      overrun: false,
      current: null,
      next: null,
    },
  ],
  areas: [{ area_id: "main", name: "Dining room", capacity: 6, seats_in_use: 2 }],
  summary: { tables_total: 2, tables_busy: 1, tables_out_of_service: 0, off_plan_parties: 0 },
};
