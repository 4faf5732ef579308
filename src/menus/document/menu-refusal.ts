/** The refusal of a document that is valid JSON but not a valid menu. */
import { Refusal } from "../../kernel/refusal.ts";
import type { MenuIssue } from "./menu-issues.ts";

/** A refusal with every issue of a document; the message lists them, one a line, and `details` is `{ issues }`. */
export class MenuRefusal extends Refusal<"invalid_menu"> {
  readonly issues: readonly MenuIssue[];

  constructor(issues: readonly MenuIssue[]) {
    const lines = issues.map(({ path, code, message }) => `${path === "" ? "(document)" : path}: ${message} (${code})`);
    super("invalid_menu", lines.join("\n"), { issues });
    this.issues = issues;
  }
}

/** Refuses a document for its issues; there is at least one. */
export function refuseMenu(issues: readonly MenuIssue[]): MenuRefusal {
  return new MenuRefusal(issues);
}
