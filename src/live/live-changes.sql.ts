/** All SQL of live changes: the numbers of a location, its changes, and when a board last showed its orders. */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement, listOfAnyLength } from "../platform/postgres/statement.ts";
import type { LiveChange, LiveTopic } from "./live-topics.ts";

/** The lock of the row that counts is held until the COMMIT: so numbers follow commits. */
const number = defineStatement({
  name: "number-live-change",
  takes: ["text", "text", "text"],
  text: `WITH taken AS (
      INSERT INTO live_sequences AS s (location_id, sequence) VALUES ($1, 1)
      ON CONFLICT (location_id) DO UPDATE SET sequence = s.sequence + 1 RETURNING sequence)
    INSERT INTO live_changes (location_id, sequence, topic, resource_id) SELECT $1, sequence, $2, $3 FROM taken`,
});

/** Sends a change with the next number of its location. */
export function sendLiveChange(tx: Tx, locationId: Id<"str">, topic: LiveTopic, resourceId: string): void {
  tx.send(number, [locationId, topic, resourceId]);
}

const present = defineStatement({
  name: "read-live-sequence",
  takes: ["text"],
  gives: row<{ readonly sequence: number }>({ sequence: "int8" }),
  text: "SELECT sequence FROM live_sequences WHERE location_id = $1",
});

/** The number of the last change of a location; 0 before the first. */
export async function readSequence(db: Db, locationId: Id<"str">): Promise<number> {
  const row = await db.maybe(present, [locationId]);
  return row?.sequence ?? 0;
}

const since = defineStatement({
  name: "list-live-changes-since",
  takes: ["text", "int8", "int8"],
  gives: row<LiveChange>({ sequence: "int8", topic: "text", resource_id: "text" }),
  text: `SELECT sequence, topic, resource_id FROM live_changes WHERE location_id = $1 AND sequence > $2
    ORDER BY sequence LIMIT $3`,
});

/** The changes of a location above a number, at most so many, in their order. */
export function listChangesSince(db: Db, locationId: Id<"str">, after: number, limit: number): Promise<LiveChange[]> {
  return db.rows(since, [locationId, after, limit]);
}

/** A location that is followed, and up to which number. */
export interface Followed {
  readonly locationId: Id<"str">;
  readonly after: number;
}

const news = defineStatement({
  name: "list-live-news",
  takes: ["text[]", "int8[]", "int8"],
  gives: row<LiveNews>({ location_id: "text", clock_offset_seconds: "int8", changes: "json" }),
  text: `SELECT asked.location_id, l.clock_offset_seconds, c.changes
    FROM unnest(${listOfAnyLength("$1", "text[]")}, ${listOfAnyLength("$2", "int8[]")}) AS asked (location_id, after)
    JOIN locations l ON l.id = asked.location_id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('sequence', n.sequence, 'topic', n.topic, 'resource_id', n.resource_id)
        ORDER BY n.sequence) AS changes
      FROM (SELECT * FROM live_changes WHERE location_id = asked.location_id AND sequence > asked.after
        ORDER BY sequence LIMIT $3) n) c ON true`,
});

export interface LiveNews {
  readonly location_id: Id<"str">;
  /** How far the sandbox has moved the location's clock ahead. */
  readonly clock_offset_seconds: number;
  readonly changes: readonly LiveChange[] | null;
}

/** What is new at each location that is followed, at most so many changes of each, and its clock. */
export function listNews(db: Db, followed: readonly Followed[], limit: number): Promise<LiveNews[]> {
  return db.rows(news, [followed.map((each) => each.locationId), followed.map(({ after }) => after), limit]);
}

const noteShown = defineStatement({
  name: "note-orders-shown",
  takes: ["text[]"],
  text: `INSERT INTO board_watch AS w (location_id, shown_at) SELECT id, clock_timestamp() FROM unnest($1::text[]) AS id
    ORDER BY id ON CONFLICT (location_id) DO UPDATE SET shown_at = greatest(w.shown_at, excluded.shown_at)`,
});

/** Notes that a board shows the orders of the locations now, in real time. */
export function sendShown(tx: Tx, locationIds: readonly Id<"str">[]): void {
  tx.send(noteShown, [locationIds]);
}

const deleteOld = defineStatement({
  name: "delete-old-live-changes",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly forgotten: number }>({ forgotten: "int4" }),
  text: `WITH old AS (
      SELECT c.location_id, c.sequence FROM live_changes c JOIN live_sequences s ON s.location_id = c.location_id
      WHERE c.sequence <= s.sequence - 5000 OR c.at < clock_timestamp() - interval '24 hours' LIMIT $1),
    gone AS (DELETE FROM live_changes c USING old
      WHERE c.location_id = old.location_id AND c.sequence = old.sequence RETURNING 1)
    SELECT count(*)::int AS forgotten FROM gone`,
});

/** Forgets changes that are older than a day, and those of a location beyond its newest 5,000; answers how many. */
export async function deleteOldChanges(tx: Tx, limit: number): Promise<number> {
  return (await tx.one(deleteOld, [limit])).forgotten;
}
