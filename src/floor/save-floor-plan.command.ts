/**
 * Saves the plan of a location (rules/stand 4). Guarantees: when two managers save at once, one is refused. A table that
 * the booking configuration does not have now keeps its place, so a publish of a partner never loses places.
 */
import { recordAudit, type Author } from "../audit/record-audit.command.ts";
import { requireVenue, type VenueState } from "../bookings/venue/venue.query.ts";
import type { Actor } from "../kernel/actor.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import { recordLiveChange } from "../live/record-live-change.command.ts";
import { invalidRequest } from "../platform/http/reading/invalid-request.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { mergePlan, type FloorPlan, type FloorPlanDocument } from "./floor-plan.ts";
import { savePlan } from "./floor-plan.sql.ts";
import { readFloorPlan } from "./read-floor-plan.query.ts";

export interface PlanToSave {
  readonly document: FloorPlanDocument;
  readonly expectedRevision: number;
  readonly by: Author & { readonly by: Actor };
}

/** Saves the plan as the next revision; `state` is the location's as the caller has read and admitted it. */
export async function saveFloorPlan(
  tx: Tx,
  state: VenueState,
  { document, expectedRevision, by }: PlanToSave,
): Promise<
  FloorPlan | Refusal<"invalid_request" | "stale_version" | "capability_unsupported" | "configuration_missing">
> {
  const ready = requireVenue(state);
  if (isRefusal(ready)) return ready;
  const { units } = ready.venue;
  const seen = new Set<string>();
  const wrong = document.units.flatMap(({ unit_id }, index) => {
    const message = !units.has(unit_id)
      ? "names no table of this location"
      : seen.has(unit_id)
        ? "is there twice: each table has one place"
        : undefined;
    seen.add(unit_id);
    return message === undefined ? [] : [{ path: `body.units[${index}].unit_id`, message }];
  });
  if (wrong.length > 0) return invalidRequest(wrong);
  const locationId = ready.venue.locationId;
  const before = await readFloorPlan(tx, locationId);
  const merged = mergePlan(before, document, new Set(units.keys()));
  const saved = await savePlan(tx, locationId, merged, by.by, expectedRevision);
  if (saved === undefined) {
    const { revision } = await readFloorPlan(tx, locationId);
    const message = `expected_revision is ${expectedRevision} and the plan is at revision ${revision}; read it again`;
    return refuse("stale_version", message, { expected: expectedRevision, actual: revision });
  }
  recordLiveChange(tx, locationId, "settings", locationId);
  await recordAudit(tx, {
    ...by,
    action: "floor_plan.saved",
    subject: locationId,
    before: { revision: before.revision },
    after: { revision: saved.revision },
  });
  return { location_id: locationId, revision: saved.revision, saved_at: saved.saved_at, saved_by: by.by, ...merged };
}
