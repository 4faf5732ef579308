/**
 * Whether a caller of the console may do something, and in whose name (rules/people 2). Roles are read for each request,
 * so a role that was taken away does not count. Pure.
 */
import type { Actor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { roleNames, type ConsoleCaller, type RoleName } from "../../platform/http/console/console-caller.ts";

/** In whose name something is done. */
export interface Acting {
  readonly actor: Actor;
  /** Of the person, or of the device that acts as itself. */
  readonly name: string;
  /** The role that allows it; the one that may most, where several do. */
  readonly role: RoleName;
  /** The shared device on which it is done. */
  readonly deviceId: Id<"pdv"> | null;
}

/**
 * The caller in one of the roles at the location. Refuses `not_found` where the caller has no role at all, as for a
 * location that does not exist, and `role_required` where the caller has others only. Where `operator_admin` is among
 * the roles, the caller has to ask whether the location exists.
 */
export function requireRoleAt(
  caller: ConsoleCaller,
  locationId: Id<"str">,
  roles: readonly RoleName[],
): Acting | Refusal<"not_found" | "role_required"> {
  const held = caller.roles.filter((role) => role.locationId === locationId || role.role === "operator_admin");
  const isThere = held.some((role) => role.locationId === locationId || roles.includes(role.role));
  if (!isThere) return refuse("not_found", `there is no location ${locationId}`);
  return actingIn(caller, held, roles);
}

/** The caller in one of the operator's roles. Refuses `not_found` where the caller has neither of the two. */
export function requireOperator(
  caller: ConsoleCaller,
  roles: readonly ("operator_admin" | "operator_support")[],
): Acting | Refusal<"not_found" | "role_required"> {
  const held = caller.roles.filter(({ role }) => role === "operator_admin" || role === "operator_support");
  if (held.length === 0) return refuse("not_found", "there is nothing here");
  return actingIn(caller, held, roles);
}

/** The caller in one of the roles for the app. Refuses `not_found` where the caller has none for it, and is no operator. */
export function requireRoleFor(
  caller: ConsoleCaller,
  appId: Id<"app">,
  roles: readonly RoleName[],
): Acting | Refusal<"not_found" | "role_required"> {
  const held = caller.roles.filter((role) => role.appId === appId || role.role.startsWith("operator_"));
  if (held.length === 0) return refuse("not_found", `there is no app ${appId}`);
  return actingIn(caller, held, roles);
}

/** The locations at which the caller has one of the roles, each once. */
export function locationsOf(caller: ConsoleCaller, roles: readonly RoleName[]): readonly Id<"str">[] {
  const found = caller.roles.flatMap(({ role, locationId }) =>
    locationId !== null && roles.includes(role) ? [locationId] : [],
  );
  return [...new Set(found)];
}

function actingIn(
  caller: ConsoleCaller,
  held: readonly { readonly role: RoleName }[],
  roles: readonly RoleName[],
): Acting | Refusal<"role_required"> {
  const role = roleNames.find((name) => roles.includes(name) && held.some((one) => one.role === name));
  const who = caller.person ?? caller.device;
  if (role === undefined || who === null) {
    return refuse("role_required", `this needs one of the roles ${roles.join(", ")}`, { roles: [...roles] });
  }
  const kind = caller.person === null ? "device" : "person";
  return { actor: { kind, id: who.id }, name: who.name, role, deviceId: caller.device?.id ?? null };
}
