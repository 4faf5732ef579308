/** The SQL of listeners: the latest events and replays of an app, by the time in their ids. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { dataToRead } from "./event-privacy.sql.ts";
import type { RecordedEvent } from "./envelope.ts";
import type { EventType } from "../subscriptions/event-types.ts";

const eventIds = defineStatement({
  name: "stream-event-ids",
  takes: ["text", "float8", "text", "text[]", "int8"],
  gives: row<{ id: Id<"evt"> }>({ id: "text" }),
  text: `SELECT id FROM events
    WHERE app_id = $1 AND id > greatest(event_id_at(to_timestamp($2::float8 / 1000)), $3)
      AND ($4::text[] IS NULL OR event_type = ANY ($4))
    ORDER BY id LIMIT $5`,
});

/** The app's events made since a time and after an id, oldest first; of all types when `types` is null. */
export async function listEventIdsSince(
  db: Db,
  appId: Id<"app">,
  from: Instant,
  after: string,
  types: readonly EventType[] | null,
  limit: number,
): Promise<readonly Id<"evt">[]> {
  const rows = await db.rows(eventIds, [appId, from, after, types, limit]);
  return rows.map(({ id }) => id);
}

export interface NotedReplay {
  readonly id: number;
  readonly eventId: Id<"evt">;
}

const replays = defineStatement({
  name: "stream-replays",
  takes: ["text", "float8", "text[]"],
  gives: row<NotedReplay>({ id: "int8", eventId: "text" }),
  text: `SELECT r.id, r.event_id AS "eventId" FROM event_replays r JOIN events e ON e.id = r.event_id
    WHERE r.app_id = $1 AND r.replayed_at > to_timestamp($2::float8 / 1000) AND ($3::text[] IS NULL OR e.event_type = ANY ($3))
    ORDER BY r.id`,
});

/** The app's replays since a time, oldest first. */
export function listReplaysSince(
  db: Db,
  appId: Id<"app">,
  from: Instant,
  types: readonly EventType[] | null,
): Promise<NotedReplay[]> {
  return db.rows(replays, [appId, from, types]);
}

const envelope = defineStatement({
  name: "stream-event",
  takes: ["text"],
  gives: row<RecordedEvent & { eventId: Id<"evt"> }>({
    eventId: "text",
    eventType: "text",
    locationId: "text",
    resourceType: "text",
    resourceId: "text",
    resourcePath: "text",
    idempotencyKey: "text",
    sequence: "int8",
    created: "timestamptz",
    dataText: "text",
  }),
  text: `SELECT id AS "eventId", event_type AS "eventType", location_id AS "locationId", resource_type AS "resourceType",
      resource_id AS "resourceId", resource_path AS "resourcePath", idempotency_key AS "idempotencyKey", sequence, created,
      (${dataToRead("e")})::text AS "dataText"
    FROM events e WHERE id = $1`,
});

/** An event as its envelope needs it; undefined when its week has been dropped meanwhile. */
export function findRecordedEvent(
  db: Db,
  id: Id<"evt">,
): Promise<(RecordedEvent & { eventId: Id<"evt"> }) | undefined> {
  return db.maybe(envelope, [id]);
}
