/** The people who work at a location, and the people who are invited. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listUsableInvitations as listInvitations, type Invitation } from "./invitations.sql.ts";
import { findPersonByEmail, type Person } from "../person/persons.sql.ts";
import { listColleagues as list, listRolesOf, type Colleague, type Role } from "./roles.sql.ts";
import {
  listServiceInvitations,
  listServicePeople,
  pageServicePeople,
  type ServiceInvitation,
  type ServicePerson,
} from "./service-people.sql.ts";

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

export interface ServiceTeam {
  readonly people: readonly ServicePerson[];
  readonly invitations: readonly ServiceInvitation[];
}

/** The operator's people and the developers of apps, with who is invited to be one: at most so many of each. */
export async function readServiceTeam(db: Db, limit: number): Promise<ServiceTeam> {
  const invitations = await listServiceInvitations(db, { before: undefined, limit });
  return { people: await listServicePeople(db, limit), invitations };
}

/** A page of the operator's people and the developers of apps: one row a role, the role given last first. */
export function listPeopleOfService(
  db: Db,
  page: { readonly before: Id<"rol"> | undefined; readonly limit: number },
): Promise<readonly ServicePerson[]> {
  return pageServicePeople(db, page);
}

/** A page of the open invitations to such roles, newest first. */
export function listInvitationsOfService(
  db: Db,
  page: { readonly before: Id<"inv"> | undefined; readonly limit: number },
): Promise<readonly ServiceInvitation[]> {
  return listServiceInvitations(db, page);
}

/** Somebody by the e-mail with which they sign in, with the roles that they hold now. */
export async function findHolder(
  db: Db,
  email: string,
): Promise<{ readonly person: Person; readonly roles: readonly Role[] } | undefined> {
  const person = await findPersonByEmail(db, email);
  return person === undefined ? undefined : { person, roles: await listRolesOf(db, person.id) };
}
