/** For whom a call is described: each audience has a document of its own. Pure. */
import type { RouteValue } from "../route-value.ts";

/** Partners, operators, diners and channels read one document; the restaurant's people and their screens another. */
export type Audience = "partner" | "console";

/** The audience of a route, told by its path. */
export function audienceOf({ path }: Pick<RouteValue, "path">): Audience {
  return path.startsWith("/console/v1/") ? "console" : "partner";
}
