/**
 * `POST /payments/stripe/webhook`, where Stripe sends the events of every service. Guarantees: a body is read only after
 * its signature over the very bytes verifies (with the SDK's own verification: at most five minutes old by the database's
 * clock). The secret that verifies says which service the event is for, and the event must say the same. The answer is
 * 200 only after the effect is committed; after any other answer Stripe sends the event again.
 */
import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { stripeClient, type StripeSettings } from "./stripe.client.ts";
import { takeStripeEvent, type StripeEventPorts } from "./take-stripe-event.command.ts";

export interface StripeService {
  readonly database: Database;
  readonly stripe: StripeSettings;
}

export interface StripeWebhookOptions extends StripeEventPorts {
  /** The services that take money by Stripe. */
  readonly services: readonly StripeService[];
  readonly log: Log;
}

const path = "/payments/stripe/webhook";
const largestBytes = 512 * 1024;

interface Verified {
  readonly database: Database;
  readonly event: Stripe.Event;
}

/** Adds the address, when Stripe is configured for a service. */
export function stripeWebhookPlugin(options: StripeWebhookOptions): (server: FastifyInstance) => void {
  const verify = createVerifier(options.services);
  return (server) => {
    if (options.services.length === 0) return;
    void server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
      scope.post(
        path,
        { bodyLimit: largestBytes, config: { label: `POST ${path}`, callClass: 0 } },
        async (request, answer) => {
          const signature = request.headers["stripe-signature"];
          const body = request.body;
          const verified =
            typeof signature === "string" && body instanceof Buffer ? await verify(body, signature) : undefined;
          if (verified === undefined || verified.event.livemode !== verified.database.livemode) {
            options.log.warn({ requestId: request.id }, "an event at the Stripe webhook does not verify");
            return answer.code(400).send({ received: false });
          }
          const { database, event } = verified;
          const taken = await database.transaction((tx) => takeStripeEvent(tx, event, options));
          const told = { ...taken, eventId: event.id, eventType: event.type, livemode: database.livemode };
          if (taken.surplus === null) options.log.info(told, "stripe event");
          else options.log.error(told, "a charge that was not asked for goes back");
          return answer.code(200).send({ received: true });
        },
      );
    });
  };
}

function createVerifier(
  services: readonly StripeService[],
): (body: Buffer, signature: string) => Promise<Verified | undefined> {
  const keys = services.flatMap(({ database, stripe }) => {
    const client = stripeClient(stripe);
    return stripe.webhookSecrets.map((secret) => ({ database, secret, client }));
  });
  return async (body, signature) => {
    for (const { database, secret, client } of keys) {
      const { webhooks } = await client();
      try {
        const now = database.clock.now();
        return { database, event: webhooks.constructEvent(body, signature, secret, undefined, undefined, now) };
      } catch {
        // Not of this secret.
      }
    }
    return undefined;
  };
}
