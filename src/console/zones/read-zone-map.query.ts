/** The first data of the page of delivery zones. */
import { listZones } from "../../delivery-zones/zones/read-zones.query.ts";
import { zoneToWire } from "../../delivery-zones/zones/delivery-zones.schemas.ts";
import type { DeliveryZone } from "../../delivery-zones/zones/delivery-zone.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { MapTiles } from "../../maps/map-tiles.ts";
import { measuresInMiles } from "../../maps/measures.ts";
import { getOrderableMenu } from "../../menus/read/get-orderable-menu.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { ZonesShown } from "./zones-shown.ts";

/** A page of more zones or corners is neither sent nor drawn in good time. */
const mostZones = 200;
const mostCorners = 20_000;

export async function readZoneMap(
  db: Db,
  location: LocationSettings,
  { livemode, tiles }: { readonly livemode: boolean; readonly tiles: MapTiles | null },
): Promise<Omit<ZonesShown, "signIn">> {
  const [zones, menu] = await Promise.all([listZones(db, location.id), getOrderableMenu(db, location.id)]);
  const shown = firstOf(zones);
  return {
    locationId: location.id,
    coordinate: location.coordinate,
    zones: shown.map((zone) => zoneToWire(zone, livemode)),
    hidden: zones.length - shown.length,
    currency: menu?.menu.currency ?? zones[0]?.currency ?? "",
    tiles,
    timeZone: location.timezone ?? "UTC",
    imperial: measuresInMiles(location.address.country),
  };
}

function firstOf(zones: readonly DeliveryZone[]): readonly DeliveryZone[] {
  let corners = 0;
  return zones.slice(0, mostZones).filter((zone) => {
    corners += zone.corners;
    return corners <= mostCorners;
  });
}
