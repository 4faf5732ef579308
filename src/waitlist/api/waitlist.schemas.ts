/** Wire shapes of the waitlist (rules/waitlist 2.8). Bodies refuse unknown fields. */
import Type from "typebox";
import { allowOverCapacity, allowOverrun, guestFields, unitIds } from "../../bookings/api/bookings.schemas.ts";
import { updaters } from "../../bookings/book/booking.ts";
import { textStatuses } from "../../messaging/message/message.ts";
import { entryMessageKinds } from "../line/waitlist-wire.ts";
import {
  idempotencyKey,
  idField,
  isoInstant,
  neededIdempotencyKey,
  nullable,
  oneOf,
  textField,
  unixSeconds,
  emailField,
  languageGiven,
  languageShown,
  personal,
} from "../../platform/http/reading/fields.ts";
import { entryChannels, entryStatuses } from "../entry/waitlist-entry.ts";

const strict = { additionalProperties: false } as const;

const waitMinutes = Type.Object(
  { min: Type.Integer({ minimum: 0 }), max: Type.Integer({ minimum: 0 }) },
  { title: "WaitMinutes" },
);
const partiesAhead = Type.Integer({ minimum: 0, description: "Parties in front that compete for the same tables." });

const entryGuest = Type.Object(guestFields, { title: "WaitlistGuest" });

const entryMessage = Type.Object(
  {
    kind: oneOf(entryMessageKinds),
    status: oneOf(
      textStatuses,
      "queued, then sent to the provider, then delivered or undelivered; failed: never sent; suppressed: the guest wants none.",
    ),
    error: nullable(Type.String({ maxLength: 1000, description: "Why it did not arrive, in short." })),
    updated_at: isoInstant("When that became known, in real time."),
  },
  { title: "WaitlistMessage" },
);

export const entrySchema = Type.Object(
  {
    object: Type.Literal("waitlist_entry"),
    id: idField("bkw"),
    livemode: Type.Boolean(),
    created: unixSeconds("When the party joined."),
    location_id: idField("str"),
    status: oneOf(entryStatuses, "Only waiting and notified parties are in line."),
    party_size: Type.Integer({ minimum: 1 }),
    position: Type.Integer({ minimum: 0, description: "From 1; 0 once the party is no longer in line." }),
    quoted_wait: Type.Object(
      { parties_ahead: partiesAhead, wait_minutes: waitMinutes },
      { title: "QuotedWait", description: "What the party was told when it joined." },
    ),
    joined_at: isoInstant("When the party joined."),
    notified_at: nullable(isoInstant("When it was told that its table is ready.")),
    notify_expires_at: nullable(isoInstant("When it is taken off unless it has come; null until notified.")),
    on_my_way_at: nullable(isoInstant("When the guest said on the page that they are on their way.")),
    booking_id: nullable(idField("bkg")),
    updated_by: oneOf(updaters, "Who made the last change: an app, the restaurant, the guest, or Maple by itself."),
    channel: oneOf(entryChannels),
    guest: entryGuest,
    language: languageShown,
    notes: nullable(personal(Type.String({ maxLength: 2000 }))),
    message: nullable(entryMessage),
  },
  { title: "WaitlistEntry" },
);

export const waitlistSchema = Type.Object(
  {
    object: Type.Literal("waitlist"),
    location_id: idField("str"),
    livemode: Type.Boolean(),
    open: Type.Boolean({ description: "Whether remote parties may join; the venue can add parties in person anyway." }),
    entries: Type.Array(entrySchema, { description: "The parties in line, first in line first." }),
  },
  { title: "Waitlist" },
);

export const estimateSchema = Type.Object(
  {
    object: Type.Literal("waitlist_estimate"),
    location_id: idField("str"),
    livemode: Type.Boolean(),
    party_size: Type.Integer({ minimum: 1 }),
    parties_ahead: partiesAhead,
    wait_minutes: waitMinutes,
  },
  { title: "WaitlistEstimate" },
);

const minutes = Type.Integer({ minimum: 0, maximum: 1_440 });

export const addBody = Type.Object(
  {
    party_size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    guest: Type.Object(
      {
        first_name: personal(textField(200, { form: "trimmed" })),
        last_name: Type.Optional(personal(textField(200, { form: "trimmed" }))),
        phone: Type.Optional(
          personal(
            textField(50, {
              description: "Any spelling; without a country code, as dialled in the location's country.",
            }),
          ),
        ),
        email: Type.Optional(personal(emailField())),
      },
      strict,
    ),
    notes: Type.Optional(personal(textField(2_000, { form: "filled" }))),
    language: languageGiven,
    channel: Type.Optional(
      oneOf(entryChannels, "in_person when absent and the key has bookings:manage, else partner."),
    ),
    quoted_wait: Type.Optional(
      Type.Object(
        {
          parties_ahead: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
          wait_minutes: Type.Object({ min: minutes, max: minutes }, strict),
        },
        { ...strict, description: "What the venue itself told the party; the estimate when absent." },
      ),
    ),
    idempotency_key: neededIdempotencyKey,
  },
  strict,
);

export const notifyBody = Type.Object(
  {
    message: Type.Optional(
      personal(textField(300, { form: "trimmed", description: "In place of the venue's usual words." })),
    ),
  },
  strict,
);

export const seatBody = Type.Object(
  {
    unit_ids: Type.Optional(unitIds("Tables chosen by hand.")),
    allow_overrun: Type.Optional(allowOverrun),
    allow_over_capacity: Type.Optional(allowOverCapacity),
    idempotency_key: idempotencyKey,
  },
  strict,
);

export const removeBody = Type.Object({ reason: Type.Optional(personal(textField(500, { form: "trimmed" }))) }, strict);
