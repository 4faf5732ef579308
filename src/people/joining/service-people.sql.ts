/** SQL of roles and invitations without a location: those of the operator's people and of apps' developers. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { RoleName } from "../../platform/http/console/console-caller.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** Somebody with a role for the service or for an app, with that role. */
export interface ServicePerson {
  readonly role_id: Id<"rol">;
  readonly role: RoleName;
  readonly since: Instant;
  readonly person_id: Id<"per">;
  readonly name: string;
  readonly email: string;
  readonly app_id: Id<"app"> | null;
  readonly app_name: string | null;
}

const servicePersonRow = row<ServicePerson>({
  role_id: "text",
  role: "text",
  since: "timestamptz",
  person_id: "text",
  name: "text",
  email: "text",
  app_id: "text",
  app_name: "text",
});
const servicePeople = `SELECT r.id AS role_id, r.role, r.created_at AS since, p.id AS person_id, p.name, p.email, r.app_id, a.name AS app_name
    FROM person_roles r JOIN persons p ON p.id = r.person_id LEFT JOIN apps a ON a.id = r.app_id
    WHERE r.location_id IS NULL AND r.ended_at IS NULL AND p.disabled_at IS NULL`;

const listServicePeopleStatement = defineStatement({
  name: "list-service-people",
  takes: ["int8"],
  prepare: false,
  gives: servicePersonRow,
  text: `${servicePeople} ORDER BY r.app_id IS NOT NULL, r.role, p.name, r.id LIMIT $1`,
});

/** The operator's people first, then developers; one row a role. */
export function listServicePeople(db: Db, limit: number): Promise<ServicePerson[]> {
  return db.rows(listServicePeopleStatement, [limit]);
}

const pageServicePeopleStatement = defineStatement({
  name: "page-service-people",
  takes: ["text", "int8"],
  prepare: false,
  gives: servicePersonRow,
  text: `${servicePeople} AND ($1::text IS NULL OR r.id < $1) ORDER BY r.id DESC LIMIT $2`,
});

/** A page of the same, the role given last first. */
export function pageServicePeople(
  db: Db,
  { before, limit }: { readonly before: Id<"rol"> | undefined; readonly limit: number },
): Promise<ServicePerson[]> {
  return db.rows(pageServicePeopleStatement, [before ?? null, limit]);
}

/** An open invitation to a role of the service or of an app. */
export interface ServiceInvitation {
  readonly id: Id<"inv">;
  readonly role: RoleName;
  readonly name: string | null;
  readonly app_id: Id<"app"> | null;
  readonly app_name: string | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
}

const listServiceInvitationsStatement = defineStatement({
  name: "list-service-invitations",
  takes: ["text", "int8"],
  prepare: false,
  gives: row<ServiceInvitation>({
    id: "text",
    role: "text",
    name: "text",
    app_id: "text",
    app_name: "text",
    created_at: "timestamptz",
    expires_at: "timestamptz",
  }),
  text: `SELECT i.id, i.role, i.name, i.app_id, a.name AS app_name, i.created_at, i.expires_at
    FROM person_invitations i LEFT JOIN apps a ON a.id = i.app_id
    WHERE i.location_id IS NULL AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > now()
      AND ($1::text IS NULL OR i.id < $1)
    ORDER BY i.id DESC LIMIT $2`,
});

/** Newest first. */
export function listServiceInvitations(
  db: Db,
  { before, limit }: { readonly before: Id<"inv"> | undefined; readonly limit: number },
): Promise<ServiceInvitation[]> {
  return db.rows(listServiceInvitationsStatement, [before ?? null, limit]);
}

const hasOperatorAdminStatement = defineStatement({
  name: "has-operator-admin",
  takes: [],
  prepare: false,
  gives: row<{ readonly has: boolean }>({ has: "bool" }),
  text: `SELECT EXISTS (SELECT 1 FROM person_roles r JOIN persons p ON p.id = r.person_id
    WHERE r.role = 'operator_admin' AND r.ended_at IS NULL AND p.disabled_at IS NULL) AS has`,
});

/** Whether somebody holds the role now. */
export async function hasOperatorAdmin(db: Db): Promise<boolean> {
  return (await db.one(hasOperatorAdminStatement, [])).has;
}
