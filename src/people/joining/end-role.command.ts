/** Takes a role away, from the next request of its holder on. Nothing else of the person changes. */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { endRole as saveEnd, findRole, lockHolders, type Role } from "./roles.sql.ts";

/**
 * Ends a role. `mayEnd` says in whose name, or why not. Refuses one's own role (`own_role`) and the last operator_admin or
 * manager of a location (`last_of_role`, rules/people 2.4), also when two are ended at once.
 */
export async function endRole(
  tx: Tx,
  id: Id<"rol">,
  mayEnd: (role: Role) => Author | Refusal<"not_found" | "role_required">,
): Promise<Role | Refusal<"not_found" | "role_required" | "own_role" | "last_of_role">> {
  const role = await findRole(tx, id);
  if (role === undefined) return noRole(id);
  const by = mayEnd(role);
  if (isRefusal(by)) return by.code === "not_found" ? noRole(id) : by;
  if (by.by?.id === role.person_id) return refuse("own_role", "nobody takes away their own role; ask somebody else");
  const holders = await lockHolders(tx, role);
  if (!holders.some((holder) => holder.id === id)) return noRole(id);
  if (isKept(role) && holders.length === 1) {
    return refuse("last_of_role", `this is the last ${role.role}; give the role to somebody else first`, {
      role: role.role,
    });
  }
  const ended = await saveEnd(tx, id);
  const { person_id, role: name, location_id, app_id } = role;
  const before = { person_id, role: name, location_id, app_id };
  await recordAudit(tx, { ...by, action: "role.ended", subject: id, before, after: null });
  return ended;
}

function isKept({ role }: Role): boolean {
  return role === "operator_admin" || role === "manager";
}

function noRole(id: Id<"rol">): Refusal<"not_found"> {
  return refuse("not_found", `there is no role ${id}`);
}
