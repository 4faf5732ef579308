/** Wire shapes of groups that ask a location, for its hosts. */
import Type, { type Static } from "typebox";
import { groupLimits, groupStatuses } from "../../bookings/groups/group-request.ts";
import { idField, isoInstant, localDate, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";

const text = nullable(Type.String({ maxLength: 2000 }));

export const groupRequestSchema = Type.Object(
  {
    object: Type.Literal("group_request"),
    id: idField("grq"),
    location_id: idField("str"),
    status: oneOf(groupStatuses),
    version: Type.Integer({ minimum: 1, description: "Counts the steps; name it in `expected_version`." }),
    date: localDate("The day that the group asks for."),
    from_time: Type.String({ maxLength: 5, description: "Local, HH:MM: it may begin from then on." }),
    until_time: Type.String({ maxLength: 5, description: "And until then." }),
    party_size: Type.Integer({ minimum: 1, maximum: groupLimits.largest }),
    guest: Type.Object({
      first_name: Type.String({ maxLength: 200 }),
      last_name: Type.String({ maxLength: 200 }),
      phone: text,
      email: text,
    }),
    words: nullable(Type.String({ maxLength: 2000, description: "What the group writes." })),
    answer: nullable(Type.String({ maxLength: 2000, description: "What the restaurant wrote last." })),
    booking_id: nullable(idField("bkg")),
    created_at: isoInstant("When it came, in the clock of the location."),
    updated_at: isoInstant("When it was last changed."),
  },
  { title: "GroupRequest" },
);

export type GroupRequestWire = Static<typeof groupRequestSchema>;

const expected_version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: "The version that was seen.",
});
const words = (description: string) => textField(groupLimits.answer, { form: "trimmed", description });

export const answerGroupBody = Type.Object(
  { expected_version, words: words("What the guest reads.") },
  { additionalProperties: false },
);

export const declineGroupBody = Type.Object(
  { expected_version, words: Type.Optional(words("What the guest reads; absent: a sentence of ours.")) },
  { additionalProperties: false },
);
