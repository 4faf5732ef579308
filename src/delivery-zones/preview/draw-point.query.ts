import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findSetVersion } from "../zones/delivery-zones.sql.ts";
import { drawDeliverablePoint, type DrawMoment } from "./draw-point.ts";
import type { Point } from "../geometry/geometry.ts";
import { getZoneIndex } from "../zones/zone-index.query.ts";

/** A point to which the location delivers; null when it has no enabled zone. */
export async function findDeliverablePoint(db: Db, locationId: Id<"str">, moment: DrawMoment): Promise<Point | null> {
  return drawDeliverablePoint(await getZoneIndex(db, locationId, await findSetVersion(db, locationId)), moment);
}
