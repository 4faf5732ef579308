/** Splits an import into its zones: GeoJSON features, one WKT polygon, or one encoded polyline. */
import { parsePolyline } from "../geometry/parse-polyline.ts";
import { parseWkt } from "../geometry/parse-wkt.ts";
import type { ZoneIssue } from "./parse-zone.ts";

export interface ImportSource {
  readonly geojson?: unknown;
  readonly wkt?: string;
  readonly polyline?: string;
  /** Decimals of the polyline. */
  readonly polyline_precision?: number;
}

/** One zone to be: its geometry and properties are still unread. */
export interface ImportEntry {
  /** Where it stands in the body. */
  readonly path: string;
  readonly geometryPath: string;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
}

export type ImportEntries =
  | { readonly kind: "ok"; readonly entries: readonly ImportEntry[] }
  | { readonly kind: "issues"; readonly issues: readonly ZoneIssue[] };

export const maxFeatures = 1_000;

/** Exactly one of the three must be there. */
export function listImportEntries(source: ImportSource): ImportEntries {
  const given = (["geojson", "wkt", "polyline"] as const).filter((name) => source[name] !== undefined);
  if (given.length !== 1) return issues("body", "must have exactly one of geojson, wkt and polyline");
  if (source.wkt !== undefined) {
    const parsed = parseWkt(source.wkt);
    return parsed.kind === "issue" ? malformed("body.wkt", parsed.message) : single("body.wkt", parsed);
  }
  if (source.polyline !== undefined) {
    const parsed = parsePolyline(source.polyline, source.polyline_precision ?? 5);
    if (parsed.kind === "issue") return malformed("body.polyline", parsed.message);
    return single("body.polyline", { type: "Polygon", coordinates: [parsed.positions] });
  }
  return listFeatures(source.geojson);
}

function listFeatures(document: unknown): ImportEntries {
  const path = "body.geojson";
  if (!isRecord(document)) return malformed(path, "must be an object");
  switch (document["type"]) {
    case "FeatureCollection": {
      const features: unknown = document["features"];
      if (!Array.isArray(features) || features.length === 0 || features.length > maxFeatures) {
        return issues(`${path}.features`, `must be an array of 1 to ${maxFeatures} features`);
      }
      return joined(features.map((feature: unknown, index) => readFeature(feature, `${path}.features[${index}]`)));
    }
    case "Feature":
      return readFeature(document, path);
    case "Polygon":
    case "MultiPolygon":
      return single(path, document);
    default:
      return malformed(`${path}.type`, "must be FeatureCollection, Feature, Polygon or MultiPolygon");
  }
}

function readFeature(feature: unknown, path: string): ImportEntries {
  if (!isRecord(feature) || feature["type"] !== "Feature") return malformed(`${path}.type`, "must be Feature");
  const { geometry, properties = null } = feature;
  if (properties !== null && !isRecord(properties)) return issues(`${path}.properties`, "must be an object or null");
  return {
    kind: "ok",
    entries: [{ path, geometryPath: `${path}.geometry`, geometry, properties: properties ?? {} }],
  };
}

function single(path: string, geometry: unknown): ImportEntries {
  return { kind: "ok", entries: [{ path, geometryPath: path, geometry, properties: {} }] };
}

/** All entries, or the issues of all features. */
function joined(parts: readonly ImportEntries[]): ImportEntries {
  const faults = parts.flatMap((part) => (part.kind === "issues" ? part.issues : []));
  if (faults.length > 0) return { kind: "issues", issues: faults };
  return { kind: "ok", entries: parts.flatMap((part) => (part.kind === "ok" ? part.entries : [])) };
}

function issues(path: string, message: string): ImportEntries {
  return { kind: "issues", issues: [{ path, message }] };
}

function malformed(path: string, message: string): ImportEntries {
  return { kind: "issues", issues: [{ path, message, reason: "malformed" }] };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
