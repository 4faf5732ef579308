import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { SubscribableEventType } from "./event-types.ts";
import { hasEnabledSubscription } from "./subscribed.sql.ts";

/** Whether an enabled subscription of the app wants the event type, so that asking the app makes sense. */
export function isSubscribed(db: Db, appId: Id<"app">, eventType: SubscribableEventType): Promise<boolean> {
  return hasEnabledSubscription(db, appId, eventType);
}
