/** The plan of a floor on the wire. Lengths are centimetres. */
import Type, { type Static } from "typebox";
import { idField, isoInstant, nullable, oneOf, textField } from "../platform/http/reading/fields.ts";
import type { DeepReadonly } from "../platform/http/reading/static-fields.ts";
import { planLimits, unitShapes } from "./floor-plan.ts";

const strict = { additionalProperties: false } as const;
const position = Type.Integer({ minimum: 0, maximum: planLimits.side });
const side = Type.Integer({ minimum: planLimits.smallest, maximum: planLimits.largest });

const frame = {
  unit_id: textField(100),
  x: Type.Integer({ minimum: 0, maximum: planLimits.side, description: "Of the centre, from the left." }),
  y: Type.Integer({ minimum: 0, maximum: planLimits.side, description: "Of the centre, from the top." }),
  width: side,
  height: side,
  shape: oneOf(unitShapes),
  rotation: Type.Integer({ minimum: 0, maximum: 359, description: "Degrees, clockwise." }),
};
const wall = Type.Object({ x1: position, y1: position, x2: position, y2: position }, { ...strict, title: "PlanWall" });
const label = Type.Object(
  { x: position, y: position, text: textField(60, { form: "trimmed" }) },
  { ...strict, title: "PlanLabel" },
);

export const floorPlanSchema = Type.Object(
  {
    object: Type.Literal("floor_plan"),
    location_id: idField("str"),
    revision: Type.Integer({ minimum: 0, description: "Grows with every save; 0 before the first." }),
    saved_at: nullable(isoInstant("When it was last saved.")),
    saved_by: nullable(
      Type.String({ maxLength: 500, description: "The name of whoever saved it; null: nobody knows." }),
    ),
    units: Type.Array(
      Type.Object({
        ...frame,
        unit_id: Type.String({ maxLength: 100 }),
        placed: Type.Boolean({ description: "False: nobody has placed it yet, and it stands on a grid." }),
      }),
      { description: "Every table of the booking configuration, in its order." },
    ),
    walls: Type.Array(wall),
    labels: Type.Array(label),
  },
  { title: "FloorPlan" },
);

/** PUT …/floor_plan. */
export const floorPlanBody = Type.Object(
  {
    expected_revision: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: "The revision that was read; 0 before the first save.",
    }),
    units: Type.Array(Type.Object({ ...frame, rotation: Type.Optional(frame.rotation) }, strict), {
      maxItems: planLimits.units,
      description: "Each table once; a table that is left out stands on the grid.",
    }),
    walls: Type.Optional(Type.Array(wall, { maxItems: planLimits.walls })),
    labels: Type.Optional(Type.Array(label, { maxItems: planLimits.labels })),
  },
  strict,
);

export type FloorPlanWire = DeepReadonly<Static<typeof floorPlanSchema>>;
