/** Wire shapes of the guest's side of bookings (`/store/v1`). Bodies refuse unknown fields. */
import Type from "typebox";
import { experienceWireShape } from "../../bookings/api/booking-setup.schemas.ts";
import { bookingPaymentShape, paymentTermsShape } from "../../bookings/payments/payment.schemas.ts";
import { bookingStatuses, pendingReasons } from "../../bookings/book/booking.ts";
import { holdStatuses } from "../../bookings/book/hold.ts";
import {
  idField,
  isoInstant,
  languageGiven,
  localDate,
  nullable,
  oneOf,
  textField,
  unixSeconds,
  atLeastOneOf,
  exactlyOneOf,
  emailField,
} from "../../platform/http/reading/fields.ts";
import { listOf } from "../../platform/http/reading/paging.ts";
import { chosenChannels } from "../../messaging/message/message-kinds.ts";
import { dayStates } from "./booking-days.ts";

const strict = { additionalProperties: false } as const;
const localDateField = (description: string) =>
  Type.String({ minLength: 10, maxLength: 10, description: `${description} Venue-local, YYYY-MM-DD.` });
const partySize = Type.Integer({ minimum: 1, maximum: 1000, description: "How many guests." });

/** The part of a restaurant that a guest sees with a booking. */
const restaurant = Type.Object(
  {
    id: idField("str"),
    name: nullable(Type.String({ maxLength: 600 })),
    phone: nullable(Type.String({ maxLength: 50, description: "E.164; whom to call." })),
    address: nullable(Type.String({ maxLength: 1500, description: "In one line." })),
  },
  { title: "GuestRestaurant" },
);

export const guestProfileShape = Type.Object(
  {
    object: Type.Literal("guest_booking_profile"),
    livemode: Type.Boolean(),
    location: restaurant,
    bookable: Type.Boolean({ description: "Whether tables can be booked here now." }),
    reason: nullable(
      oneOf(
        ["bookings_not_enabled", "configuration_missing", "capability_unsupported"],
        "Why not: call the restaurant.",
      ),
    ),
    time_zone: nullable(Type.String({ maxLength: 255, description: "The location's IANA zone." })),
    party_size: nullable(Type.Object({ min: Type.Integer(), max: Type.Integer() })),
    large_party_threshold: nullable(
      Type.Integer({ description: "Larger parties are agreed with the restaurant directly." }),
    ),
    first_date: nullable(localDateField("The first day that can be booked.")),
    last_date: nullable(localDateField("The last day that can be booked.")),
    holds: nullable(
      Type.Boolean({
        description: "Whether a slot can be held while the guest decides; where not, book straight with `slot_token`.",
      }),
    ),
    hold_seconds: nullable(
      Type.Integer({
        description:
          "How long a slot is held while the guest decides; null where the restaurant's provider says so with each hold.",
      }),
    ),
    contact_required: nullable(oneOf(["phone", "email", "either", "none"], "What a booking needs.")),
    cancellation: nullable(
      Type.Object({
        guest_window_minutes: Type.Integer({ description: "A guest may change or cancel until so long before." }),
        policy_text: nullable(Type.String({ maxLength: 2000 })),
      }),
    ),
    areas: Type.Array(
      Type.Object(
        { area_id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) },
        { title: "BookedArea" },
      ),
    ),
    experiences: Type.Array(experienceWireShape),
  },
  { title: "GuestBookingProfile" },
);

export const bookingDayList = listOf(
  Type.Object(
    {
      object: Type.Literal("booking_day"),
      date: localDateField("The day."),
      state: oneOf(
        dayStates,
        "open: a table is free; full: none is; over: too late or too early to book; closed: no service.",
      ),
      times: Type.Integer({ description: "How many starts have a table." }),
    },
    { title: "BookingDay" },
  ),
);

const holdToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The guest's key to the hold; whoever has it may book or release it.",
});
const bookingToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The guest's key to the booking; whoever has it may read, change and cancel it.",
});
export const holdParams = { holdToken };
export const bookingParams = { bookingToken };

export const guestHoldShape = Type.Object(
  {
    object: Type.Literal("guest_booking_hold"),
    livemode: Type.Boolean(),
    created: unixSeconds("When it was made."),
    location_id: idField("str"),
    status: oneOf(holdStatuses, "Only a live hold keeps a table."),
    party_size: Type.Integer(),
    starts_at: isoInstant("When the stay begins."),
    ends_at: isoInstant("When it ends."),
    expires_at: isoInstant("From this very moment on the hold is over."),
    area: Type.Object(
      { area_id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) },
      { title: "BookedArea" },
    ),
    experience: nullable(experienceWireShape),
    payment: nullable(paymentTermsShape),
    token: holdToken,
  },
  { title: "GuestBookingHold" },
);

export const guestBookingShape = Type.Object(
  {
    object: Type.Literal("guest_booking"),
    livemode: Type.Boolean(),
    location: restaurant,
    status: oneOf(bookingStatuses),
    pending_reason: nullable(oneOf(pendingReasons, "What a pending booking waits for: its payment, or the provider.")),
    decline_reason: nullable(oneOf(["PAYMENT_TIMEOUT"], "PAYMENT_TIMEOUT: it was not paid in time.")),
    confirmation_code: Type.String({ maxLength: 20 }),
    version: Type.Integer({ minimum: 1 }),
    starts_at: isoInstant("When the party is expected."),
    ends_at: isoInstant("When its stay is to end."),
    local_start: Type.String({ maxLength: 25, description: "Venue-local, with the offset." }),
    time_zone: Type.String({ maxLength: 255 }),
    party_size: Type.Integer(),
    area: nullable(
      Type.Object(
        { area_id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) },
        { title: "BookedArea" },
      ),
    ),
    experience: nullable(
      Type.Object(
        { id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) },
        { title: "BookedExperience" },
      ),
    ),
    guest: Type.Object({
      first_name: nullable(Type.String({ maxLength: 200 })),
      last_name: nullable(Type.String({ maxLength: 200 })),
      phone: nullable(Type.String({ maxLength: 50 })),
      email: nullable(Type.String({ maxLength: 254 })),
    }),
    notes: nullable(Type.String({ maxLength: 2000, description: "The guest's." })),
    payment: nullable(bookingPaymentShape),
    can_change: Type.Boolean({ description: "Whether the guest may move it now." }),
    changeable_until: isoInstant("Until when."),
    can_cancel: Type.Boolean({ description: "Whether the guest may cancel it now." }),
    cancellable_until: isoInstant("Until when."),
    policy_text: nullable(Type.String({ maxLength: 2000 })),
    cancelled_at: nullable(isoInstant("When it was cancelled.")),
    page_url: Type.String({ maxLength: 2048, format: "uri", description: "Where the guest manages it." }),
    token: bookingToken,
  },
  { title: "GuestBooking" },
);

export const searchQuery = {
  start: Type.String({ minLength: 1, maxLength: 40, description: "Venue-local, YYYY-MM-DDTHH:MM." }),
  end: Type.String({ minLength: 1, maxLength: 40, description: "Exclusive, at most 31 days later." }),
  party_size: partySize,
  experience_id: Type.Optional(textField(100, { description: "Only this experience." })),
  area_id: Type.Optional(textField(100, { description: "Only this area." })),
  booking_token: Type.Optional(
    textField(200, { description: "A booking that is to be changed: its own table does not count as taken." }),
  ),
};

export const daysQuery = {
  party_size: partySize,
  from: Type.Optional(localDate("The first day; the first that can be booked when absent. Venue-local, YYYY-MM-DD.")),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, description: "How many; 14 when absent." })),
  area_id: Type.Optional(textField(100, { description: "Only this area." })),
};

const name = textField(200, { form: "trimmed" });
const notes = textField(2_000, { form: "filled" });
export const holdBody = Type.Object({ slot_token: textField(2_000) }, strict);
export const bookBody = Type.Object(
  {
    hold_token: Type.Optional(holdToken),
    slot_token: Type.Optional(
      textField(2_000, { description: "Where slots cannot be held (`holds` of the profile)." }),
    ),
    guest: Type.Object(
      {
        first_name: name,
        last_name: name,
        phone: Type.Optional(
          textField(50, {
            description: "Any spelling; without a country code, as dialled in the restaurant's country.",
          }),
        ),
        email: Type.Optional(emailField()),
      },
      strict,
    ),
    notes: Type.Optional(notes),
    language: languageGiven,
    told_by: Type.Optional(
      oneOf(
        chosenChannels,
        "How the guest agreed to be told of the booking: sms to the phone, email to the e-mail, page: nothing is sent. Send it only where you asked; the sentence that is kept as consent is ours, in `language`, else in that of Accept-Language. Absent: nobody asked.",
      ),
    ),
  },
  { ...strict, ...exactlyOneOf("hold_token", "slot_token") },
);
const expectedVersion = Type.Integer({ minimum: 1, description: "Refused with 409 stale_version when it is another." });
export const guestChangeBody = Type.Object(
  {
    slot_token: Type.Optional(textField(2_000)),
    notes: Type.Optional(nullable(notes)),
    expected_version: Type.Optional(expectedVersion),
  },
  { ...strict, ...atLeastOneOf("slot_token", "notes") },
);
export const guestCancelBody = Type.Object(
  {
    reason: Type.Optional(textField(500, { form: "trimmed" })),
    expected_version: Type.Optional(expectedVersion),
  },
  strict,
);

export const calendarShape = Type.String({ description: "A calendar file." });
