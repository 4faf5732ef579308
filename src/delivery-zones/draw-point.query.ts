import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import { findSetVersion } from "./delivery-zones.sql.ts";
import { drawDeliverablePoint, type DrawMoment } from "./draw-point.ts";
import type { Point } from "./geometry.ts";
import { getZoneIndex } from "./zone-index.query.ts";

/** A point to which the location delivers; null when it has no enabled zone. */
export async function findDeliverablePoint(db: Db, locationId: Id<"str">, moment: DrawMoment): Promise<Point | null> {
  return drawDeliverablePoint(await getZoneIndex(db, locationId, await findSetVersion(db, locationId)), moment);
}
