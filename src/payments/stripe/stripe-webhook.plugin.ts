/**
 * `POST /payments/stripe/webhook`, where Stripe sends the events of both environments. Guarantees: nothing is read of a
 * body whose signature over its very bytes does not verify (with the SDK's own verification: five minutes of age at
 * most); the secret that verifies says which environment it is for, and the event must say the same. Answered 200 only
 * after the effect is committed; anything else makes Stripe send it again.
 */
import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import type { Databases } from "../../platform/http/ports.ts";
import type { Log } from "../../platform/log.ts";
import type { Database, Environment } from "../../platform/postgres/database.ts";
import type { StripePerEnvironment } from "./open-processors.command.ts";
import { stripeClient } from "./stripe-client.command.ts";
import { takeStripeEvent, type StripeEventPorts } from "./take-stripe-event.command.ts";

export interface StripeWebhookOptions extends StripeEventPorts {
  readonly databases: Databases;
  readonly stripe: StripePerEnvironment;
  readonly log: Log;
}

const path = "/payments/stripe/webhook";
const largestBytes = 512 * 1024;

interface Verified {
  readonly environment: Environment;
  readonly event: Stripe.Event;
}

/** Adds the address, when Stripe is configured for an environment. */
export function stripeWebhookPlugin(options: StripeWebhookOptions): (server: FastifyInstance) => void {
  const verify = createVerifier(options.stripe);
  return (server) => {
    if (options.stripe.test === undefined && options.stripe.live === undefined) return;
    void server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
      scope.post(path, { bodyLimit: largestBytes, config: { label: `POST ${path}` } }, async (request, answer) => {
        const signature = request.headers["stripe-signature"];
        const body = request.body;
        const verified =
          typeof signature === "string" && body instanceof Buffer ? await verify(body, signature) : undefined;
        const database = verified === undefined ? undefined : databaseOf(options.databases, verified);
        if (verified === undefined || database === undefined) {
          options.log.warn({ requestId: request.id }, "an event at the Stripe webhook does not verify");
          return answer.code(400).send({ received: false });
        }
        const { event } = verified;
        const taken = await database.transaction((tx) => takeStripeEvent(tx, event, options));
        const told = { ...taken, eventId: event.id, eventType: event.type, environment: verified.environment };
        if (taken.surplus === null) options.log.info(told, "stripe event");
        else options.log.error(told, "a charge that was not asked for goes back");
        return answer.code(200).send({ received: true });
      });
    });
  };
}

/** The database of the environment, if the event is of that environment by its own word too. */
function databaseOf(databases: Databases, { environment, event }: Verified): Database | undefined {
  if (event.livemode !== (environment === "live")) return undefined;
  return environment === "live" ? databases.live : databases.test;
}

function createVerifier(
  stripe: StripePerEnvironment,
): (body: Buffer, signature: string) => Promise<Verified | undefined> {
  const keys = (["test", "live"] as const).flatMap((environment) => {
    const settings = stripe[environment];
    if (settings === undefined) return [];
    const client = stripeClient(settings);
    return settings.webhookSecrets.map((secret) => ({ environment, secret, client }));
  });
  return async (body, signature) => {
    for (const { environment, secret, client } of keys) {
      const { webhooks } = await client();
      try {
        return { environment, event: webhooks.constructEvent(body, signature, secret) };
      } catch {
        // Not of this secret.
      }
    }
    return undefined;
  };
}
