/** Bodies of the hosts' acts at the stand beyond bookings. They refuse unknown fields. */
import Type from "typebox";
import { expectedVersion as expected_version } from "../../bookings/api/bookings.schemas.ts";
import { atLeastOneOf, idField, isoInstant, nullable, textField } from "../../platform/http/reading/fields.ts";
import * as partner from "../../waitlist/api/waitlist.schemas.ts";

const closed = { additionalProperties: false } as const;
const minutes = Type.Integer({ minimum: 0, maximum: 1_440 });
const quoted = Type.Object(
  { min: minutes, max: minutes },
  { title: "ToldWait", ...closed, description: "In minutes, what the host tells the party." },
);

const { idempotency_key: _, channel: __, quoted_wait: ___, ...joining } = partner.addBody.properties;
/** POST …/waitlist_entries. */
export const addEntryBody = Type.Object({ ...joining, quoted_wait: Type.Optional(quoted) }, closed);

/** PATCH …/waitlist_entries/{id}. */
export const editEntryBody = Type.Object(
  {
    expected_version,
    party_size: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    quoted_wait: Type.Optional(quoted),
    notes: Type.Optional(nullable(textField(2_000, { form: "filled", description: "Null takes the note away." }))),
    before: Type.Optional(nullable(idField("bkw"))),
  },
  { ...closed, ...atLeastOneOf("party_size", "quoted_wait", "notes", "before") },
);

/** POST …/notify. */
export const notifyBody = Type.Object(
  {
    message: Type.Optional(
      textField(160, { form: "trimmed", description: "In place of the restaurant's usual words." }),
    ),
    expected_version,
  },
  closed,
);

const { idempotency_key: ____, ...seating } = partner.seatBody.properties;
/** POST …/seat. */
export const seatEntryBody = Type.Object({ ...seating, expected_version }, closed);

/** POST …/remove. */
export const removeBody = Type.Object({ ...partner.removeBody.properties, expected_version }, closed);

/** POST …/undo. */
export const undoBody = Type.Object({ expected_version }, closed);

/** POST …/table_blocks. */
export const blockBody = Type.Object(
  {
    unit_ids: Type.Array(textField(100), { minItems: 1, maxItems: 10, uniqueItems: true }),
    from: Type.Optional(isoInstant("From when on; from now on when absent, or when it is past.")),
    until: isoInstant("At most 24 hours later."),
    reason: Type.Optional(textField(200, { form: "trimmed" })),
  },
  closed,
);
