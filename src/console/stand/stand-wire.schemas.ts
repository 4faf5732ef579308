/**
 * Wire shapes of the host stand: its snapshot and its stream. All times are of the location's clock. The state of a table
 * follows from these and from the time, so a screen computes it: a party in service sits at its tables, a booking or a
 * hold is due at its start, a block has its tables until it ends.
 */
import Type, { type Static } from "typebox";
import { contactRules } from "../../bookings/venue/configuration.ts";
import { keepers } from "../../bookings/venue/kept-by.ts";
import { idField, isoInstant, nullable, oneOf, localDate } from "../../platform/http/reading/fields.ts";
import type { DeepReadonly } from "../../platform/http/reading/static-fields.ts";
import { floorPlanSchema } from "../../floor/floor-plan.schemas.ts";
import { bookPartySchema, staffBookingSchema } from "../bookings/booking-wire.schemas.ts";
import { boardSnapshotSchema } from "../board/board-wire.schemas.ts";
import { standWaitlistSchema } from "./stand-waitlist.schemas.ts";

const { sequence, now_ms } = boardSnapshotSchema.properties;
const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });

const seats = Type.Object({ min: count(), max: count() }, { title: "SeatsRange" });

const unitSchema = Type.Object(
  {
    unit_id: Type.String({ maxLength: 100 }),
    name: Type.String({ maxLength: 500 }),
    seats,
    listed: Type.Boolean({ description: "Offered online; others are for walk-ins and the restaurant." }),
    out_of_service: Type.Boolean({ description: "By the configuration: nobody is seated there." }),
  },
  { title: "StandUnit" },
);

const areaSchema = Type.Object(
  {
    area_id: Type.String({ maxLength: 100 }),
    name: Type.String({ maxLength: 500 }),
    units: Type.Array(unitSchema),
    combinations: Type.Array(Type.Object({ unit_ids: Type.Array(Type.String({ maxLength: 100 })), seats }), {
      description: "Tables that are joined for one party.",
    }),
  },
  { title: "StandArea" },
);

const serviceSchema = Type.Object(
  {
    service_id: Type.String({ maxLength: 100 }),
    name: Type.String({ maxLength: 500 }),
    opens_at: isoInstant("When it takes the first party."),
    last_seating_at: nullable(isoInstant("The last start; null: the stay ends by the time it closes.")),
    closes_at: isoInstant("When it closes; on the next date where it passes midnight."),
  },
  { title: "StandService" },
);

export const standSettingsSchema = Type.Object(
  {
    object: Type.Literal("stand_settings"),
    location_id: idField("str"),
    name: nullable(Type.String({ maxLength: 500 })),
    timezone: Type.String({ maxLength: 255, description: "An IANA name." }),
    country: nullable(
      Type.String({ maxLength: 255, description: "Of the address: how a phone number without a code is read." }),
    ),
    kept_by: oneOf(keepers, "Who keeps the book: Maple, or a reservation provider."),
    read_only_reason: nullable(
      oneOf(
        ["kept_by_provider", "no_time_zone", "no_configuration"],
        "Why nobody can be seated here; null where everything works.",
      ),
    ),
    bookings_enabled: Type.Boolean({ description: "Whether guests and partners may book." }),
    guest_messaging: Type.Boolean({ description: "Whether guests get texts from here." }),
    service_day: nullable(
      Type.Object({
        date: localDate("The date on which its services open."),
        starts_at: isoInstant("When the day before has ended."),
        ends_at: isoInstant("When the last service closes."),
        shown_until: isoInstant("The snapshot has the bookings that start earlier, those of the night among them."),
        next_day_at: isoInstant("When the next service day begins: take a new snapshot then."),
      }),
    ),
    services: Type.Array(serviceSchema, { description: "Those of the service day, in the order of their opening." }),
    areas: Type.Array(areaSchema, { description: "In the order in which parties are seated." }),
    party_size: nullable(Type.Object({ min: count(), max: count() }, { description: "Of bookings." })),
    largest_party: count("The most guests that any table, or tables that are joined, can have."),
    slot_interval_minutes: nullable(count()),
    buffer_minutes: count("After each stay."),
    turn_times: Type.Array(
      Type.Object({ min_party_size: count(), max_party_size: count(), minutes: count("How long a party stays.") }),
    ),
    contact_required: oneOf(contactRules, "Of guests who book."),
    waitlist: nullable(
      Type.Object(
        { max_party_size: count(), notify_expiry_minutes: count("After that a notified party is taken off.") },
        { description: "Null: this location has none." },
      ),
    ),
  },
  { title: "StandSettings" },
);

const holdSchema = Type.Object(
  {
    hold_id: idField("bkh"),
    unit_ids: Type.Array(Type.String({ maxLength: 100 })),
    party_size: count(),
    starts_at: isoInstant("When its stay begins."),
    ends_at: isoInstant("When its tables are free again, with the buffer."),
    expires_at: isoInstant("From then on the hold is over."),
  },
  { title: "StandHold" },
);

export const tableBlockSchema = Type.Object(
  {
    object: Type.Literal("table_block"),
    id: idField("blk"),
    location_id: idField("str"),
    unit_ids: Type.Array(Type.String({ maxLength: 100 })),
    from: isoInstant("From when on nobody can have the tables."),
    until: isoInstant("Until when; of a block that was lifted, when that was."),
    reason: nullable(Type.String({ maxLength: 500 })),
    created_by: bookPartySchema,
  },
  { title: "TableBlock" },
);

/** What has tables beside bookings. */
export const standFloorSchema = Type.Object(
  {
    object: Type.Literal("stand_floor"),
    location_id: idField("str"),
    holds: Type.Array(holdSchema, { description: "Guests who are about to book; those of the service day." }),
    blocks: Type.Array(tableBlockSchema, { description: "Blocks that are not over and begin on the service day." }),
  },
  { title: "StandFloor" },
);

/** Everything that the stand shows, as of one moment. */
export const standSnapshotSchema = Type.Object(
  {
    object: Type.Literal("stand_snapshot"),
    sequence,
    now_ms,
    settings: standSettingsSchema,
    floor_plan: floorPlanSchema,
    floor: standFloorSchema,
    bookings: Type.Array(staffBookingSchema, {
      description:
        "Those that start on the service day, whatever became of them, and every party that sits; by their start.",
    }),
    waitlist: standWaitlistSchema,
    group_requests: count("How many groups wait for an answer."),
    table_alerts: count("How many guests wait for a table to become free."),
  },
  { title: "StandSnapshot" },
);

const changeOf = <Topic extends string, Resource extends Parameters<typeof nullable>[0]>(
  topic: Topic,
  resource: Resource,
  description: string,
) => Type.Object({ object: Type.Literal("change"), sequence, topic: Type.Literal(topic), resource }, { description });

/** The changes of the stand; a change of topic `settings` tells it to take a new snapshot. */
export const standChangeSchemas = [
  changeOf("bookings", staffBookingSchema, "A booking of any day."),
  changeOf("waitlist", standWaitlistSchema, "The line, whole: places and estimates move with every party."),
  changeOf("floor", standFloorSchema, "All holds and blocks."),
] as const;

export type StandSettings = DeepReadonly<Static<typeof standSettingsSchema>>;
export type TableBlockWire = DeepReadonly<Static<typeof tableBlockSchema>>;
export type StandFloor = DeepReadonly<Static<typeof standFloorSchema>>;
export type StandSnapshot = DeepReadonly<Static<typeof standSnapshotSchema>>;
