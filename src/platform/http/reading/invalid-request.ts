/** The refusal of a request whose fields are not as they should be. */
import { Refusal } from "../../../kernel/refusal.ts";
import type { FieldIssue } from "./validate.ts";

/** A refusal with every field at fault; `details` is `{ issues }`. */
export class FieldsRefusal<Code extends string> extends Refusal<Code> {
  readonly issues: readonly FieldIssue[];

  constructor(code: Code, issues: readonly FieldIssue[]) {
    super(code, issues.map(({ path, message }) => `${path} ${message}`).join("; "), { issues });
    this.issues = issues;
  }
}

/** Refuses for fields at fault, named in the message and as data; there is at least one. */
export function refuseFields<const Code extends string>(
  code: Code,
  issues: readonly FieldIssue[],
): FieldsRefusal<Code> {
  return new FieldsRefusal(code, issues);
}

/** 400 with every field at fault. */
export function invalidRequest(issues: readonly FieldIssue[]): FieldsRefusal<"invalid_request"> {
  return refuseFields("invalid_request", issues);
}
