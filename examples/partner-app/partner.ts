/**
 * A point-of-sale partner: publishes its menu, subscribes an endpoint, decides orders, keeps stock, and finds orders that
 * it missed while it was away.
 */
import { Maple, type PublishMenuInput } from "@maple-partners/sdk";
import type { ReceivedEvent, verify } from "@maple-partners/sdk/webhooks";
import { startCatchUp } from "./catch-up.ts";
import { openEndpoint } from "./endpoint.ts";
import { openKitchen, type Kitchen } from "./kitchen.ts";
import { openLarder, type Larder } from "./larder.ts";

export interface PartnerOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The app's first location when absent. */
  readonly locationId?: string;
  /** A free one when absent. */
  readonly port?: number;
  /** Milliseconds from accept to ready, and from ready to complete. */
  readonly readyMs?: number;
  readonly completeMs?: number;
  /** Milliseconds between two looks for orders that no delivery brought; a minute when absent. */
  readonly catchUpMs?: number;
  /** Published at the start; what is live stays when absent. */
  readonly menu?: PublishMenuInput;
  /** Turns every order down with this reason. */
  readonly deny?: string;
  /** Answers 503 to the first deliveries, as an endpoint does that is being restarted. */
  readonly flaky?: { readonly failFirst: number };
  readonly log?: (line: string) => void;
  /** What is done about an event, instead of `heedEvent`. */
  readonly heed?: typeof heedEvent;
  /** How a delivery is verified; by the SDK when absent. */
  readonly verify?: typeof verify;
  /** By what calls are sent; the global one when absent. */
  readonly fetch?: typeof fetch;
}

/** Takes a new order up, and drops one that is cancelled. */
export function heedEvent(event: ReceivedEvent, kitchen: Kitchen): void {
  if (event.event_type === "order.notification") kitchen.take(event.resource_id);
  if (event.event_type === "order.cancelled") kitchen.drop(event.resource_id);
}

export interface Partner {
  readonly locationId: string;
  readonly subscriptionId: string;
  readonly notificationUrl: string;
  readonly larder: Larder;
  readonly kitchen: Kitchen;
  /** The events taken, each once, in the order of their first arrival. */
  readonly events: readonly ReceivedEvent[];
  /** Deliveries that arrived, repeats and failures included. */
  readonly deliveries: () => number;
  /** From now on every order is turned down with this reason; with undefined orders are taken again. */
  denyAll(reason: string | undefined): void;
  /** Makes a new secret; the old one is good for a day more. */
  rotateSecret(): Promise<void>;
  /** Looks for orders that no delivery brought; answers how many wait. */
  catchUp(): Promise<number>;
  /** Resolves when every order taken up so far is finished. */
  idle(): Promise<void>;
  /** Deletes the subscription and closes the endpoint. */
  stop(): Promise<void>;
}

/** Starts the partner; resolves when it is subscribed. */
export async function startPartner(options: PartnerOptions): Promise<Partner> {
  const { readyMs = 3_000, completeMs = 3_000, catchUpMs = 60_000, log = () => {} } = options;
  const maple = new Maple({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    maxRetries: 4,
    timeoutMs: 10_000,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const locationId = await findLocation(maple, options.locationId);
  const larder = openLarder({ maple, locationId, log });
  if (options.menu !== undefined) await larder.publish(options.menu);
  let { deny } = options;
  const kitchen = openKitchen({ maple, larder, log, readyMs, completeMs, deny: () => deny });
  const endpoint = await openEndpoint({
    port: options.port ?? 0,
    failFirst: options.flaky?.failFirst ?? 0,
    log,
    ...(options.verify === undefined ? {} : { verify: options.verify }),
    act: (event) => (options.heed ?? heedEvent)(event, kitchen),
  });
  const { secret, subscriptionId } = await subscribe(maple, endpoint.url);
  endpoint.expect({ secret, subscriptionId, notificationUrl: endpoint.url });
  log(`subscribed ${endpoint.url} as ${subscriptionId}`);
  const catching = startCatchUp({ maple, kitchen, everyMs: catchUpMs, log });
  await catching.look();

  return {
    locationId,
    subscriptionId,
    notificationUrl: endpoint.url,
    larder,
    kitchen,
    get events() {
      return endpoint.events;
    },
    deliveries: endpoint.deliveries,
    denyAll(reason) {
      deny = reason;
    },
    async rotateSecret() {
      const rotated = await maple.webhookSubscriptions.rotateSecret(subscriptionId, {});
      if (rotated.signing_secret === null) throw new Error("the new secret was shown before: rotate once more");
      endpoint.expect({ secret: rotated.signing_secret, subscriptionId, notificationUrl: endpoint.url });
      log("a new secret is in use");
    },
    catchUp: () => catching.look(),
    idle: () => kitchen.idle(),
    async stop() {
      catching.stop();
      kitchen.stop();
      await kitchen.idle();
      await maple.webhookSubscriptions.delete(subscriptionId);
      await endpoint.close();
    },
  };
}

/** The location that is wanted, or the app's first. */
async function findLocation(maple: Maple, wanted: string | undefined): Promise<string> {
  const ids = (await maple.locations.list().page()).data.map(({ id }) => id);
  // The oldest: those that the sandbox makes for triggers are newer.
  const first = ids.at(-1);
  if (first === undefined) throw new Error("the app has no location; the operator grants one");
  if (wanted !== undefined && !ids.includes(wanted))
    throw new Error(`the app has no location ${wanted}; it has ${ids.join(", ")}`);
  return wanted ?? first;
}

/** Subscribes; a subscription that an earlier run left for this address goes first, because its secret is gone. */
async function subscribe(
  maple: Maple,
  notificationUrl: string,
): Promise<{ readonly secret: string; readonly subscriptionId: string }> {
  const left: string[] = [];
  for await (const { id, notification_url: url } of maple.webhookSubscriptions.list()) {
    if (url === notificationUrl) left.push(id);
  }
  for (const id of left) await maple.webhookSubscriptions.delete(id);
  const body = { notification_url: notificationUrl, event_types: ["order.notification", "order.cancelled"] };
  const { subscription, signing_secret: secret } = await maple.webhookSubscriptions.create(body);
  // Shown once: when the first answer was lost on the way, the repeat has none, and a new subscription is made.
  if (secret === null) return subscribe(maple, notificationUrl);
  return { secret, subscriptionId: subscription.id };
}
