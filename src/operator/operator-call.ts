/** The access, the parameters and the path that all routes of the operator use. */
import type { Author } from "../audit/record-audit.command.ts";
import type { Id } from "../kernel/id.ts";
import { oneOf } from "../platform/http/reading/fields.ts";

export const operatorAccess = { kind: "operator" } as const;

/** The parameters of every path of the operator. */
export const operatorParams = { environment: oneOf(["test", "live"], "Which database the call is about.") };

/** A path of the operator: the environment that it names says which service answers. */
export function operatorPath<const Rest extends `/${string}`>(rest: Rest): `/operator/v1/{environment}${Rest}` {
  return `/operator/v1/{environment}${rest}`;
}

/** The operator as the author of a change, for the audit log. */
export function operatorOf(call: { readonly requestId: Id<"req"> }): Author {
  return { actor: "operator", requestId: call.requestId };
}
