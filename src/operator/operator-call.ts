/** What every route of the operator's shares. */
import type { Author } from "../audit/record-audit.command.ts";
import type { Id } from "../kernel/id.ts";
import { oneOf } from "../platform/http/reading/fields.ts";

export const operatorAccess = { kind: "operator" } as const;

export const environmentParams = { environment: oneOf(["test", "live"], "Which database the call is about.") };

/** The operator as the author of a change, for the audit log. */
export function operatorOf(call: { readonly requestId: Id<"req"> }): Author {
  return { actor: "operator", requestId: call.requestId };
}
