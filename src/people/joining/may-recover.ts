/** Who may make a recovery link for whom (rules/people 3.5). Pure. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { ConsoleCaller, RoleName } from "../../platform/http/console/console-caller.ts";
import { requireOperator, requireRoleAt, type Acting } from "../person/require-role.ts";

interface Held {
  readonly role: RoleName;
  readonly location_id: Id<"str"> | null;
}

/**
 * An operator_admin for anybody; a manager for somebody else all of whose roles are at locations of that manager, where a
 * link would open nothing that the manager does not manage.
 */
export function mayRecover(
  caller: ConsoleCaller,
  personId: Id<"per">,
  held: readonly Held[],
): Acting | Refusal<"not_found" | "role_required"> {
  const operator = requireOperator(caller, ["operator_admin"]);
  if (!isRefusal(operator)) return operator;
  let acting: Acting | undefined;
  for (const { location_id: locationId } of held) {
    const found = locationId === null ? operator : requireRoleAt(caller, locationId, ["manager"]);
    if (isRefusal(found)) return acting === undefined ? unknown(personId) : elsewhere();
    acting = found;
  }
  return acting ?? unknown(personId);
}

function unknown(personId: Id<"per">): Refusal<"not_found"> {
  return refuse("not_found", `there is no person ${personId} whom you manage`);
}

function elsewhere(): Refusal<"role_required"> {
  const message = "this person has a role elsewhere too: an operator_admin makes the link";
  return refuse("role_required", message, { roles: ["operator_admin"] });
}
