/** Bodies of the acts of hosts and managers on bookings. Acts answer the booking as staff see it. */
import Type from "typebox";
import * as partner from "../../bookings/api/bookings.schemas.ts";
import { startRules } from "../../bookings/search/check-start.ts";
import { lateMinutes } from "../../bookings/book/booking.ts";
import type { Id } from "../../kernel/id.ts";
import { atLeastOneOf, idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";

const closed = { additionalProperties: false } as const;
const expected_version = partner.expectedVersion;

/** POST …/complete and …/no_show. */
export const versionBody = Type.Object({ expected_version }, closed);
/** POST …/venue_cancel. */
export const cancelBody = Type.Object({ ...partner.cancelBody.properties, expected_version }, closed);
/** POST …/seat. */
export const seatBody = Type.Object({ ...partner.seatBody.properties, expected_version }, closed);
/** POST …/change: `slot_token`, `notes` or both. */
export const changeBody = Type.Object(
  {
    slot_token: Type.Optional(partner.slotToken),
    notes: Type.Optional(nullable(partner.guestNotes)),
    expected_version,
  },
  { ...closed, ...atLeastOneOf("slot_token", "notes") },
);
const { idempotency_key: _, ...walkIn } = partner.walkInBody.properties;
/** POST …/walk_ins. */
export const walkInBody = Type.Object(walkIn, closed);

const allow_overrun = Type.Optional(partner.allowOverrun);
const allow_over_capacity = Type.Optional(partner.allowOverCapacity);
const party_size = Type.Integer({ minimum: 1, maximum: 1_000 });
const venueNotes = textField(500, { form: "filled", description: "Only the restaurant reads them." });

/** POST …/move: `unit_ids`, `swap_with` or both. */
export const moveBody = Type.Object(
  {
    unit_ids: Type.Optional(
      partner.unitIds("The tables for the party; in a swap, those of the other party when absent."),
    ),
    swap_with: Type.Optional(idField("bkg")),
    swap_expected_version: Type.Optional(
      Type.Integer({ minimum: 1, description: "The version of the other party's booking." }),
    ),
    allow_overrun,
    allow_over_capacity,
    expected_version,
  },
  { ...closed, ...atLeastOneOf("unit_ids", "swap_with") },
);
/** POST …/party_size. */
export const partySizeBody = Type.Object(
  {
    party_size,
    unit_ids: Type.Optional(partner.unitIds("Other tables; the party keeps its own when absent.")),
    allow_overrun,
    allow_over_capacity,
    expected_version,
  },
  closed,
);
/** POST …/late. */
export const lateBody = Type.Object(
  {
    minutes: nullable(
      Type.Union(
        lateMinutes.map((minutes) => Type.Literal(minutes)),
        {
          description: "From the start, or from now when that has passed; null: the party is not late.",
        },
      ),
    ),
    expected_version,
  },
  closed,
);
/** PATCH /bookings/{id}: `notes`, `venue_notes` or both. */
export const notesBody = Type.Object(
  {
    notes: Type.Optional(nullable(partner.guestNotes)),
    venue_notes: Type.Optional(nullable(venueNotes)),
    expected_version,
  },
  { ...closed, ...atLeastOneOf("notes", "venue_notes") },
);
/** POST L/bookings. */
export const phoneBody = Type.Object(
  {
    starts_at: isoInstant("When the party is expected."),
    party_size,
    area_id: Type.Optional(textField(100, { description: "Only this area." })),
    experience_id: Type.Optional(textField(100)),
    unit_ids: Type.Optional(partner.unitIds("Tables chosen by hand.")),
    allow_overrun,
    allow_over_capacity,
    guest: Type.Optional(walkIn.guest),
    notes: Type.Optional(partner.guestNotes),
    venue_notes: Type.Optional(venueNotes),
    group_request_id: Type.Optional(
      Type.Unsafe<Id<"grq">>({
        ...idField("grq"),
        description: "The group that asked for it; its request is booked then.",
      }),
    ),
    override: Type.Optional(
      Type.Array(oneOf(startRules), {
        maxItems: startRules.length,
        uniqueItems: true,
        description: "The rules of the search that are passed over; the audit log keeps them.",
      }),
    ),
  },
  closed,
);
