/**
 * The calls of the operator by a session of the operator's people (rules/people 10.8). The call
 * `/operator/v1/{environment}/x` with the token is `/console/v1/operator/x` with a session, in the environment of the
 * host name. Both use one route value, one handler and one check of the request. Pure.
 */
import { done, refuse, type Done, type Refusal } from "../../../kernel/refusal.ts";
import type { RouteValue } from "../route-value.ts";
import type { ConsoleAccess, ConsoleCaller } from "./console-caller.ts";

const ofToken = "/operator/v1/{environment}/";

interface SessionDoor {
  readonly path: `/${string}`;
  readonly access: ConsoleAccess;
}

/** The path and the access of a call of the operator by session; undefined for other calls. */
export function sessionDoor({
  access,
  method,
  path,
}: Pick<RouteValue, "access" | "method" | "path">): SessionDoor | undefined {
  if (access.kind !== "operator") return undefined;
  const maySupport = method === "GET" || access.support === true;
  return {
    path: `/console/v1/operator/${path.replace(ofToken, "")}`,
    access: {
      kind: "console",
      needs: "person",
      roles: maySupport ? ["operator_admin", "operator_support"] : ["operator_admin"],
      ofOperator: true,
      ...(access.fresh === true ? { fresh: true as const } : {}),
    },
  };
}

/** For who is no operator there is nothing here; for operator_support there is less. */
export function judgeOperator(
  { roles: wanted = [] }: ConsoleAccess,
  { roles, mustUsePasskey }: ConsoleCaller,
): Done | Refusal<"not_found" | "role_required" | "passkey_required"> {
  if (mustUsePasskey === true)
    return refuse("passkey_required", "in live the operator's people sign in with a passkey");
  const held = roles.filter(({ role }) => role === "operator_admin" || role === "operator_support");
  if (held.length === 0) return refuse("not_found", "there is nothing here");
  if (held.some(({ role }) => wanted.includes(role))) return done;
  return refuse("role_required", `this needs one of the roles ${wanted.join(", ")}`, { roles: [...wanted] });
}
