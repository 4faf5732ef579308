/** Reads the groups that ask a location. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { GroupRequest } from "./group-request.ts";
import * as sql from "./groups.sql.ts";

/** More than any restaurant leaves open. */
const mostUnanswered = 200;

/** The groups that can still be answered, by their day. */
export function listUnansweredGroups(db: Db, locationId: Id<"str">): Promise<readonly GroupRequest[]> {
  return sql.listUnanswered(db, locationId, mostUnanswered);
}

/** How many groups wait for a first answer. */
export function countNewGroups(db: Db, locationId: Id<"str">): Promise<number> {
  return sql.countNew(db, locationId);
}

/** A request of any location; the caller has to look at the right to it. */
export function findGroup(db: Db, id: Id<"grq">): Promise<GroupRequest | undefined> {
  return sql.findGroup(db, id);
}

/** What is kept of a guest's requests at every location. */
export function listGroupsOfGuest(
  db: Db,
  guest: { readonly phone: string | null; readonly email: string | null },
): Promise<readonly GroupRequest[]> {
  return sql.listOfGuest(db, guest);
}
