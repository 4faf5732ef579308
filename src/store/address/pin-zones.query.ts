/** The zones that the map of the pin shows. */
import type { ZoneGeometry } from "../../delivery-zones/geometry/geometry.ts";
import { listZones } from "../../delivery-zones/zones/read-zones.query.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";

/** More would make the page of one step large; the address itself is judged by all zones. */
const mostCorners = 2_000;
const mostZones = 100;

/** The areas in which the location delivers, the first ones where there are very many. */
export async function listPinZones(db: Db, locationId: Id<"str">): Promise<readonly ZoneGeometry[]> {
  let corners = 0;
  return (await listZones(db, locationId))
    .filter(({ enabled }) => enabled)
    .slice(0, mostZones)
    .filter((zone) => (corners += zone.corners) <= mostCorners)
    .map(({ geometry }) => geometry);
}
