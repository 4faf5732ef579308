/** All calls of developers. */
import type { BoundRoute } from "../platform/http/route.ts";
import type { NotificationUrlRules } from "../webhooks/subscriptions/notification-url.ts";
import type { EnvelopeSource } from "../webhooks/ledger/envelope.ts";
import { developerActionRoutes, type DeveloperDeps } from "./developer-actions.routes.ts";
import { developerRecordRoutes } from "./developer-records.routes.ts";
import { developerSandboxRoutes, type DeveloperSandboxDeps } from "./developer-sandbox.routes.ts";

export interface DeveloperRouteDeps extends DeveloperDeps, DeveloperSandboxDeps {
  readonly webhooks: DeveloperDeps["webhooks"] & {
    readonly source: () => EnvelopeSource;
    /** Where endpoints may be. */
    readonly rules: NotificationUrlRules;
  };
}

/** The routes below `/console/v1/apps`. */
export function developerRoutes(deps: DeveloperRouteDeps): BoundRoute[] {
  return [
    ...developerRecordRoutes(deps.webhooks.source),
    ...developerActionRoutes(deps),
    ...developerSandboxRoutes(deps),
  ];
}
