/** Wire shapes of `/reserve/v3`: the booking server v3 contract. 64-bit integers are text; both forms are taken. */
import Type from "typebox";
import { isEmailText } from "../kernel/email.ts";
import { oneOf, unixSeconds, unixSecondsText } from "../platform/http/reading/fields.ts";

const int64 = (description: string) => Type.Union([unixSecondsText(), unixSeconds("Seconds.")], { description });
const id = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const resources = Type.Object({ party_size: Type.Integer({ minimum: 1, maximum: 1_000 }) }, { title: "ChannelParty" });

const slotFields = {
  merchant_id: id("The location's id."),
  service_id: Type.Optional(text(200, "`reservation`; nothing else is offered.")),
  start_sec: int64("Seconds since 1970."),
  duration_sec: Type.Optional(int64("Ignored: the stay is as long as the venue configured.")),
  availability_tag: Type.Optional(text(500, "Not needed.")),
  resources,
};
const slot = Type.Object(slotFields, { title: "ChannelSlotInput" });

/** What a call may repeat: an empty one counts as none. */
const token = Type.Optional(
  Type.String({
    maxLength: 255,
    pattern: "^[\\x21-\\x7e]*$",
    description: "The same token with the same request answers the same, and the effect happens once.",
  }),
);

const user = Type.Object({
  user_id: id("What the channel calls the guest."),
  given_name: Type.Optional(text(200, "First name.")),
  family_name: Type.Optional(text(200, "Last name.")),
  telephone: Type.Optional(text(50, "With its country code.")),
  email: Type.Optional(
    Type.Refine(
      text(254, "E-mail address; an empty one counts as none."),
      (given) => given === "" || isEmailText(given),
      () => "must be an e-mail address, such as ada@example.com",
    ),
  ),
});

const shownSlot = Type.Object(
  {
    merchant_id: Type.String({ maxLength: 200 }),
    service_id: Type.String({ maxLength: 200 }),
    start_sec: Type.String({ maxLength: 20 }),
    duration_sec: Type.String({ maxLength: 20 }),
    resources: Type.Object({ party_size: Type.Integer() }, { title: "ChannelSlotParty" }),
  },
  { title: "ChannelSlot" },
);
const status = oneOf(["CONFIRMED", "PENDING_MERCHANT_CONFIRMATION", "CANCELED", "NO_SHOW", "DECLINED_BY_MERCHANT"]);
const shownBooking = Type.Object(
  {
    booking_id: Type.String({ maxLength: 100 }),
    slot: shownSlot,
    user_information: Type.Object({
      user_id: Type.String({ maxLength: 200 }),
      given_name: Type.String({ maxLength: 200 }),
      family_name: Type.String({ maxLength: 200 }),
      telephone: Type.Optional(Type.String({ maxLength: 50 })),
      email: Type.Optional(Type.String({ maxLength: 254 })),
    }),
    status,
    payment_information: Type.Object({ prepayment_status: Type.Literal("PREPAYMENT_NOT_PROVIDED") }),
  },
  { title: "ChannelBooking" },
);
const failure = Type.Object(
  {
    cause: Type.String({ maxLength: 100, description: "A cause of the contract, for example SLOT_UNAVAILABLE." }),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { title: "BookingFailure", description: "Final: the same token answers the same." },
);

export const healthAnswer = Type.Object({});

const askedSlot = Type.Object({
  service_id: Type.Optional(text(200, "As in a slot.")),
  start_sec: slotFields.start_sec,
  duration_sec: slotFields.duration_sec,
  resource_ids: resources,
});
export const lookupBody = Type.Object({
  merchant_id: slotFields.merchant_id,
  slot_time: Type.Array(askedSlot, { maxItems: 1_000 }),
});
export const lookupAnswer = Type.Object({
  slot_time_availability: Type.Array(
    Type.Object({
      slot_time: Type.Object({
        service_id: Type.String({ maxLength: 200 }),
        start_sec: Type.String({ maxLength: 20 }),
        duration_sec: Type.String({ maxLength: 20 }),
        resource_ids: Type.Object({ party_size: Type.Integer() }),
      }),
      available: Type.Boolean(),
    }),
  ),
});

export const leaseBody = Type.Object({
  lease: Type.Object({
    slot,
    user_reference: Type.Optional(text(200, "The idempotency token, where the call carries none.")),
    lease_expiration_time_sec: Type.Optional(int64("A wish; the venue's own time holds.")),
  }),
  idempotency_token: token,
});
export const leaseAnswer = Type.Object({
  lease: Type.Optional(
    Type.Object({
      lease_id: Type.String({ maxLength: 100 }),
      slot: shownSlot,
      user_reference: Type.String({ maxLength: 200 }),
      lease_expiration_time_sec: Type.String({ maxLength: 20 }),
    }),
  ),
  booking_failure: Type.Optional(failure),
});

export const createBody = Type.Object({
  slot,
  lease_ref: Type.Optional(Type.Object({ lease_id: id("Of CreateLease.") })),
  user_information: user,
  idempotency_token: token,
  additional_request: Type.Optional(text(2_000, "The guest's wishes.")),
});
export const updateBody = Type.Object({
  booking: Type.Object({
    booking_id: id("Of CreateBooking."),
    status: Type.Optional(oneOf(["CANCELED", "CONFIRMED", "BOOKING_STATUS_UNSPECIFIED"], "CANCELED cancels.")),
    slot: Type.Optional(Type.Partial(slot)),
  }),
});
export const bookingAnswer = Type.Object({
  booking: Type.Optional(shownBooking),
  booking_failure: Type.Optional(failure),
});

export const statusBody = Type.Object({ booking_id: id("Of CreateBooking.") });
export const statusAnswer = Type.Object({
  booking_id: Type.String({ maxLength: 100 }),
  booking_status: status,
  prepayment_status: Type.Literal("PREPAYMENT_NOT_PROVIDED"),
});

export const listBody = Type.Object({ user_id: id("As in user_information.") });
export const listAnswer = Type.Object({ bookings: Type.Array(shownBooking) });
