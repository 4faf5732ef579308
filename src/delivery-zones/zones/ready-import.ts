/** An import between its reading and its transaction: the rows as one text, which a thread hands over in one message. */
import type { ZoneFields } from "./delivery-zone.ts";
import type { ZoneGeometry } from "../geometry/geometry.ts";
import type { ZoneIssue } from "./parse-zone.ts";

/** A zone as it was read. */
export interface ReadZone {
  /** Where it stands in the body. */
  readonly path: string;
  readonly fields: ZoneFields;
}

/** An import read whole: its zones, or everything that is wrong with it. */
export type ZonesReading =
  | { readonly kind: "zones"; readonly zones: readonly ReadZone[] }
  | { readonly kind: "issues"; readonly issues: readonly ZoneIssue[] };

/** A zone to be, without its geometry. */
export interface ReadyZone {
  readonly path: string;
  readonly name: string;
  readonly type: ZoneGeometry["type"];
  readonly corners: number;
  readonly areaSquareMeters: number;
}

export type ImportReading =
  | { readonly kind: "ready"; readonly zones: readonly ReadyZone[]; readonly rows: string }
  | { readonly kind: "issues"; readonly issues: readonly ZoneIssue[] };

/** The rows as the JSON text of an array of the zones' fields. */
export function readyImport(reading: ZonesReading): ImportReading {
  if (reading.kind === "issues") return reading;
  const fields: readonly ZoneFields[] = reading.zones.map((zone) => zone.fields);
  return {
    kind: "ready",
    zones: reading.zones.map(({ path, fields: { name, geometry, corners, area_square_meters } }) => ({
      path,
      name,
      type: geometry.type,
      corners,
      areaSquareMeters: area_square_meters,
    })),
    rows: JSON.stringify(fields),
  };
}
