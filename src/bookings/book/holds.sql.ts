/** All SQL of holds themselves; their tables are in `claims.sql.ts`. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { whenListed } from "../../platform/jobs/due.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { andAll, defineFilteredStatement, given } from "../../platform/postgres/filtered-statement.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { LocationBook } from "../venue/kept-by.ts";
import type { Hold, HoldStatus } from "./hold.ts";

const holdTable = defineTable<Hold>()({
  name: "booking_holds",
  columns: {
    id: "text",
    location_id: "text",
    time_zone: "text",
    kept_by: "text",
    app_id: "text",
    created_at: "timestamptz",
    status: "text",
    expires_at: "timestamptz",
    starts_at: "timestamptz",
    ends_at: "timestamptz",
    party_size: "int4",
    area_id: "text",
    area_name: "text",
    wanted_area_id: "text",
    unit_ids: "text[]",
    experience: "jsonb",
    payment: "jsonb",
    booking_id: "text",
  },
  computed: { time_zone: (h) => `coalesce((SELECT l.timezone FROM locations l WHERE l.id = ${h}.location_id), 'UTC')` },
});
const selected = holdTable.select("h");

const findStatement = defineStatement({
  name: "find-hold",
  takes: ["text", "text"],
  gives: holdTable.row,
  text: `SELECT ${selected} FROM booking_holds h WHERE h.id = $1 AND h.app_id IS NOT DISTINCT FROM $2
    AND (h.app_id IS NULL OR EXISTS (SELECT 1 FROM grants g WHERE g.app_id = h.app_id AND g.location_id = h.location_id))`,
});

/** A hold of the app, at a location that it is still granted. */
export function findHold(db: Db, id: Id<"bkh">, appId: Id<"app"> | null): Promise<Hold | undefined> {
  return db.maybe(findStatement, [id, appId]);
}

const lockHoldStatement = defineStatement({
  name: "lock-hold",
  takes: ["text"],
  gives: holdTable.row,
  text: `SELECT ${selected} FROM booking_holds h WHERE h.id = $1 FOR UPDATE`,
});

/** The hold as it is once nobody else can change it. */
export function lockHoldRow(tx: Tx, id: Id<"bkh">): Promise<Hold> {
  return tx.one(lockHoldStatement, [id]);
}

export interface ActiveHolds {
  readonly active: number;
  readonly earliest: Instant | null;
}

const countActiveHoldsStatement = defineStatement({
  name: "count-active-holds",
  takes: ["text", "text", "float8"],
  gives: row<ActiveHolds>({ active: "int4", earliest: "timestamptz" }),
  text: `SELECT count(*)::int AS active, min(expires_at) AS earliest FROM booking_holds
    WHERE location_id = $1 AND app_id IS NOT DISTINCT FROM $2 AND status IN ('live', 'pending')
      AND expires_at > to_timestamp($3::float8 / 1000)`,
});

/** How many holds of the app at the location are live or pending at `now`, and when the first of them ends. */
export function countActiveHolds(
  db: Db,
  locationId: Id<"str">,
  appId: Id<"app"> | null,
  now: Instant,
): Promise<ActiveHolds> {
  return db.one(countActiveHoldsStatement, [locationId, appId, now]);
}

const insertion = holdTable.insert();
const insertStatement = defineStatement({ name: "insert-hold", takes: insertion.takes, text: insertion.text });

/** Sends a new hold. */
export function sendHold(tx: Tx, hold: Hold): void {
  tx.send(insertStatement, insertion.values(hold));
}

const endHoldStatement = defineStatement({
  name: "end-hold",
  takes: ["text", "text", "text"],
  text: "UPDATE booking_holds SET status = $2, booking_id = $3 WHERE id = $1",
});

/** Sends what became of a locked hold. */
export function sendHoldEnd(
  tx: Tx,
  id: Id<"bkh">,
  status: "consumed" | "released" | "expired",
  bookingId: Id<"bkg"> | null,
): void {
  tx.send(endHoldStatement, [id, status, bookingId]);
}

export interface DueHold {
  readonly location_id: Id<"str">;
  readonly time_zone: string | null;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
}

// The first condition bounds the index scan by the clock that is furthest ahead; the second is the exact rule.
const listDueHoldsStatement = defineStatement({
  name: "list-due-holds",
  takes: ["int8"],
  gives: row<DueHold>({ location_id: "text", time_zone: "text", starts_at: "timestamptz", ends_at: "timestamptz" }),
  text: `SELECT h.location_id, l.timezone AS time_zone, h.starts_at, h.ends_at
    FROM booking_holds h JOIN locations l ON l.id = h.location_id
    WHERE h.status = 'live'
      AND h.expires_at <= clock_timestamp() + make_interval(secs => coalesce(
        (SELECT max(clock_offset_seconds) FROM locations WHERE clock_offset_seconds > 0), 0)::float8)
      AND h.expires_at <= clock_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
    ORDER BY h.expires_at LIMIT $1`,
});

/** Whether a hold is past its time. */
export const holdsDue = whenListed(listDueHoldsStatement);

/** Holds past their time by the clock of their location, earliest first. */
export function listDueHolds(db: Db, limit: number): Promise<DueHold[]> {
  return db.rows(listDueHoldsStatement, [limit]);
}

const findNextHoldExpiryStatement = defineStatement({
  name: "find-next-hold-expiry",
  prepare: false,
  takes: ["text"],
  gives: row<{ at: Instant | null }>({ at: "timestamptz" }),
  text: "SELECT min(expires_at) AS at FROM booking_holds WHERE location_id = $1 AND status = 'live'",
});

/** When the next hold of the location ends, in the location's clock. */
export async function findNextHoldExpiry(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  const row = await db.one(findNextHoldExpiryStatement, [locationId]);
  return row.at;
}

const findHoldBookStatement = defineStatement({
  name: "find-hold-book",
  takes: ["text"],
  gives: row<LocationBook>({ location_id: "text", kept_by: "text" }),
  text: "SELECT location_id, kept_by FROM booking_holds WHERE id = $1",
});

/** The location that a hold is of, and who keeps it. */
export function findHoldBook(db: Db, id: Id<"bkh">): Promise<LocationBook | undefined> {
  return db.maybe(findHoldBookStatement, [id]);
}

export interface HoldFilters {
  readonly appId: Id<"app">;
  readonly locationId: Id<"str"> | undefined;
  readonly statuses: readonly HoldStatus[];
  readonly after: Id<"bkh"> | undefined;
}

// A live hold past its time counts as expired, with or without the sweep.
const statusNow = `CASE WHEN h.status = 'live' AND h.expires_at <= clock_timestamp() + l.clock_offset_seconds * interval '1 second'
  THEN 'expired' ELSE h.status END`;
const listStatement = defineFilteredStatement({
  name: "list-holds",
  takes: ["text", "int8", "text[]", "text[]"],
  gives: holdTable.row,
  conditions: {
    location: { takes: ["text"], text: (parameter) => `h.location_id = ${parameter()}` },
    after: { takes: ["text"], text: (parameter) => `h.id < ${parameter()}` },
  },
  text: (conditions) => `SELECT ${selected} FROM booking_holds h
    JOIN grants g ON g.app_id = h.app_id AND g.location_id = h.location_id JOIN locations l ON l.id = h.location_id
    WHERE h.app_id = $1 AND h.status = ANY($3::text[]) AND ${statusNow} = ANY($4::text[])${andAll(Object.values(conditions))}
    ORDER BY h.id DESC LIMIT $2`,
});

/** The holds of an app at the locations that it is still granted, newest first. */
export function listHolds(db: Db, { appId, locationId, statuses, after }: HoldFilters, limit: number): Promise<Hold[]> {
  const stored = statuses.includes("expired") ? [...statuses, "live"] : statuses;
  const { statement, values } = listStatement([appId, limit, stored, statuses], {
    location: given(locationId),
    after: given(after),
  });
  return db.rows(statement, values);
}
