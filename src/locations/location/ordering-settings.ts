/** The settings of a location's ordering that a till reads and changes (rules/ordering 17). Pure. */
import { isDeepStrictEqual } from "node:util";
import Type, { type Static } from "typebox";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import { locationUpdaters, type Location } from "./location.ts";
import { operatedFields } from "./operated-location.schemas.ts";

const reasonField = nullable(textField(200, { description: "Why ordering is paused; null without a pause." }));
const delayField = Type.Integer({
  minimum: 0,
  maximum: 120,
  description: "Minutes added to the preparation while the kitchen is busy.",
});
const preparationField = Type.Integer({
  minimum: 0,
  maximum: 1440,
  description: "Minutes from placing to ready on a quiet day.",
});

export const orderingSettingsShape = Type.Object(
  {
    object: Type.Literal("ordering_settings"),
    location_id: idField("str"),
    livemode: Type.Boolean(),
    version: Type.Integer({ minimum: 1, description: "Of the location; grows with each change of it." }),
    accepting_orders: Type.Boolean({ description: "False: no order is taken, until somebody says otherwise." }),
    ordering_paused_until: nullable(
      isoInstant("No order is prepared before it; orders for later are taken. Null: not paused."),
    ),
    pause_reason: reasonField,
    busy_delay_minutes: Type.Integer({
      minimum: 0,
      description: "Added to the preparation while the kitchen is busy.",
    }),
    busy_until: nullable(isoInstant("When the delay ends by itself; null: it stays.")),
    preparation_minutes: preparationField,
    opening_hours: operatedFields.opening_hours,
    updated_at: isoInstant("When the location was last changed."),
    updated_by: oneOf(
      locationUpdaters,
      "Who changed the location last: an app, the restaurant, or Maple and its operator.",
    ),
  },
  { title: "OrderingSettings" },
);

export const orderingSettingsBody = Type.Object(
  {
    expected_version: Type.Optional(
      Type.Integer({ minimum: 1, description: "Refuses when it is not the present one." }),
    ),
    accepting_orders: Type.Optional(Type.Boolean()),
    ordering_paused_until: Type.Optional(
      nullable(isoInstant("In the future, at most 7 days ahead; null ends the pause.")),
    ),
    pause_reason: Type.Optional(reasonField),
    busy_delay_minutes: Type.Optional(delayField),
    busy_until: Type.Optional(nullable(isoInstant("In the future, at most 7 days ahead; null: the delay stays."))),
    preparation_minutes: Type.Optional(preparationField),
    opening_hours: Type.Optional(operatedFields.opening_hours),
  },
  { title: "OrderingSettingsInput" },
);

/** Writes the settings; times that are over are null. */
export function orderingSettingsToWire(
  location: Location & { readonly now: Instant },
  livemode: boolean,
): Static<typeof orderingSettingsShape> {
  const { ordering_paused_until: pausedUntil, now } = location;
  const isPaused = pausedUntil !== null && pausedUntil > now;
  return {
    object: "ordering_settings",
    location_id: location.id,
    livemode,
    version: location.version,
    accepting_orders: location.status === "active",
    ordering_paused_until: isPaused ? toIso(pausedUntil) : null,
    pause_reason: isPaused ? location.pause_reason : null,
    busy_delay_minutes: location.busy_delay_minutes,
    busy_until: location.busy_until === null ? null : toIso(location.busy_until),
    preparation_minutes: location.preparation_minutes,
    opening_hours: location.opening_hours as Static<typeof operatedFields.opening_hours>,
    updated_at: toIso(location.updated_at),
    updated_by: location.updated_by,
  };
}

const settingNames = [
  "ordering_paused_until",
  "pause_reason",
  "busy_delay_minutes",
  "busy_until",
  "preparation_minutes",
  "opening_hours",
] as const satisfies readonly (keyof Location)[];

/** The names of the settings that differ, as the settings' resource has them. */
export function changedSettings(before: Location, after: Location): readonly string[] {
  const differing = settingNames.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const moved = (before.status === "active") !== (after.status === "active");
  return moved ? ["accepting_orders", ...differing] : differing;
}
