/** Wire shapes of the waitlist for hosts. All times are of the location's clock. */
import Type, { type Static } from "typebox";
import { idField, isoInstant, nullable, oneOf } from "../../platform/http/reading/fields.ts";
import type { DeepReadonly } from "../../platform/http/reading/static-fields.ts";
import { entrySchema } from "../../waitlist/api/waitlist.schemas.ts";
import { bookPartySchema, staffGuestSchema } from "../bookings/booking-wire.schemas.ts";

const { livemode: _, updated_by: __, guest: ___, ...shared } = entrySchema.properties;

const undoSchema = Type.Object(
  {
    of: oneOf(["seat", "remove", "expire"], "What would be taken back."),
    to: oneOf(["waiting", "notified"], "The status after it."),
    until: isoInstant("From this moment on it is 409 undo_expired."),
  },
  { title: "EntryUndo" },
);

export const standEntrySchema = Type.Object(
  {
    ...shared,
    version: Type.Integer({ minimum: 1, description: "Grows with every change; send it as expected_version." }),
    guest: staffGuestSchema,
    estimate: nullable(
      Type.Object(
        { min: Type.Integer({ minimum: 0 }), max: Type.Integer({ minimum: 0 }) },
        {
          title: "WaitRange",
          description: "How many minutes the party still waits, as of the minute of the answer; null when unknown.",
        },
      ),
    ),
    ended_at: nullable(isoInstant("When the party left the line.")),
    ended_reason: nullable(
      Type.String({ maxLength: 500, description: "Why it was taken off, in the words of who did it." }),
    ),
    undo: nullable(undoSchema),
    updated_by: bookPartySchema,
  },
  { title: "StandEntry" },
);

export const standWaitlistSchema = Type.Object(
  {
    object: Type.Literal("stand_waitlist"),
    location_id: idField("str"),
    open: Type.Boolean({ description: "Whether remote parties may join; hosts can add parties anyway." }),
    entries: Type.Array(standEntrySchema, { description: "The parties in line, first in line first." }),
    ended: Type.Array(standEntrySchema, { description: "Parties that can be put back into line, the last one first." }),
  },
  { title: "StandWaitlist" },
);

export type StandEntry = DeepReadonly<Static<typeof standEntrySchema>>;
export type StandWaitlist = DeepReadonly<Static<typeof standWaitlistSchema>>;
