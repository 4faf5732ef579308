/** Turns shapes into the paths that the map draws. */
import { latLng, type LatLng } from "leaflet";
import type { Corner, Shape } from "../shape.ts";

export function toLatLng([longitude, latitude]: Corner): LatLng {
  return latLng(latitude, longitude);
}

/** The rings of every polygon. */
export function pathsOf(shape: Extract<Shape, { readonly kind: "rings" }>): LatLng[][][] {
  return shape.polygons.map((rings) => rings.map((ring) => ring.map(toLatLng)));
}
