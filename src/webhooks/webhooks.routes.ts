/** All routes of webhooks. */
import type { BoundRoute } from "../platform/http/route.ts";
import type { Environment } from "../platform/postgres/database.ts";
import { subscriptionActionRoutes } from "./subscription-actions.routes.ts";
import { subscriptionRoutes, type WebhookMeans } from "./subscriptions.routes.ts";
import { webhookReplayRoutes } from "./webhook-replays.routes.ts";
import { webhookEventRoutes } from "./webhook-events.routes.ts";

/** Event types, subscriptions, the test call, the ledger and replays. */
export function webhookRoutes(means: (environment: Environment) => WebhookMeans): BoundRoute[] {
  return [
    ...subscriptionRoutes(means),
    ...subscriptionActionRoutes(means),
    ...webhookEventRoutes((environment) => means(environment).source()),
    ...webhookReplayRoutes(),
  ];
}
