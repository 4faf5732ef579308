/** Who works at a location, and who is invited to. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listUsableInvitations as listInvitations, type Invitation } from "./invitations.sql.ts";
import { listColleagues as list, listRolesOf, type Colleague, type Role } from "./roles.sql.ts";

/** The roles that a person holds now. */
export function listRoles(db: Db, personId: Id<"per">): Promise<Role[]> {
  return listRolesOf(db, personId);
}

/** Everybody with a role at the location, by name; one row a role, at most 500. */
export function listColleagues(db: Db, locationId: Id<"str">): Promise<Colleague[]> {
  return list(db, locationId);
}

/** The open invitations to the location, newest first, at most 200. */
export function listUsableInvitations(db: Db, locationId: Id<"str">): Promise<Invitation[]> {
  return listInvitations(db, locationId);
}
