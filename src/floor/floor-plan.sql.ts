/** All SQL of floor plans. A plan is stored in the form in which it is read. */
import type { Actor } from "../kernel/actor.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import type { FloorPlanDocument } from "./floor-plan.ts";

export interface SavedPlan {
  readonly revision: number;
  readonly document: FloorPlanDocument;
  readonly saved_at: Instant;
  readonly saved_by: Actor | null;
}

const savedRow = row<SavedPlan>({ revision: "int4", document: "jsonb", saved_at: "timestamptz", saved_by: "jsonb" });
const columns = "p.revision, p.document, p.saved_at, p.saved_by";

const findStatement = defineStatement({
  name: "find-floor-plan",
  takes: ["text"],
  gives: savedRow,
  text: `SELECT ${columns} FROM floor_plans p WHERE p.location_id = $1`,
});

/** The plan of a location, if one was ever saved. */
export function findPlan(db: Db, locationId: Id<"str">): Promise<SavedPlan | undefined> {
  return db.maybe(findStatement, [locationId]);
}

const saveStatement = defineStatement({
  name: "save-floor-plan",
  prepare: false,
  takes: ["text", "jsonb", "jsonb", "int4"],
  gives: savedRow,
  text: `INSERT INTO floor_plans AS p (location_id, revision, document, saved_at, saved_by)
    SELECT l.id, $4 + 1, $2, clock_timestamp() + l.clock_offset_seconds * interval '1 second', $3
    FROM locations l WHERE l.id = $1 AND ($4 = 0 OR EXISTS (SELECT 1 FROM floor_plans o WHERE o.location_id = $1))
    ON CONFLICT (location_id) DO UPDATE SET revision = excluded.revision, document = excluded.document,
      saved_at = excluded.saved_at, saved_by = excluded.saved_by WHERE p.revision = $4
    RETURNING ${columns}`,
});

/** Saves a plan as the next revision; undefined when the present one is not the one that was expected. */
export function savePlan(
  tx: Tx,
  locationId: Id<"str">,
  document: FloorPlanDocument,
  by: Actor,
  expectedRevision: number,
): Promise<SavedPlan | undefined> {
  return tx.maybe(saveStatement, [locationId, JSON.stringify(document), JSON.stringify(by), expectedRevision]);
}
