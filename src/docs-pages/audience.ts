/** The audience of each call: each audience has a document of its own (rules/http 6.13). Pure. */
import type { RouteValue } from "../platform/http/route-value.ts";

export const audiences = ["partner", "diner", "operator", "channel", "console"] as const;

export type Audience = (typeof audiences)[number];

const prefixes: Readonly<Record<Audience, string>> = {
  partner: "/v1/",
  diner: "/store/v1/",
  operator: "/operator/v1/",
  channel: "/reserve/v3/",
  console: "/console/v1/",
};

/** The audience of a route, told by its path; throws for a path that no audience has. */
export function audienceOf({ path }: Pick<RouteValue, "path">): Audience {
  const found = audiences.find((audience) => path.startsWith(prefixes[audience]));
  if (found === undefined) throw new Error(`no audience has the path ${path}`);
  return found;
}
