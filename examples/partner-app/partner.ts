/**
 * A small partner: subscribes an endpoint, verifies every delivery, answers first and works afterwards, takes each event
 * once however often it comes, and decides orders. At its start it also takes up orders that came while it was away.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, type WebhookEvent } from "../verify-webhook/verify-webhook.ts";
import { openKitchen, type Kitchen, type Order } from "./kitchen.ts";
import { createMapleApi, type MapleApi } from "./maple-api.ts";

export interface PartnerOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** A free one when absent. */
  readonly port?: number;
  /** Milliseconds from accept to ready, and from ready to complete. */
  readonly readyMs?: number;
  readonly completeMs?: number;
  /** Turns every order down with this reason. */
  readonly deny?: string;
  /** Answers 503 to the first deliveries, as an endpoint does that is being restarted. */
  readonly flaky?: { readonly failFirst: number };
  readonly log?: (line: string) => void;
}

export interface Partner {
  readonly subscriptionId: string;
  readonly notificationUrl: string;
  /** The events taken, each once, in the order of their first arrival. */
  readonly events: readonly WebhookEvent[];
  /** Deliveries that arrived, repeats and failures included. */
  readonly deliveries: () => number;
  /** Resolves when every order taken up so far is finished. */
  idle(): Promise<void>;
  /** Deletes the subscription and closes the endpoint. */
  stop(): Promise<void>;
}

interface Subscription {
  readonly id: string;
  readonly notification_url: string;
}

/** Starts the partner; resolves when it is subscribed. */
export async function startPartner(options: PartnerOptions): Promise<Partner> {
  const log = options.log ?? (() => {});
  const api = createMapleApi({ baseUrl: options.baseUrl, apiKey: options.apiKey, log });
  const { readyMs = 3_000, completeMs = 3_000, deny } = options;
  const kitchen = openKitchen({ api, log, readyMs, completeMs, deny });
  const events = new Map<string, WebhookEvent>();
  let failing = options.flaky?.failFirst ?? 0;
  let deliveries = 0;
  let expected:
    | { readonly secret: string; readonly subscriptionId: string; readonly notificationUrl: string }
    | undefined;

  function receive(headers: IncomingMessage["headers"], body: Buffer): { status: number; text: string } {
    deliveries += 1;
    if (expected === undefined || failing > 0) {
      failing -= 1;
      log("  answering 503, as if we were starting up");
      return { status: 503, text: "starting up" };
    }
    const verified = verifyWebhook({ body, headers, ...expected });
    if (!verified.ok) return { status: 400, text: verified.message };
    // The same delivery verifies with any Standard Webhooks library; one of the two checks is enough in real life.
    new Webhook(expected.secret).verify(body, headers as Record<string, string>);
    const { event } = verified;
    log(`event ${event.event_type} ${event.event_id}, attempt ${headers["x-service-attempt"]?.toString()}`);
    if (events.has(event.event_id)) return { status: 200, text: "known already" };
    events.set(event.event_id, event);
    setImmediate(() => act(event));
    return { status: 200, text: "taken" };
  }

  function act(event: WebhookEvent): void {
    if (event.event_type === "order.notification") kitchen.take(event.resource_id);
    if (event.event_type === "order.cancelled") kitchen.drop(event.resource_id);
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status, text } = answerOf(() => receive(request.headers, Buffer.concat(chunks)));
      response.writeHead(status, { "content-type": "text/plain" }).end(text);
    });
  });
  const notificationUrl = await listen(server, options.port ?? 0);
  const created = await subscribe(api, notificationUrl);
  const { id: subscriptionId } = created.subscription;
  expected = { secret: created.signing_secret, subscriptionId, notificationUrl };
  log(`subscribed ${notificationUrl} as ${subscriptionId}`);
  await takeUpPending(api, kitchen);

  return {
    subscriptionId,
    notificationUrl,
    get events() {
      return [...events.values()];
    },
    deliveries: () => deliveries,
    idle: () => kitchen.idle(),
    async stop() {
      kitchen.stop();
      await kitchen.idle();
      await api.write("DELETE", `/v1/webhook_subscriptions/${subscriptionId}`, `unsubscribe:${subscriptionId}`);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerOf(receive: () => { status: number; text: string }): { status: number; text: string } {
  try {
    return receive();
  } catch (error) {
    return { status: 400, text: error instanceof Error ? error.message : "not a delivery" };
  }
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/maple/webhooks`;
}

/** Subscribes; a subscription that an earlier run left for this address goes first, because its secret is gone. */
async function subscribe(
  api: MapleApi,
  notificationUrl: string,
): Promise<{ readonly subscription: Subscription; readonly signing_secret: string }> {
  const known = await api.get<{ readonly data: readonly Subscription[] }>("/v1/webhook_subscriptions");
  for (const { id } of known.data.filter((each) => each.notification_url === notificationUrl)) {
    await api.write("DELETE", `/v1/webhook_subscriptions/${id}`, `unsubscribe:${id}`);
  }
  const body = { notification_url: notificationUrl, event_types: ["order.notification", "order.cancelled"] };
  return api.write("POST", "/v1/webhook_subscriptions", `subscribe:${crypto.randomUUID()}`, body);
}

/** Orders that were handed over while this partner was away. */
async function takeUpPending(api: MapleApi, kitchen: Kitchen): Promise<void> {
  const { data } = await api.get<{ readonly data: readonly Order[] }>("/v1/orders");
  for (const order of data) {
    if (order.status === "PENDING" && order.decision_deadline !== null) kitchen.take(order.id);
  }
}
