/**
 * Changes and deletes a subscription. Guarantees: in the same transaction, disabling holds pending deliveries, and
 * enabling queues those held in the last seven days, oldest first. Attempts under way end by themselves. A crash leaves
 * either the old state or the new one.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { sendHold, sendRelease, sendSkip } from "./delivery-states.sql.ts";
import type { NotificationUrlRules } from "./notification-url.ts";
import { readEventTypes, readNotificationUrl } from "./subscription-fields.ts";
import {
  findSubscriptionForUpdate,
  sendDeleteSubscription,
  sendForgiveFailures,
  updateSubscription,
  type Subscription,
} from "./subscriptions.sql.ts";
import type { SubscriptionState } from "./webhook-machines.ts";

export interface SubscriptionChange {
  readonly notificationUrl?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly status?: SubscriptionState | undefined;
}

/** Changes the fields that are given; another app's subscription is not found. */
export async function changeSubscription(
  tx: Tx,
  rules: NotificationUrlRules,
  appId: Id<"app">,
  id: Id<"dws">,
  change: SubscriptionChange,
): Promise<Subscription | Refusal<"invalid_request" | "not_found">> {
  const before = await findSubscriptionForUpdate(tx, appId, id);
  if (before === undefined) return subscriptionNotFound();
  const notificationUrl =
    change.notificationUrl === undefined ? before.notification_url : readNotificationUrl(change.notificationUrl, rules);
  if (isRefusal(notificationUrl)) return notificationUrl;
  const eventTypes = change.eventTypes === undefined ? before.event_types : readEventTypes(change.eventTypes);
  if (isRefusal(eventTypes)) return eventTypes;
  const status = change.status ?? before.status;
  const reason = status === "enabled" ? null : (before.disabled_reason ?? "by_hand");
  const fields = { id, notification_url: notificationUrl, event_types: eventTypes, status, disabled_reason: reason };
  const after = await updateSubscription(tx, fields);
  if (before.status === "enabled" && status === "disabled") sendHold(tx, [id]);
  if (before.status === "disabled" && status === "enabled") {
    sendForgiveFailures(tx, id);
    sendRelease(tx, id);
    tx.wake("deliveries");
  }
  return after;
}

/** The same for a form: nothing is done when somebody else has changed the subscription after the form was read. */
export async function changeSubscriptionAsRead(
  tx: Tx,
  rules: NotificationUrlRules,
  { appId, id, readAt }: { readonly appId: Id<"app">; readonly id: Id<"dws">; readonly readAt: Instant },
  change: SubscriptionChange,
): Promise<Subscription | "changed" | Refusal<"invalid_request" | "not_found">> {
  const found = await findSubscriptionForUpdate(tx, appId, id);
  if (found !== undefined && found.updated_at !== readAt) return "changed";
  return changeSubscription(tx, rules, appId, id, change);
}

/** Deletes a subscription: its secret is forgotten, what it has not received is skipped; its ledger entries stay. */
export async function deleteSubscription(
  tx: Tx,
  appId: Id<"app">,
  id: Id<"dws">,
): Promise<Subscription | Refusal<"not_found">> {
  const subscription = await findSubscriptionForUpdate(tx, appId, id);
  if (subscription === undefined) return subscriptionNotFound();
  sendDeleteSubscription(tx, id);
  sendSkip(tx, id);
  return subscription;
}

/** The refusal for an id that is not a subscription of the app. */
export function subscriptionNotFound(): Refusal<"not_found"> {
  return refuse("not_found", "the app has no such webhook subscription");
}
