import type { BoundRoute } from "../platform/http/route.ts";
import { operatorAppRoutes } from "./operator-apps.routes.ts";
import { operatorGrantRoutes } from "./operator-grants.routes.ts";
import { operatorGuestRoutes } from "./operator-guests.routes.ts";
import { operatorKeyRoutes } from "./operator-keys.routes.ts";
import { operatorLocationRoutes } from "./operator-locations.routes.ts";
import { operatorMenuRoutes, type OperatorMenuDeps } from "./operator-menus.routes.ts";
import { operatorRecordRoutes } from "./operator-records.routes.ts";
import { operatorVerifyRoutes } from "./operator-verify.routes.ts";
import { operatorZoneRoutes } from "./operator-zones.routes.ts";

/** Everything under /operator/v1/{environment} (decisions, section 10). */
export function operatorRoutes(menus: OperatorMenuDeps): BoundRoute[] {
  return [
    ...operatorAppRoutes(),
    ...operatorKeyRoutes(),
    ...operatorLocationRoutes(),
    ...operatorMenuRoutes(menus),
    ...operatorGrantRoutes(),
    ...operatorGuestRoutes(),
    ...operatorRecordRoutes(),
    ...operatorVerifyRoutes(),
    ...operatorZoneRoutes(),
  ];
}
