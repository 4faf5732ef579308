/**
 * Wire shapes of the order board: its snapshot, its stream and the answers of its calls. All times are of the location's
 * clock.
 */
import Type, { type Static } from "typebox";
import { idField, nullable, oneOf, unixSeconds } from "../../platform/http/reading/fields.ts";
import type { DeepReadonly } from "../../platform/http/reading/static-fields.ts";
import { orderSchema } from "../../orders/api/orders.schemas.ts";

const { livemode: _livemode, updated: _updated, ...shared } = orderSchema.properties;

const sequenceField = Type.Integer({
  minimum: 0,
  description: "Counts the changes at the location in the order of their commits; the id of an event of the stream.",
});
const nowField = Type.Integer({ description: "The location's clock, in Unix milliseconds." });

/** Who changed something last, as staff see it. */
export const actingPartySchema = Type.Object(
  {
    kind: oneOf(
      ["person", "device", "app", "operator_token", "diner", "service"],
      "A person or paired device of the restaurant, the connected app, an operator, the diner, or Maple by itself.",
    ),
    id: nullable(Type.String({ maxLength: 100, description: "Of the person, device or app." })),
    name: nullable(Type.String({ maxLength: 500, description: "Null where the name is unknown or was erased." })),
  },
  { title: "ActingParty" },
);

export const boardOrderSchema = Type.Object(
  {
    ...shared,
    receiver: nullable(oneOf(["app", "staff"], "Who decides first; null before the order is handed over.")),
    handed_over_at: nullable(unixSeconds("From then on the order can be decided.")),
    staff_from: nullable(
      unixSeconds("From then on staff may accept and deny; null unless the order waits for its decision."),
    ),
    seen_until: nullable(unixSeconds("Until then no tablet rings for the order.")),
    printed: Type.Integer({ minimum: 0, description: "How many tickets were printed." }),
    updated_by: actingPartySchema,
  },
  { title: "BoardOrder" },
);

export const boardSettingsSchema = Type.Object(
  {
    object: Type.Literal("board_settings"),
    location_id: idField("str"),
    name: nullable(Type.String({ maxLength: 500 })),
    timezone: Type.String({ maxLength: 255, description: "An IANA name." }),
    status: oneOf(["active", "inactive", "paused"]),
    order_routing: oneOf(["app", "manual"]),
    connected_app: nullable(
      Type.Object({ id: idField("app"), name: Type.String({ maxLength: 500 }) }, { title: "NamedApp" }),
    ),
    decision_timeout: oneOf(["reject", "accept"]),
    preparation_minutes: Type.Integer({ minimum: 0 }),
    busy_delay_minutes: Type.Integer({ minimum: 0 }),
    ordering_paused_until: nullable(unixSeconds("No order is prepared before this; null: not paused.")),
    tomorrow_at: unixSeconds("When `until_tomorrow` would end: the first opening of the next service day."),
    alert_phone: nullable(Type.String({ maxLength: 50, description: "Texted when nobody looks at an order." })),
    auto_pause_after: Type.Integer({
      minimum: 0,
      maximum: 10,
      description: "So many undecided orders in a row pause ordering until tomorrow; 0: never.",
    }),
    decision_window_seconds: Type.Integer({ description: "From the hand-over to `decision_deadline`." }),
  },
  { title: "BoardSettings" },
);

/** Everything that the board shows, as of one moment. */
export const boardSnapshotSchema = Type.Object(
  {
    object: Type.Literal("board_snapshot"),
    sequence: sequenceField,
    now_ms: nowField,
    settings: boardSettingsSchema,
    orders: Type.Array(boardOrderSchema, {
      description:
        "All that are not over, and those that ended within the last 24 hours; the newest 500 of each, newest first.",
    }),
  },
  { title: "BoardSnapshot" },
);

/** What the stream sends: the type of `data` by `object`. Changes have `id: <sequence>`, the others no id. */
export const streamMessageSchema = Type.Union([
  Type.Object({
    object: Type.Literal("change"),
    sequence: sequenceField,
    topic: Type.Literal("orders"),
    resource: boardOrderSchema,
  }),
  Type.Object({
    object: Type.Literal("change"),
    sequence: sequenceField,
    topic: Type.Literal("settings"),
    resource: boardSettingsSchema,
  }),
  Type.Object({ object: Type.Literal("heartbeat"), now_ms: nowField }),
  Type.Object(
    { object: Type.Literal("reset"), sequence: sequenceField },
    { description: "Changes are missing: take a new snapshot. The stream goes on behind this number." },
  ),
]);

export type ActingParty = DeepReadonly<Static<typeof actingPartySchema>>;
export type BoardOrder = DeepReadonly<Static<typeof boardOrderSchema>>;
export type BoardSettings = DeepReadonly<Static<typeof boardSettingsSchema>>;
export type BoardSnapshot = DeepReadonly<Static<typeof boardSnapshotSchema>>;
export type StreamMessage = DeepReadonly<Static<typeof streamMessageSchema>>;
