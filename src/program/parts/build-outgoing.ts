/**
 * Builds what sends requests to other systems, with one rule on private addresses, and what takes their reports. Called
 * by create-maple.ts and build.ts.
 */
import type { FastifyInstance } from "fastify";
import type { StripeSettings } from "../../payments/stripe/stripe.client.ts";
import { stripeWebhookPlugin } from "../../payments/stripe/stripe-webhook.plugin.ts";
import type { TwilioSettings } from "../../twilio/twilio-settings.ts";
import { twilioWebhooksPlugin } from "../../twilio/twilio-webhooks.plugin.ts";
import { tellOfPayment, tellOfRefund } from "../paid-things.ts";
import { createSignInProvider } from "../../people/provider/sign-in-provider.client.ts";
import type { ProviderSettings, SignInProvider } from "../../people/provider/sign-in-provider.ts";
import { listEach, mapEach, type OfSome } from "../../kernel/of-each.ts";
import type { Log } from "../../platform/log.ts";
import { createOutgoingHttp, type OutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import type { Databases } from "../../platform/http/ports.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { photoBytes } from "../../menus/photos/parse-photo.ts";
import { sealedSecrets } from "../../webhooks/subscriptions/sealed-secrets.ts";
import type { WebhookDeps } from "../../webhooks/api/subscriptions.routes.ts";

/** What the ways out of one service depend on. */
export interface OutgoingSettings {
  /** The current key first, then those that it replaced. */
  readonly secretKeys: readonly Buffer[];
  readonly livemode: boolean;
  /** Whether private addresses are allowed; never in live. */
  readonly allowPrivate: boolean;
  /** What partners reach us by. */
  readonly baseUrl: () => string;
}

/** What deliveries need: the way out, sealing, and who sends. */
export function buildWebhookDeps(
  { secretKeys, livemode, allowPrivate, baseUrl }: OutgoingSettings,
  { clock }: Database,
): WebhookDeps {
  return {
    outgoing: createOutgoingHttp({ allowPrivate }),
    sealing: sealedSecrets(secretKeys, livemode),
    source: () => ({ baseUrl: baseUrl(), livemode }),
    now: () => clock.signingTime(),
    rules: { allowPrivate },
  };
}

/** The way out to pictures of dishes, with the same rule on private addresses as webhooks. */
export function buildPictures(allowPrivate: boolean): OutgoingHttp {
  return createOutgoingHttp({ allowPrivate, totalTimeoutMs: 3_000, answerBytes: photoBytes });
}

interface PictureService {
  readonly database: Database;
  readonly pictures: OutgoingHttp;
}

/** The way out to pictures of the service that has the database. */
export function picturesOf(services: readonly PictureService[]): (database: Database) => OutgoingHttp {
  const [first] = services;
  return (database) => {
    const found = services.find((service) => service.database === database) ?? first;
    if (found === undefined) throw new Error("there is no service");
    return found.pictures;
  };
}

interface ProviderParts {
  readonly oidc: ProviderSettings | undefined;
  readonly database: Database;
  readonly log: Log;
}

/** The sign-in provider of the people, where one is configured. */
export function buildProvider({ oidc, database, log }: ProviderParts): SignInProvider | undefined {
  if (oidc === undefined) return undefined;
  return createSignInProvider(oidc, {
    skewMs: () => database.clock.standing().skewMs,
    onProblem: (problem) => log.warn({ issuer: oidc.issuer, problem }, "a sign-in at the provider failed"),
  });
}

/** Who may report, to each service, and to which database. */
interface CallBackParts {
  readonly settings: { readonly twilio?: OfSome<TwilioSettings>; readonly stripe?: OfSome<StripeSettings> };
  readonly databases: Databases;
  readonly log: Log;
}

/** Where processors and carriers of messages report what became of what they were asked. */
export function callBacks(
  { settings, databases, log }: CallBackParts,
  baseUrlOf: (name: keyof Databases) => string,
): readonly ((server: FastifyInstance) => void)[] {
  const services = listEach(
    mapEach(databases, (database, name) => ({
      database,
      baseUrl: () => baseUrlOf(name),
      twilio: settings.twilio?.[name],
      stripe: settings.stripe?.[name],
    })),
  );
  return [
    twilioWebhooksPlugin({
      services: services.flatMap(({ twilio, ...service }) => (twilio === undefined ? [] : [{ ...service, twilio }])),
      log,
    }),
    stripeWebhookPlugin({
      services: services.flatMap(({ stripe, database }) => (stripe === undefined ? [] : [{ database, stripe }])),
      log,
      onNews: tellOfPayment,
      onRefundNews: tellOfRefund,
    }),
  ];
}
