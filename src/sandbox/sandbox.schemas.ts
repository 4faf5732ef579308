/** Wire shapes of the sandbox. */
import Type, { type Static } from "typebox";
import { toIso } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { basketFields, basketItem, customerSchema } from "../orders/api/basket.schemas.ts";
import { idField, isoInstant, languageGiven, oneOf } from "../platform/http/reading/fields.ts";
import type { ClockState } from "./advance-location-clock.command.ts";

export const clockSchema = Type.Object(
  {
    object: Type.Literal("sandbox_clock"),
    location_id: idField("str"),
    now: isoInstant("The location's own time."),
    offset_seconds: Type.Integer({ description: "How far it is ahead of real time." }),
  },
  { title: "SandboxClock" },
);

/** A location's clock, as its caller sees it. */
export function clockToWire(locationId: Id<"str">, clock: ClockState): Static<typeof clockSchema> {
  return {
    object: "sandbox_clock",
    location_id: locationId,
    now: toIso(clock.now),
    offset_seconds: clock.clock_offset_seconds,
  };
}

export const simulatedOrderBody = Type.Object({
  location_id: idField("str"),
  items: Type.Optional(
    Type.Array(basketItem, {
      minItems: 1,
      maxItems: 200,
      description: "Absent: a plausible basket is drawn from the menu.",
    }),
  ),
  customer: Type.Optional(customerSchema),
  language: languageGiven,
  payment: Type.Optional(
    oneOf(["paid", "unpaid", "pay_in_store"], "paid (the default): the diner pays as soon as it is asked to."),
  ),
  ...basketFields,
});
