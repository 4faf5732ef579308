/** Reads the filters of a list of requests. Pure. */
import type { RequestFilter } from "./list-requests.query.ts";

interface AskedFilter {
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  readonly method?: string | undefined;
  readonly operation?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** The filter that a checked query asks for. */
export function readFilter(asked: AskedFilter): Omit<RequestFilter, "appId" | "before" | "limit"> {
  const { status, code, method, operation, resource_id: resourceId, since, until } = asked;
  return {
    statuses: status === undefined ? undefined : statusesOf(status),
    code,
    method,
    operation,
    resourceId,
    since,
    until,
  };
}

/** The lowest and the highest status that "404" or "4xx" means. */
function statusesOf(text: string): readonly [number, number] {
  return [Number(text.replace("xx", "00")), Number(text.replace("xx", "99"))];
}
