/** A delivery zone as its managers read it: the partner's document, and who wrote it last. */
import Type, { type Static } from "typebox";
import { zoneShape } from "../../delivery-zones/zones/delivery-zones.schemas.ts";
import { nullable, oneOf } from "../../platform/http/reading/fields.ts";

const zoneWriter = Type.Object(
  {
    kind: oneOf(["person", "app", "operator_token"], "A person, the connected app, or an operator."),
    id: nullable(Type.String({ maxLength: 100, description: "Of the person; null for others." })),
    name: nullable(Type.String({ maxLength: 500, description: "Null where the name is unknown or was erased." })),
  },
  { title: "ZoneWriter" },
);

export type ZoneWriter = Static<typeof zoneWriter>;

/** One zone with its writer. */
export const managedZoneShape = Type.Object({
  ...zoneShape.properties,
  updated_by: nullable(zoneWriter),
});
