/** The checks of a route: for its requests and for its answers. */
import type { Check, FieldIssue } from "./validate.ts";

export interface ReadQuery {
  readonly query: Readonly<Record<string, unknown>>;
  readonly issues: readonly FieldIssue[];
}

/** The checks of a route; each is compiled when it is first asked. */
export interface RouteChecks {
  readonly params: Check;
  readonly query: (sent: Readonly<Record<string, unknown>>) => ReadQuery;
  readonly headers: Check;
  readonly body: Check | undefined;
  readonly success: ReadonlyMap<number, Check>;
}
