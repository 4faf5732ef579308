import type { BoundRoute } from "../platform/http/route.ts";
import { operatorAppRoutes } from "./operator-apps.routes.ts";
import { operatorGrantRoutes } from "./operator-grants.routes.ts";
import { operatorKeyRoutes } from "./operator-keys.routes.ts";
import { operatorLocationRoutes } from "./operator-locations.routes.ts";
import { operatorRecordRoutes } from "./operator-records.routes.ts";

/** Everything under /operator/v1/{environment} (decisions, section 10). */
export function operatorRoutes(): BoundRoute[] {
  return [
    ...operatorAppRoutes(),
    ...operatorKeyRoutes(),
    ...operatorLocationRoutes(),
    ...operatorGrantRoutes(),
    ...operatorRecordRoutes(),
  ];
}
