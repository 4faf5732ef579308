/** The SQL that asks whether an app wants an event type. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { SubscribableEventType } from "./event-types.ts";

const isSubscribed = defineStatement({
  name: "is-subscribed",
  takes: ["text", "text"],
  gives: row<{ readonly subscribed: boolean }>({ subscribed: "bool" }),
  text: `SELECT EXISTS (SELECT FROM webhook_subscriptions
      WHERE app_id = $1 AND status = 'enabled' AND deleted_at IS NULL AND $2 = ANY (event_types)) AS subscribed`,
});

/** Whether an enabled subscription of the app has the event type. */
export async function hasEnabledSubscription(
  db: Db,
  appId: Id<"app">,
  eventType: SubscribableEventType,
): Promise<boolean> {
  return (await db.one(isSubscribed, [appId, eventType])).subscribed;
}
