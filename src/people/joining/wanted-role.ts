/** The roles that can be given: the scope of each, and who may give it (rules/people 2.1, 2.2). Pure. */
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { RoleName } from "../../platform/http/console/console-caller.ts";

export interface WantedRole {
  readonly role: RoleName;
  readonly locationId: Id<"str"> | null;
  readonly appId: Id<"app"> | null;
}

/** Held at a location, and given by its managers. */
export const locationRoles = ["manager", "host", "staff", "accountant"] as const;

/** The role with its place, or what is missing or too much. */
export function parseWantedRole(wanted: {
  readonly role: RoleName;
  readonly location_id?: Id<"str"> | null | undefined;
  readonly app_id?: Id<"app"> | null | undefined;
}): WantedRole | Refusal<"invalid_request"> {
  const { role, location_id: locationId = null, app_id: appId = null } = wanted;
  const isAtLocation = isLocationRole(role);
  if ((locationId !== null) !== isAtLocation)
    return refuse("invalid_request", `body.location_id ${isAtLocation ? "is needed" : "must be absent"} for ${role}`);
  if ((appId !== null) !== (role === "developer"))
    return refuse(
      "invalid_request",
      `body.app_id ${role === "developer" ? "is needed" : "must be absent"} for ${role}`,
    );
  return { role, locationId, appId };
}

/** Whether a manager of the location gives it; all others an operator_admin gives. */
export function isLocationRole(role: RoleName): boolean {
  return locationRoles.some((name) => name === role);
}
