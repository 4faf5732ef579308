/**
 * Rotates a signing secret: a new one is made and shown once, and until the grace ends the previous one signs too. Id and
 * address stay. A second rotation within the grace ends the first secret at once: at most two ever sign.
 */
import { randomBytes } from "node:crypto";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { subscriptionNotFound } from "./change-subscription.command.ts";
import { newSigningSecret } from "./create-subscription.command.ts";
import { nonceLength, type SealedSecrets } from "./sealed-secrets.ts";
import { findSubscriptionForUpdate, rotateSealedSecret, type RotatedSubscription } from "./subscriptions.sql.ts";

export interface RotatedSecret {
  readonly subscription: RotatedSubscription;
  readonly signingSecret: string;
}

/** Seconds for which the previous secret signs too, unless the caller says otherwise. */
export const defaultGraceSeconds = 86_400;

/** Puts a fresh secret in force; `graceSeconds` 0 ends the previous one at once. */
export async function rotateSecret(
  tx: Tx,
  sealing: SealedSecrets,
  appId: Id<"app">,
  id: Id<"dws">,
  graceSeconds: number,
): Promise<RotatedSecret | Refusal<"not_found">> {
  if ((await findSubscriptionForUpdate(tx, appId, id)) === undefined) return subscriptionNotFound();
  const signingSecret = newSigningSecret();
  const sealed = sealing.seal(id, signingSecret, randomBytes(nonceLength));
  return { subscription: await rotateSealedSecret(tx, id, sealed, graceSeconds), signingSecret };
}

/**
 * The same for a form: nothing is done when the subscription was changed after the form was read. A form that a browser
 * sends once more would end the secret before the last one, with which receivers may still check.
 */
export async function rotateSecretAsRead(
  tx: Tx,
  sealing: SealedSecrets,
  { appId, id, readAt }: { readonly appId: Id<"app">; readonly id: Id<"dws">; readonly readAt: Instant },
): Promise<RotatedSecret | "changed" | Refusal<"not_found">> {
  const found = await findSubscriptionForUpdate(tx, appId, id);
  if (found !== undefined && found.updated_at !== readAt) return "changed";
  return rotateSecret(tx, sealing, appId, id, defaultGraceSeconds);
}
