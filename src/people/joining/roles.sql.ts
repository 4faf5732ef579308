/** All SQL that gives and ends roles. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { RoleName } from "../../platform/http/console/console-caller.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";

export interface Role {
  readonly id: Id<"rol">;
  readonly person_id: Id<"per">;
  readonly role: RoleName;
  readonly location_id: Id<"str"> | null;
  readonly app_id: Id<"app"> | null;
  readonly created_at: Instant;
  readonly ended_at: Instant | null;
}

const roleTable = defineTable<Role>()({
  name: "person_roles",
  columns: {
    id: "text",
    person_id: "text",
    role: "text",
    location_id: "text",
    app_id: "text",
    created_at: "timestamptz",
    ended_at: "timestamptz",
  },
});
const columns = roleTable.select("r");

const insertion = roleTable.insert(["id", "person_id", "role", "location_id", "app_id"], { as: "r" });
const insertRoleStatement = defineStatement({
  name: "insert-role",
  takes: insertion.takes,
  prepare: false,
  gives: roleTable.row,
  text: `${insertion.text} ON CONFLICT DO NOTHING RETURNING ${columns}`,
});

/** Answers undefined where the person has the role already. */
export function insertRole(
  tx: Tx,
  role: Pick<Role, "id" | "person_id" | "role" | "location_id" | "app_id">,
): Promise<Role | undefined> {
  return tx.maybe(insertRoleStatement, insertion.values(role));
}

const findRoleStatement = defineStatement({
  name: "find-role",
  takes: ["text"],
  prepare: false,
  gives: roleTable.row,
  text: `SELECT ${columns} FROM person_roles r WHERE id = $1 AND ended_at IS NULL`,
});

export function findRole(db: Db, id: Id<"rol">): Promise<Role | undefined> {
  return db.maybe(findRoleStatement, [id]);
}

const lockHoldersStatement = defineStatement({
  name: "lock-holders",
  takes: ["text", "text"],
  prepare: false,
  gives: row<{ readonly id: Id<"rol"> }>({ id: "text" }),
  text: `SELECT r.id FROM person_roles r JOIN persons p ON p.id = r.person_id
    WHERE r.role = $1 AND r.location_id IS NOT DISTINCT FROM $2 AND r.ended_at IS NULL AND p.disabled_at IS NULL
    ORDER BY r.id FOR UPDATE OF r`,
});

/**
 * All holders of the same role at the same place who may sign in, locked in one order: two who end the last two roles wait for each
 * other.
 */
export function lockHolders(tx: Tx, { role, location_id: locationId }: Role): Promise<{ readonly id: Id<"rol"> }[]> {
  return tx.rows(lockHoldersStatement, [role, locationId]);
}

const endRoleStatement = defineStatement({
  name: "end-role",
  takes: ["text"],
  prepare: false,
  gives: roleTable.row,
  text: `UPDATE person_roles AS r SET ended_at = now() WHERE id = $1 RETURNING ${columns}`,
});

export function endRole(tx: Tx, id: Id<"rol">): Promise<Role> {
  return tx.one(endRoleStatement, [id]);
}

const listRolesOfStatement = defineStatement({
  name: "list-roles-of",
  takes: ["text"],
  prepare: false,
  gives: roleTable.row,
  text: `SELECT ${columns} FROM person_roles r WHERE person_id = $1 AND ended_at IS NULL ORDER BY id`,
});

/** The roles of a person that are held now. */
export function listRolesOf(db: Db, personId: Id<"per">): Promise<Role[]> {
  return db.rows(listRolesOfStatement, [personId]);
}

/** Somebody who works at a location, with one of their roles there. */
export interface Colleague {
  readonly role_id: Id<"rol">;
  readonly role: RoleName;
  readonly since: Instant;
  readonly person_id: Id<"per">;
  readonly name: string;
  readonly language: GuestLanguage;
  readonly has_pin: boolean;
}

const listColleaguesStatement = defineStatement({
  name: "list-colleagues",
  takes: ["text"],
  prepare: false,
  gives: row<Colleague>({
    role_id: "text",
    role: "text",
    since: "timestamptz",
    person_id: "text",
    name: "text",
    language: "text",
    has_pin: "bool",
  }),
  text: `SELECT r.id AS role_id, r.role, r.created_at AS since, p.id AS person_id, p.name, p.language,
      pin.person_id IS NOT NULL AS has_pin
    FROM person_roles r JOIN persons p ON p.id = r.person_id
      LEFT JOIN person_pins pin ON pin.location_id = r.location_id AND pin.person_id = p.id
    WHERE r.location_id = $1 AND r.ended_at IS NULL AND p.disabled_at IS NULL
    ORDER BY p.name, r.id LIMIT 500`,
});

export function listColleagues(db: Db, locationId: Id<"str">): Promise<Colleague[]> {
  return db.rows(listColleaguesStatement, [locationId]);
}
