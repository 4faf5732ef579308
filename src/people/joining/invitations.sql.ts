/** All SQL of invitations. */
import type { Actor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { RoleName } from "../../platform/http/console/console-caller.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";

export interface Invitation {
  readonly id: Id<"inv">;
  readonly role: RoleName;
  readonly location_id: Id<"str"> | null;
  readonly app_id: Id<"app"> | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly accepted_at: Instant | null;
  readonly withdrawn_at: Instant | null;
}

const invitationTable = defineTable<Invitation>()({
  name: "person_invitations",
  columns: {
    id: "text",
    role: "text",
    location_id: "text",
    app_id: "text",
    name: "text",
    phone: "text",
    created_at: "timestamptz",
    expires_at: "timestamptz",
    accepted_at: "timestamptz",
    withdrawn_at: "timestamptz",
  },
  also: { token_hash: "bytea", invited_by: "jsonb" },
});
const columns = invitationTable.select("i");
const isLive = "i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > now()";

export interface NewInvitation extends Pick<Invitation, "id" | "role" | "location_id" | "app_id" | "name" | "phone"> {
  readonly tokenHash: Buffer;
  readonly invitedBy: Actor;
  readonly seconds: number;
}

const insertion = invitationTable.insert(
  ["id", "token_hash", "role", "location_id", "app_id", "name", "phone", "invited_by"],
  {
    as: "i",
    made: { expires_at: { takes: "float8", text: (parameter) => `now() + ${parameter} * interval '1 second'` } },
  },
);
const insertInvitationStatement = defineStatement({
  name: "insert-invitation",
  takes: insertion.takes,
  prepare: false,
  gives: invitationTable.row,
  text: `${insertion.text} ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
});

/** Answers undefined where the id is taken. */
export function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<Invitation | undefined> {
  const { tokenHash: token_hash, invitedBy: invited_by, seconds: expires_at } = invitation;
  return tx.maybe(insertInvitationStatement, insertion.values({ ...invitation, token_hash, invited_by, expires_at }));
}

/** What somebody who has the link sees: also where the role is. */
export interface UsableInvitation extends Invitation {
  readonly location_name: string | null;
  readonly app_name: string | null;
}

const findUsableInvitationStatement = defineStatement({
  name: "find-usable-invitation",
  takes: ["bytea"],
  prepare: false,
  gives: rowWith<Invitation, Omit<UsableInvitation, keyof Invitation>>(invitationTable.row, {
    location_name: "text",
    app_name: "text",
  }),
  text: `SELECT ${columns}, l.name AS location_name, a.name AS app_name FROM person_invitations i
      LEFT JOIN locations l ON l.id = i.location_id LEFT JOIN apps a ON a.id = i.app_id
    WHERE i.token_hash = $1 AND ${isLive}`,
});

export function findUsableInvitation(db: Db, tokenHash: Buffer): Promise<UsableInvitation | undefined> {
  return db.maybe(findUsableInvitationStatement, [tokenHash]);
}

/** An invitation that is about to be accepted, with the one who made it. */
export interface LockedInvitation extends Invitation {
  readonly invited_by: Actor;
}

const lockUsableInvitationStatement = defineStatement({
  name: "lock-usable-invitation",
  takes: ["bytea"],
  prepare: false,
  gives: rowWith<Invitation, { readonly invited_by: Actor }>(invitationTable.row, { invited_by: "jsonb" }),
  text: `SELECT ${columns}, i.invited_by FROM person_invitations i WHERE i.token_hash = $1 AND ${isLive} FOR UPDATE`,
});

/** The open invitation, locked: of two acceptances at once one finds it. */
export function lockUsableInvitation(tx: Tx, tokenHash: Buffer): Promise<LockedInvitation | undefined> {
  return tx.maybe(lockUsableInvitationStatement, [tokenHash]);
}

const markAcceptedStatement = defineStatement({
  name: "mark-accepted",
  takes: ["text", "text"],
  prepare: false,
  text: "UPDATE person_invitations SET accepted_at = now(), accepted_by = $2 WHERE id = $1",
});

export function markAccepted(tx: Tx, id: Id<"inv">, personId: Id<"per">): void {
  tx.send(markAcceptedStatement, [id, personId]);
}

const lockInvitationStatement = defineStatement({
  name: "lock-invitation",
  takes: ["text"],
  prepare: false,
  gives: invitationTable.row,
  text: `SELECT ${columns} FROM person_invitations i WHERE i.id = $1 FOR UPDATE`,
});

export function lockInvitation(tx: Tx, id: Id<"inv">): Promise<Invitation | undefined> {
  return tx.maybe(lockInvitationStatement, [id]);
}

const markWithdrawnStatement = defineStatement({
  name: "mark-withdrawn",
  takes: ["text"],
  prepare: false,
  text: "UPDATE person_invitations SET withdrawn_at = now() WHERE id = $1",
});

export function markWithdrawn(tx: Tx, id: Id<"inv">): void {
  tx.send(markWithdrawnStatement, [id]);
}

const listUsableInvitationsStatement = defineStatement({
  name: "list-usable-invitations",
  takes: ["text"],
  prepare: false,
  gives: invitationTable.row,
  text: `SELECT ${columns} FROM person_invitations i WHERE i.location_id = $1 AND ${isLive} ORDER BY i.id DESC LIMIT 200`,
});

/** The open invitations to a location, newest first. */
export function listUsableInvitations(db: Db, locationId: Id<"str">): Promise<Invitation[]> {
  return db.rows(listUsableInvitationsStatement, [locationId]);
}

const roleScopeExistsStatement = defineStatement({
  name: "place-exists",
  takes: ["text", "text"],
  prepare: false,
  gives: row<{ readonly is_there: boolean }>({ is_there: "bool" }),
  text: `SELECT ($1::text IS NULL OR EXISTS (SELECT FROM locations WHERE id = $1))
      AND ($2::text IS NULL OR EXISTS (SELECT FROM apps WHERE id = $2)) AS is_there`,
});

/** Whether the place that a role is for exists. */
export async function roleScopeExists(
  db: Db,
  { locationId, appId }: { readonly locationId: string | null; readonly appId: string | null },
): Promise<boolean> {
  const found = await db.one(roleScopeExistsStatement, [locationId, appId]);
  return found.is_there;
}
