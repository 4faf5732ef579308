/** Reads the plan of a location, with every table that the location has. */
import type { VenueState } from "../bookings/venue/venue.query.ts";
import { toIso } from "../kernel/clock.ts";
import type { Db } from "../platform/postgres/database.ts";
import { emptyPlan, standUnits, type FloorPlan } from "./floor-plan.ts";
import type { FloorPlanWire } from "./floor-plan.schemas.ts";
import { findPlan } from "./floor-plan.sql.ts";

/** The plan as it was saved; an empty one where none ever was. */
export async function readFloorPlan(db: Db, locationId: FloorPlan["location_id"]): Promise<FloorPlan> {
  const saved = await findPlan(db, locationId);
  const { document = emptyPlan, revision = 0, saved_at = null, saved_by = null } = saved ?? {};
  return { location_id: locationId, revision, saved_at, saved_by, ...document };
}

/** The plan as its resource: the tables that are configured now, those without a place on a grid; `names` by the id of who acted. */
export function floorPlanToWire(
  plan: FloorPlan,
  { venue }: Pick<VenueState, "venue">,
  names: ReadonlyMap<string, string>,
): FloorPlanWire {
  return {
    object: "floor_plan",
    location_id: plan.location_id,
    revision: plan.revision,
    saved_at: plan.saved_at === null ? null : toIso(plan.saved_at),
    saved_by: names.get(plan.saved_by?.id ?? "") ?? null,
    units: standUnits(plan, venue?.configuration.areas ?? []),
    walls: plan.walls,
    labels: plan.labels,
  };
}
