/** The access, the parameters and the path that all routes of the operator use. */
import type { Author } from "../audit/record-audit.command.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { authorOf } from "../people/person/author-of.ts";
import { requireOperator } from "../people/person/require-role.ts";
import type { ConsoleCaller } from "../platform/http/console/console-caller.ts";
import { oneOf } from "../platform/http/reading/fields.ts";

export const operatorAccess = { kind: "operator" } as const;
/** Of keys, people, passwords, guests' data and settling: by session only soon after a sign-in (rules/people 5.5). */
export const freshOperatorAccess = { kind: "operator", fresh: true } as const;

/** The parameters of every path of the operator. */
export const operatorParams = { environment: oneOf(["test", "live"], "Which database the call is about.") };

/** A path of the operator: the environment that it names says which service answers. */
export function operatorPath<const Rest extends `/${string}`>(rest: Rest): `/operator/v1/{environment}${Rest}` {
  return `/operator/v1/{environment}${rest}`;
}

/** A call of the operator: by the token, or by a session. */
export interface OperatorCall {
  readonly requestId: Id<"req">;
  readonly console?: ConsoleCaller;
}

/** The operator as the author of a change, for the audit log: the token, or the person (rules/people 10.8). */
export function operatorOf({ requestId, console: caller }: OperatorCall): Author {
  if (caller === undefined) return { actor: "operator", requestId };
  const acting = requireOperator(caller, ["operator_admin", "operator_support"]);
  if (isRefusal(acting)) throw new Error("a call of the operator came from somebody who is no operator");
  return authorOf(acting, requestId);
}
