/** Wire shapes of holds, bookings and walk-ins (rules/bookings 5, rules/bookings 8). Bodies refuse unknown fields. */
import Type from "typebox";
import {
  idempotencyKey,
  idField,
  isoInstant,
  neededIdempotencyKey,
  nullable,
  oneOf,
  textField,
  unixSeconds,
  atLeastOneOf,
  emailField,
  languageGiven,
  languageShown,
  exactlyOneOf,
  personal,
  secret,
} from "../../platform/http/reading/fields.ts";
import { pageFields, paginated } from "../../platform/http/reading/paging.ts";
import { bookingPaymentShape, paymentTermsShape } from "../payments/payment.schemas.ts";
import { bookingSources, bookingStatuses, pendingReasons, updaters } from "../book/booking.ts";
import { holdStatuses } from "../book/hold.ts";

const strict = { additionalProperties: false } as const;
const partySize = Type.Integer({ minimum: 1, description: "How many guests." });

const localTime = (description: string) => Type.String({ maxLength: 25, description });

const heldExperience = Type.Object(
  {
    id: Type.String({ maxLength: 100 }),
    name: Type.String({ maxLength: 200 }),
    description: nullable(Type.String({ maxLength: 2000 })),
    photo_url: nullable(Type.String({ maxLength: 2048 })),
    prepayment_required: Type.Boolean(),
  },
  { title: "HeldExperience" },
);

export const holdSchema = Type.Object(
  {
    object: Type.Literal("booking_hold"),
    id: idField("bkh"),
    livemode: Type.Boolean(),
    created: unixSeconds("When it was made."),
    location_id: idField("str"),
    status: oneOf(holdStatuses, "Only a live hold can be booked; pending: a provider has not settled it yet."),
    party_size: partySize,
    starts_at: isoInstant("When the stay begins."),
    ends_at: isoInstant("When the stay ends."),
    local_start: localTime("When it begins by the clock on the wall, with the offset."),
    local_end: localTime("When it ends by the clock on the wall, with the offset."),
    expires_at: isoInstant("From this very moment on the hold is over."),
    area: Type.Object(
      { area_id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) },
      { title: "BookedArea" },
    ),
    experience: nullable(heldExperience),
    payment: nullable(paymentTermsShape),
    booking_id: nullable(idField("bkg")),
  },
  { title: "BookingHold" },
);

export const holdListSchema = Type.Object(
  {
    object: Type.Literal("list"),
    data: Type.Array(holdSchema),
    ...pageFields,
  },
  { title: "BookingHoldList", ...paginated("cursor") },
);

const table = Type.Object(
  {
    area_id: Type.String({ maxLength: 100 }),
    area_name: Type.String({ maxLength: 200 }),
    unit_ids: Type.Array(Type.String({ maxLength: 100 }), { description: "Several: they are joined." }),
  },
  { title: "AssignedTable" },
);

/** A guest as apps see one, of a booking and of the waitlist. */
export const guestFields = {
  first_name: nullable(personal(Type.String({ maxLength: 200 }))),
  last_name: nullable(personal(Type.String({ maxLength: 200 }))),
  phone: nullable(
    personal(
      Type.String({
        maxLength: 50,
        description: "E.164; shown with bookings:write or bookings:manage only, else null.",
      }),
    ),
  ),
  phone_last_four: nullable(personal(Type.String({ maxLength: 4 }))),
  email: nullable(
    personal(
      Type.String({ maxLength: 254, description: "Shown with bookings:write or bookings:manage only, else null." }),
    ),
  ),
};

const bookingGuest = Type.Object(guestFields, { title: "BookingGuest" });

export const bookingSchema = Type.Object(
  {
    object: Type.Literal("booking"),
    id: idField("bkg"),
    livemode: Type.Boolean(),
    created: unixSeconds("When it was made."),
    updated_at: isoInstant("When it last changed."),
    version: Type.Integer({ minimum: 1, description: "Grows by one with every change; send it as expected_version." }),
    location_id: idField("str"),
    status: oneOf(bookingStatuses),
    pending_reason: nullable(oneOf(pendingReasons, "What a pending booking waits for: its payment, or the provider.")),
    decline_reason: nullable(oneOf(["PAYMENT_TIMEOUT"], "PAYMENT_TIMEOUT: it was not paid in time.")),
    source: oneOf(bookingSources),
    confirmation_code: secret(
      Type.String({ maxLength: 20, description: "Eight characters that cannot be mistaken for each other." }),
    ),
    starts_at: isoInstant("When the party is expected; for a walk-in, when it was seated."),
    ends_at: isoInstant("When its stay is to end."),
    time_zone: Type.String({ maxLength: 255, description: "The location's IANA zone." }),
    local_start: localTime("When it begins by the clock on the wall, with the offset."),
    local_end: localTime("When it ends by the clock on the wall, with the offset."),
    party_size: partySize,
    table: nullable(table),
    experience: nullable(
      Type.Object(
        { id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) },
        { title: "BookedExperience" },
      ),
    ),
    guest: bookingGuest,
    language: languageShown,
    notes: nullable(personal(Type.String({ maxLength: 2000, description: "The guest's." }))),
    venue_notes: nullable(
      Type.String({ maxLength: 2000, description: "Always null: the restaurant's own notes stay with it." }),
    ),
    changeable_until: isoInstant("Until when the guest may move it."),
    cancellable_until: isoInstant("Until when the guest may cancel it."),
    late_until: nullable(isoInstant("Until when the party said that it will be late; its table stays.")),
    seated_at: nullable(isoInstant("When the party sat down.")),
    completed_at: nullable(isoInstant("When the party left.")),
    cancellation: nullable(
      Type.Object(
        {
          actor: oneOf(["guest", "venue"]),
          reason: nullable(personal(Type.String({ maxLength: 500 }))),
          cancelled_at: isoInstant("When."),
        },
        { title: "BookingCancellationRecord" },
      ),
    ),
    waitlist_entry_id: nullable(idField("bkw")),
    payment: nullable(bookingPaymentShape),
    updated_by: oneOf(updaters, "Who made the last change: an app, the restaurant, the guest, or Maple by itself."),
  },
  { title: "Booking" },
);

export const bookingListSchema = Type.Object(
  {
    object: Type.Literal("list"),
    data: Type.Array(bookingSchema),
    ...pageFields,
  },
  { title: "BookingList", ...paginated("cursor") },
);

export const slotToken = textField(2_000, { description: "Of an availability search; good for ten minutes." });
export const guestName = personal(textField(200, { form: "trimmed" }));
export const guestPhone = personal(
  textField(50, { description: "Any spelling; without a country code, as dialled in the location's country." }),
);
export const guestEmail = personal(emailField());
export const guestNotes = personal(textField(2_000, { form: "filled" }));
const reason = personal(textField(500, { form: "trimmed" }));
export const expectedVersion = Type.Integer({
  minimum: 1,
  description: "Refused with 409 stale_version when it is another.",
});
export const allowOverrun = Type.Boolean({
  description: "Tables chosen by hand may run into a later party's time, and the stay ends then; never by itself.",
});
export const allowOverCapacity = Type.Boolean({
  description: "Tables chosen by hand may have fewer seats than the party needs; never by itself.",
});

export const unitIds = (description: string) =>
  Type.Array(textField(100), { minItems: 1, maxItems: 6, uniqueItems: true, description });

const acceptsPaymentLink = Type.Optional(
  Type.Boolean({
    description:
      "You pass payment.payment_link_url on to the guest. Without true, a slot with a payment is 422 payment_instrument_required.",
  }),
);

export const holdBody = Type.Object(
  {
    slot_token: slotToken,
    accepts_payment_link: acceptsPaymentLink,
    idempotency_key: idempotencyKey,
  },
  strict,
);

export const bookingBody = Type.Object(
  {
    hold_id: Type.Optional(idField("bkh")),
    slot_token: Type.Optional(slotToken),
    guest: Type.Object(
      {
        first_name: guestName,
        last_name: guestName,
        phone: Type.Optional(guestPhone),
        email: Type.Optional(guestEmail),
      },
      strict,
    ),
    notes: Type.Optional(guestNotes),
    language: languageGiven,
    accepts_payment_link: acceptsPaymentLink,
    idempotency_key: idempotencyKey,
  },
  { ...strict, ...exactlyOneOf("hold_id", "slot_token"), description: "With either hold_id or slot_token." },
);

export const changeBody = Type.Object(
  {
    slot_token: Type.Optional(slotToken),
    notes: Type.Optional(nullable(guestNotes)),
    expected_version: Type.Optional(expectedVersion),
    idempotency_key: idempotencyKey,
  },
  { ...strict, ...atLeastOneOf("slot_token", "notes") },
);

export const cancelBody = Type.Object(
  {
    reason: Type.Optional(reason),
    expected_version: Type.Optional(expectedVersion),
    idempotency_key: idempotencyKey,
  },
  strict,
);

export const seatBody = Type.Object(
  {
    unit_ids: Type.Optional(unitIds("Tables chosen by hand.")),
    allow_overrun: Type.Optional(allowOverrun),
    allow_over_capacity: Type.Optional(allowOverCapacity),
    expected_version: Type.Optional(expectedVersion),
  },
  strict,
);

export const versionBody = Type.Object({ expected_version: Type.Optional(expectedVersion) }, strict);

export const walkInBody = Type.Object(
  {
    party_size: Type.Integer({ minimum: 1, maximum: 1_000 }),
    guest: Type.Optional(
      Type.Object(
        {
          first_name: Type.Optional(guestName),
          last_name: Type.Optional(guestName),
          phone: Type.Optional(guestPhone),
          email: Type.Optional(guestEmail),
        },
        { ...strict, title: "WalkInGuest" },
      ),
    ),
    notes: Type.Optional(guestNotes),
    unit_ids: Type.Optional(unitIds("Tables chosen by hand.")),
    allow_overrun: Type.Optional(allowOverrun),
    allow_over_capacity: Type.Optional(allowOverCapacity),
    idempotency_key: neededIdempotencyKey,
  },
  strict,
);
