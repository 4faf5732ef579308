/** Creates a webhook subscription. Its secret is made here and sealed for the row; the caller shows it once. */
import { randomBytes } from "node:crypto";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { NotificationUrlRules } from "./notification-url.ts";
import { nonceLength, type SealedSecrets } from "./sealed-secrets.ts";
import { signingSecretPrefix } from "./signature.ts";
import { readEventTypes, readNotificationUrl } from "./subscription-fields.ts";
import { countSubscriptionsLocked, insertSubscription, type Subscription } from "./subscriptions.sql.ts";

export const maxSubscriptionsPerApp = 20;

export interface NewSubscription {
  readonly appId: Id<"app">;
  readonly notificationUrl: string;
  /** Canonical names or their aliases. */
  readonly eventTypes: readonly string[];
}

export interface CreatedSubscription {
  readonly subscription: Subscription;
  readonly signingSecret: string;
}

/** Creates an enabled subscription; the 21st of an app and fields outside the rules are refused. */
export async function createSubscription(
  tx: Tx,
  deps: { readonly rules: NotificationUrlRules; readonly sealing: SealedSecrets },
  wanted: NewSubscription,
): Promise<CreatedSubscription | Refusal<"invalid_request" | "subscription_limit">> {
  const notificationUrl = readNotificationUrl(wanted.notificationUrl, deps.rules);
  if (isRefusal(notificationUrl)) return notificationUrl;
  const eventTypes = readEventTypes(wanted.eventTypes);
  if (isRefusal(eventTypes)) return eventTypes;
  if ((await countSubscriptionsLocked(tx, wanted.appId)) >= maxSubscriptionsPerApp) {
    return refuse("subscription_limit", `an app has at most ${maxSubscriptionsPerApp} webhook subscriptions`, {
      limit: maxSubscriptionsPerApp,
    });
  }
  const id = newId("dws");
  const signingSecret = newSigningSecret();
  const sealedSecret = deps.sealing.seal(id, signingSecret, randomBytes(nonceLength));
  const subscription = await insertSubscription(tx, {
    id,
    appId: wanted.appId,
    notificationUrl,
    eventTypes,
    sealedSecret,
  });
  return { subscription, signingSecret };
}

/** A fresh secret of 32 random bytes, in the form that every Standard Webhooks library reads. */
export function newSigningSecret(): string {
  return signingSecretPrefix + randomBytes(32).toString("base64");
}
