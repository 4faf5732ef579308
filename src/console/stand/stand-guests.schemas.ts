/** Wire shapes of guests as the restaurant's own people see them. */
import Type, { type Static } from "typebox";
import { guestTags } from "../../bookings/guests/guest-record.ts";
import { atLeastOneOf, idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import type { DeepReadonly } from "../../platform/http/reading/static-fields.ts";
import { bookPartySchema, staffGuestSchema } from "../bookings/booking-wire.schemas.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

const staySchema = Type.Object(
  {
    booking_id: idField("bkg"),
    starts_at: isoInstant("When the stay began, or begins."),
    party_size: Type.Integer({ minimum: 1 }),
    unit_ids: Type.Array(Type.String({ maxLength: 100 })),
  },
  { title: "GuestStay" },
);

export const guestSchema = Type.Object(
  {
    object: Type.Literal("guest"),
    key: idField("bkg"),
    ...staffGuestSchema.properties,
    visits: count("How often the guest has sat here."),
    no_shows: count("How often the guest did not come."),
    late_cancellations: count("How often the guest cancelled within 24 hours before the start."),
    last_stays: Type.Array(staySchema, { description: "The last ten, newest first." }),
    open_bookings: Type.Array(staySchema, {
      description:
        "The last ten that still stand (pending or confirmed), the latest start first. One that is past is of a guest of whom nobody said whether they came.",
    }),
    note: nullable(Type.String({ maxLength: 500 })),
    tags: Type.Array(oneOf(guestTags)),
    version: Type.Integer({ minimum: 0, description: "Grows with every note; 0 before the first." }),
    updated_by: nullable(bookPartySchema),
  },
  { title: "KnownGuest" },
);

/** PATCH …/guests/{key}: `note`, `tags` or both. */
export const guestEditBody = Type.Object(
  {
    expected_version: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: "The version that was read; 0 before the first note.",
    }),
    note: Type.Optional(nullable(textField(500, { form: "filled", description: "Null takes the note away." }))),
    tags: Type.Optional(
      Type.Array(oneOf(guestTags), { maxItems: guestTags.length, uniqueItems: true, description: "All of them." }),
    ),
    guest_agreed: Type.Optional(
      Type.Boolean({ description: "The guest was asked and agrees that an allergy is noted." }),
    ),
  },
  { additionalProperties: false, ...atLeastOneOf("note", "tags") },
);

export type GuestWire = DeepReadonly<Static<typeof guestSchema>>;
