/** All routes of webhooks. */
import type { BoundRoute } from "../../platform/http/route.ts";
import type { Wakeups } from "../../platform/jobs/wakeups.ts";
import { subscriptionActionRoutes } from "./subscription-actions.routes.ts";
import { subscriptionRoutes, type WebhookDeps } from "./subscriptions.routes.ts";
import { webhookReplayRoutes } from "./webhook-replays.routes.ts";
import { webhookStreamRoutes } from "./webhook-stream.routes.ts";
import { webhookEventRoutes } from "./webhook-events.routes.ts";

/** Event types, subscriptions, the test call, the ledger, replays and the stream of listeners. */
export function webhookRoutes(deps: WebhookDeps, wakeups: Pick<Wakeups, "onWake">): BoundRoute[] {
  return [
    ...subscriptionRoutes(deps),
    ...subscriptionActionRoutes(deps),
    ...webhookEventRoutes(deps.source),
    ...webhookReplayRoutes(),
    ...webhookStreamRoutes(deps, wakeups),
  ];
}
