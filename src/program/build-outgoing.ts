/** Builds the ways out of each environment, with one rule on private addresses. Called by build.ts. */
import { createOutgoingHttp, type OutgoingHttp } from "../platform/outgoing-http/outgoing-http.ts";
import type { Environment } from "../platform/postgres/database.ts";
import { photoBytes } from "../store/photos/photos.query.ts";
import { sealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import type { WebhookMeans } from "../webhooks/api/subscriptions.routes.ts";

/** The part of the service's settings that these depend on. */
export interface OutgoingSettings {
  readonly secretKey: Buffer;
  readonly previousSecretKeys?: readonly Buffer[];
  readonly allowPrivateWebhooks: boolean;
}

/** What deliveries of each environment need: the way out, sealing, and who sends. */
export function buildWebhookMeans(
  settings: OutgoingSettings,
  baseUrlOf: (environment: Environment) => string,
): Readonly<Record<Environment, WebhookMeans>> {
  const of = (environment: Environment): WebhookMeans => {
    const allowPrivate = environment === "test" && settings.allowPrivateWebhooks;
    return {
      outgoing: createOutgoingHttp({ allowPrivate }),
      sealing: sealedSecrets([settings.secretKey, ...(settings.previousSecretKeys ?? [])], environment),
      source: () => ({ baseUrl: baseUrlOf(environment), livemode: environment === "live" }),
      now: Date.now,
      rules: { allowPrivate },
    };
  };
  return { test: of("test"), live: of("live") };
}

/** The way out to pictures of dishes, with the same rule on private addresses as webhooks. */
export function buildPictures(settings: OutgoingSettings): Readonly<Record<Environment, OutgoingHttp>> {
  const of = (environment: Environment): OutgoingHttp =>
    createOutgoingHttp({
      allowPrivate: environment === "test" && settings.allowPrivateWebhooks,
      totalTimeoutMs: 5_000,
      answerBytes: photoBytes,
    });
  return { test: of("test"), live: of("live") };
}
