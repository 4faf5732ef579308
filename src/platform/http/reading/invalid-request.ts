/** The refusal of a request whose fields are not as they should be. */
import { refuse, type Refusal } from "../../../kernel/refusal.ts";
import type { FieldIssue } from "./validate.ts";

/** 400 with every field at fault in the message, and the same as data. */
export function invalidRequest(issues: readonly FieldIssue[]): Refusal<"invalid_request"> {
  const message = issues.map((issue) => `${issue.path} ${issue.message}`).join("; ");
  return refuse("invalid_request", message, { issues });
}
