/** All SQL of groups that ask a restaurant. Their times are of the clock of their location. */
import type { Actor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { GroupRequest, GroupStatus, WantedGroup } from "./group-request.ts";

const groupTable = defineTable<GroupRequest>()({
  name: "group_requests",
  columns: {
    id: "text",
    location_id: "text",
    status: "text",
    version: "int4",
    on_date: "date",
    from_time: "text",
    until_time: "text",
    party_size: "int4",
    guest_first_name: "text",
    guest_last_name: "text",
    guest_phone: "text",
    guest_email: "text",
    language: "text",
    words: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    answer: "text",
    booking_id: "text",
    acted_by: "jsonb",
  },
});
const selected = groupTable.select("g");
const here = "clock_timestamp() + l.clock_offset_seconds * interval '1 second'";

const askStatement = defineStatement({
  name: "ask-for-group",
  prepare: false,
  takes: ["text", "text", "date", "text", "text", "int4", "text", "text", "text", "text", "text", "text"],
  gives: groupTable.row,
  text: `INSERT INTO group_requests AS g (id, location_id, on_date, from_time, until_time, party_size, guest_first_name,
      guest_last_name, guest_phone, guest_email, language, words, created_at, updated_at)
    SELECT $1, l.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ${here}, ${here} FROM locations l WHERE l.id = $2
    ON CONFLICT (location_id, coalesce(guest_phone, lower(guest_email)), on_date) WHERE status = 'new'
    DO UPDATE SET from_time = excluded.from_time, until_time = excluded.until_time, party_size = excluded.party_size,
      words = excluded.words, language = excluded.language, updated_at = excluded.updated_at, version = g.version + 1
    RETURNING ${selected}`,
});

/** Stores what a group asks for; asked again by the same contact for the same day, the request is changed. */
export function storeGroup(tx: Tx, id: Id<"grq">, locationId: Id<"str">, wanted: WantedGroup): Promise<GroupRequest> {
  const { on_date, from_time, until_time, party_size, guest_first_name, guest_last_name } = wanted;
  const { guest_phone, guest_email, language, words } = wanted;
  const when = [on_date, from_time, until_time, party_size] as const;
  const who = [guest_first_name, guest_last_name, guest_phone, guest_email, language, words] as const;
  return tx.one(askStatement, [id, locationId, ...when, ...who]);
}

const countStatement = defineStatement({
  name: "count-groups-of-contact",
  prepare: false,
  takes: ["text", "text", "date"],
  gives: row<{ readonly count: number }>({ count: "int4" }),
  text: `SELECT count(*)::int AS count FROM group_requests g WHERE g.location_id = $1 AND g.status = 'new'
    AND coalesce(g.guest_phone, lower(g.guest_email)) = $2 AND g.on_date <> $3`,
});

/** How many other days the contact asks for at the location. */
export async function countOthers(db: Db, locationId: Id<"str">, contact: string, date: string): Promise<number> {
  return (await db.one(countStatement, [locationId, contact, date])).count;
}

const unansweredStatement = defineStatement({
  name: "list-open-groups",
  takes: ["text", "int8"],
  gives: groupTable.row,
  text: `SELECT ${selected} FROM group_requests g WHERE g.location_id = $1 AND g.status IN ('new', 'answered')
    ORDER BY g.on_date, g.created_at, g.id LIMIT $2`,
});

/** The groups of a location that can still be answered, by their day. */
export function listUnanswered(db: Db, locationId: Id<"str">, limit: number): Promise<GroupRequest[]> {
  return db.rows(unansweredStatement, [locationId, limit]);
}

const countNewStatement = defineStatement({
  name: "count-new-groups",
  takes: ["text"],
  gives: row<{ readonly count: number }>({ count: "int4" }),
  text: "SELECT count(*)::int AS count FROM group_requests g WHERE g.location_id = $1 AND g.status = 'new'",
});

/** How many groups of a location wait for an answer. */
export async function countNew(db: Db, locationId: Id<"str">): Promise<number> {
  return (await db.one(countNewStatement, [locationId])).count;
}

const findStatement = defineStatement({
  name: "find-group-request",
  takes: ["text"],
  gives: groupTable.row,
  text: `SELECT ${selected} FROM group_requests g WHERE g.id = $1`,
});

/** A request of any location. */
export function findGroup(db: Db, id: Id<"grq">): Promise<GroupRequest | undefined> {
  return db.maybe(findStatement, [id]);
}

/** What a host has done with a request. */
export interface GroupStep {
  readonly status: GroupStatus;
  readonly answer: string | null;
  readonly bookingId: Id<"bkg"> | null;
  readonly by: Actor;
}

const stepStatement = defineStatement({
  name: "answer-group-request",
  prepare: false,
  takes: ["text", "int4", "text", "text", "text", "jsonb"],
  gives: groupTable.row,
  text: `UPDATE group_requests g SET status = $3, answer = coalesce($4, g.answer), booking_id = coalesce($5, g.booking_id),
      acted_by = $6, version = g.version + 1, updated_at = ${here}
    FROM locations l WHERE l.id = g.location_id AND g.id = $1 AND g.version = $2 RETURNING ${selected}`,
});

/** Saves a step; undefined when somebody else made one since this version. */
export function saveStep(
  tx: Tx,
  { id, version }: GroupRequest,
  { status, answer, bookingId, by }: GroupStep,
): Promise<GroupRequest | undefined> {
  return tx.maybe(stepStatement, [id, version, status, answer, bookingId, JSON.stringify(by)]);
}

const expireStatement = defineStatement({
  name: "expire-group-requests",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly location_id: Id<"str"> }>({ location_id: "text" }),
  text: `UPDATE group_requests g SET status = 'expired', version = g.version + 1, updated_at = ${here}
    FROM locations l WHERE l.id = g.location_id AND g.id IN (
      SELECT d.id FROM group_requests d JOIN locations p ON p.id = d.location_id
      WHERE (d.status = 'new' AND d.created_at < clock_timestamp() + (p.clock_offset_seconds - 7 * 86400) * interval '1 second')
        OR (d.status IN ('new', 'answered') AND d.on_date < (clock_timestamp() + p.clock_offset_seconds * interval '1 second')::date - 1)
      ORDER BY d.id LIMIT $1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING g.location_id`,
});

/** Ends requests that nobody answered within seven days, and those whose day is over; answers their locations. */
export async function expireGroups(tx: Tx, limit: number): Promise<readonly Id<"str">[]> {
  return (await tx.rows(expireStatement, [limit])).map(({ location_id: id }) => id);
}

const forgetStatement = defineStatement({
  name: "forget-group-requests",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly id: Id<"grq"> }>({ id: "text" }),
  text: `DELETE FROM group_requests g WHERE g.id IN (
      SELECT d.id FROM group_requests d JOIN locations l ON l.id = d.location_id
      WHERE d.on_date < (clock_timestamp() + l.clock_offset_seconds * interval '1 second')::date - 30
      LIMIT $1 FOR UPDATE OF d SKIP LOCKED) RETURNING g.id`,
});

/** Deletes requests thirty days after their day; answers which. */
export async function forgetGroups(tx: Tx, limit: number): Promise<readonly Id<"grq">[]> {
  return (await tx.rows(forgetStatement, [limit])).map(({ id }) => id);
}

const ofGuestStatement = defineStatement({
  name: "list-groups-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: groupTable.row,
  text: `SELECT ${selected} FROM group_requests g WHERE g.guest_phone = $1 OR lower(g.guest_email) = lower($2)
    ORDER BY g.created_at, g.id`,
});

/** What a guest has asked for at every location, oldest first. */
export function listOfGuest(
  db: Db,
  guest: { readonly phone: string | null; readonly email: string | null },
): Promise<GroupRequest[]> {
  return db.rows(ofGuestStatement, [guest.phone, guest.email]);
}

const eraseStatement = defineStatement({
  name: "erase-groups-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly id: Id<"grq"> }>({ id: "text" }),
  text: "DELETE FROM group_requests g WHERE g.guest_phone = $1 OR lower(g.guest_email) = lower($2) RETURNING g.id",
});

/** Deletes what a guest asked for at every location; answers which. */
export async function eraseGroupsOf(
  tx: Tx,
  guest: { readonly phone: string | null; readonly email: string | null },
): Promise<readonly Id<"grq">[]> {
  return (await tx.rows(eraseStatement, [guest.phone, guest.email])).map(({ id }) => id);
}
