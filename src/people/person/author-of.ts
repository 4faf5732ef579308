/** Turns a caller of the console into the actor of a change, for the audit log. Pure. */
import type { Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import type { Acting } from "./require-role.ts";

/** The author of what is done in somebody's name (rules/people 7.1). */
export function authorOf({ actor, role, deviceId }: Acting, requestId: Id<"req">): Author {
  return { actor: actor.kind, by: actor, role, deviceId, requestId };
}
