/** The SQL by which the operator finds the events of one order, booking or party, and the app of an event. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { LedgerEvent } from "./events.sql.ts";

/** An event of a resource, with the app that it was for. */
export type ResourceEvent = Pick<LedgerEvent, "id" | "event_type" | "sequence" | "created"> & {
  readonly app_id: Id<"app">;
};

// No index has the resource: the events of some apps are read from the moment at which the resource was made.
const listEventsOfResourceStatement = defineStatement({
  name: "list-events-of-resource",
  prepare: false,
  takes: ["text[]", "text", "text", "int8"],
  gives: row<ResourceEvent>({
    id: "text",
    app_id: "text",
    event_type: "text",
    sequence: "int8",
    created: "timestamptz",
  }),
  text: `SELECT e.id, e.app_id, e.event_type, e.sequence, e.created FROM events e
    WHERE e.app_id = ANY ($1) AND e.id >= $2 AND e.resource_id = $3 ORDER BY e.id DESC LIMIT $4`,
});

/** The newest events about a resource that these apps were told, newest first. */
export function listEventsOfResource(
  db: Db,
  resourceId: string,
  appIds: readonly Id<"app">[],
  limit: number,
): Promise<ResourceEvent[]> {
  return db.rows(listEventsOfResourceStatement, [appIds, firstEventOf(resourceId), resourceId, limit]);
}

/** Ids begin with the time at which they were made; of that the first eight characters, which change every second. */
function firstEventOf(resourceId: string): string {
  return `evt_${resourceId.slice(resourceId.indexOf("_") + 1).slice(0, 8)}`;
}

const findEventAppStatement = defineStatement({
  name: "find-app-of-event",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly app_id: Id<"app"> }>({ app_id: "text" }),
  text: "SELECT app_id FROM events WHERE id = $1",
});

/** The app that an event was for. */
export async function findAppOfEvent(db: Db, id: Id<"evt">): Promise<Id<"app"> | undefined> {
  return (await db.maybe(findEventAppStatement, [id]))?.app_id;
}
