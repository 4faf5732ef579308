/** The possible faults of a zone's geometry (rules/delivery-zones 2.3). */

export const geometryReasons = [
  "malformed",
  "too_few_corners",
  "self_crossing",
  "zero_area",
  "out_of_range",
  "too_many_corners",
  "too_far",
  "crosses_antimeridian",
  "hole_outside",
  "too_intricate",
  "location_without_coordinate",
] as const;

export type GeometryReason = (typeof geometryReasons)[number];

export interface GeometryIssue {
  /** Dotted: `body.geometry.coordinates[0][3]`. */
  readonly path: string;
  readonly reason: GeometryReason;
  readonly message: string;
}

export type ReportGeometryIssue = (path: string, reason: GeometryReason, message: string) => void;
