/** Wire shapes of the import of delivery zones. */
import Type, { type Static } from "typebox";
import type { Id } from "../../kernel/id.ts";
import { exactlyOneOf, idField, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import { optionalTerms } from "../zones/delivery-zones.schemas.ts";
import type { ImportedZone } from "../zones/import-zones.command.ts";

export const maxWkt = 4 * 1024 * 1024;
/** Ten thousand corners of twelve characters are fewer. */
export const maxPolyline = 128 * 1024;

export const importBody = Type.Object(
  {
    geojson: Type.Optional(
      Type.Object(
        {
          type: textField(50, { description: "FeatureCollection, Feature, Polygon or MultiPolygon." }),
          features: Type.Optional(Type.Unknown()),
          geometry: Type.Optional(Type.Unknown()),
          properties: Type.Optional(Type.Unknown()),
          coordinates: Type.Optional(Type.Unknown()),
        },
        {
          description:
            "Up to 1,000 features. A feature's properties may have the fields of a zone: name, fee, priority and so on; others are ignored.",
        },
      ),
    ),
    wkt: Type.Optional(
      textField(maxWkt, { description: "POLYGON or MULTIPOLYGON, longitude first; SRID=4326 is understood." }),
    ),
    polyline: Type.Optional(textField(maxPolyline, { description: "An encoded polyline: the outline of one zone." })),
    polyline_precision: Type.Optional(
      Type.Integer({ minimum: 5, maximum: 6, description: "Decimals of the polyline; default 5." }),
    ),
    defaults: Type.Optional(
      Type.Object(optionalTerms, {
        additionalProperties: false,
        description: "For what the properties of a feature do not say. A fee is needed in one of the two places.",
      }),
    ),
  },
  {
    additionalProperties: false,
    ...exactlyOneOf("geojson", "wkt", "polyline"),
    description: "Exactly one of geojson, wkt and polyline.",
  },
);

export const importShape = Type.Object({
  object: Type.Literal("delivery_zone_import"),
  location_id: idField("str"),
  dry_run: Type.Boolean(),
  created: Type.Integer({ description: "How many zones were stored; 0 in a dry run." }),
  zones: Type.Array(
    Type.Object({
      id: nullable(idField("dzn")),
      path: Type.String({ maxLength: 2000, description: "Where the zone stands in the request." }),
      name: Type.String({ maxLength: 255 }),
      type: oneOf(["Polygon", "MultiPolygon", "Circle"]),
      corners: Type.Integer(),
      area_square_meters: Type.Number(),
    }),
    { description: "In the order of the document." },
  ),
});

export function importToWire(
  zones: readonly ImportedZone[],
  locationId: Id<"str">,
  dryRun: boolean,
): Static<typeof importShape> {
  return {
    object: "delivery_zone_import",
    location_id: locationId,
    dry_run: dryRun,
    created: dryRun ? 0 : zones.length,
    zones: zones.map(({ areaSquareMeters, ...zone }) => ({
      ...zone,
      area_square_meters: Math.round(areaSquareMeters),
    })),
  };
}
