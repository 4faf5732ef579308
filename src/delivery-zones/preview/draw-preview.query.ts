import type { LocationSettings } from "../../locations/location/location.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findSetVersion } from "../zones/delivery-zones.sql.ts";
import { previewSvg } from "./preview-svg.ts";
import { getZoneIndex } from "../zones/zone-index.query.ts";

/** The zones of a location as an SVG document, as they are now. */
export async function drawPreview(db: Db, location: LocationSettings): Promise<string> {
  const index = await getZoneIndex(db, location.id, await findSetVersion(db, location.id));
  return previewSvg({
    name: location.name ?? "This location",
    coordinate: location.coordinate,
    timeZone: location.timezone ?? "UTC",
    now: location.now,
    index,
  });
}
