import type { BoundRoute } from "../platform/http/route.ts";
import { operatorAppRoutes } from "./operator-apps.routes.ts";
import { operatorCertificationRoutes } from "./operator-certifications.routes.ts";
import { operatorGrantRoutes } from "./operator-grants.routes.ts";
import { operatorGuestRoutes } from "./operator-guests.routes.ts";
import { operatorHealthRoutes } from "./operator-health.routes.ts";
import { operatorKeyRoutes } from "./operator-keys.routes.ts";
import { operatorLocationRoutes, type OperatorLocationDeps } from "./operator-locations.routes.ts";
import { operatorMenuRoutes, type OperatorMenuDeps } from "./operator-menus.routes.ts";
import { operatorChannelRoutes } from "./operator-channels.routes.ts";
import { operatorOperationRoutes, type OperationDeps } from "./operator-operations.routes.ts";
import { operatorOrderRoutes, type OperatorOrderDeps } from "./operator-orders.routes.ts";
import { operatorPaymentRoutes } from "./operator-payments.routes.ts";
import { operatorPeopleRoutes } from "./operator-people.routes.ts";
import { operatorRecordRoutes } from "./operator-records.routes.ts";
import { operatorSearchRoutes } from "./operator-search.routes.ts";
import { operatorVerifyRoutes } from "./operator-verify.routes.ts";
import { operatorWaitRoutes } from "./operator-waits.routes.ts";
import { operatorZoneRoutes } from "./operator-zones.routes.ts";

/** Everything under the path of the operator (rules/http 10). */
export function operatorRoutes(
  deps: OperatorMenuDeps & OperatorLocationDeps & OperationDeps & OperatorOrderDeps,
): BoundRoute[] {
  return [
    ...operatorAppRoutes(),
    ...operatorKeyRoutes(),
    ...operatorCertificationRoutes(),
    ...operatorLocationRoutes(deps),
    ...operatorMenuRoutes(deps),
    ...operatorGrantRoutes(),
    ...operatorGuestRoutes(),
    ...operatorRecordRoutes(),
    ...operatorOperationRoutes(deps),
    ...operatorChannelRoutes(),
    ...operatorOrderRoutes(deps),
    ...operatorPaymentRoutes(),
    ...operatorPeopleRoutes(deps),
    ...operatorHealthRoutes(),
    ...operatorSearchRoutes(),
    ...operatorVerifyRoutes(),
    ...operatorWaitRoutes(),
    ...operatorZoneRoutes(),
  ];
}
