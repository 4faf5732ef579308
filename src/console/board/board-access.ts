/** Who may do what at the board of a location (rules/board 2.1). Pure. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { requireRoleAt, type Acting } from "../../people/person/require-role.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";

/** Staff, hosts and managers. */
export const boardRoles = ["staff", "host", "manager"] as const;

type NotHere = Refusal<"not_found" | "role_required">;

/** Who acts at the board of the location. */
export function requireActing(caller: ConsoleCaller, locationId: Id<"str">): Acting | NotHere {
  return requireRoleAt(caller, locationId, boardRoles);
}

/** The same for an order: of a location that is none of the caller's there is no order. */
export function requireActingOn(
  caller: ConsoleCaller,
  order: { readonly id: Id<"ord">; readonly location_id: Id<"str"> },
): Acting | NotHere {
  const acting = requireRoleAt(caller, order.location_id, boardRoles);
  return isRefusal(acting) && acting.code === "not_found"
    ? refuse("not_found", `there is no order ${order.id}`)
    : acting;
}
