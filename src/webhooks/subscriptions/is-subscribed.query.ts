import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { SubscribableEventType } from "./event-types.ts";

/** Whether an enabled subscription of the app wants the event type, so that asking the app makes sense. */
export async function isSubscribed(db: Db, appId: Id<"app">, eventType: SubscribableEventType): Promise<boolean> {
  const row = await db.maybe(
    {
      name: "is-subscribed",
      text: `SELECT 1 FROM webhook_subscriptions WHERE app_id = $1 AND status = 'enabled' AND deleted_at IS NULL
        AND $2 = ANY (event_types) LIMIT 1`,
    },
    [appId, eventType],
  );
  return row !== undefined;
}
