/** For the tests of deliveries: a receiver that the test controls, a database, and a worker over both. */
import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { cloneDatabase } from "../../../test/harness/database-server.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import { createLog } from "../../platform/log.ts";
import { createMetrics } from "../../platform/metrics/create-metrics.ts";
import { createOutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import { connectDatabase, type TextDatabase } from "../../platform/postgres/database.ts";
import { createSubscription } from "../subscriptions/create-subscription.command.ts";
import { createDeliveryWorker, type DeliveryWorker, type DeliveryWorkerOptions } from "./deliver-webhooks.job.ts";
import type { SubscribableEventType } from "../subscriptions/event-types.ts";
import { recordEvent, type NewEvent } from "../ledger/record-event.command.ts";
import { sealedSecrets } from "../subscriptions/sealed-secrets.ts";
import { signDelivery } from "../subscriptions/signature.ts";
import type { WebhookDeps } from "../api/subscriptions.routes.ts";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** When the body had arrived, in milliseconds. */
  readonly at: number;
  /** The parsed envelope. */
  readonly event: { readonly event_id: string; readonly resource_id: string; readonly sequence: number };
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Decides the answer; without one, 200. */
  answer: (received: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts a receiver on loopback. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const received = {
        path: request.url ?? "",
        headers: request.headers,
        body,
        at: Date.now(),
        event: JSON.parse(body) as Received["event"],
      };
      receiver.received.push(received);
      receiver.answer(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    answer: (_received, response) => response.end("ok"),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Answers every request with this status. */
export function answering(status: number, headers: Record<string, string> = {}): Receiver["answer"] {
  return (_received, response) => response.writeHead(status, headers).end(`status ${status}`);
}

export interface DeliveryFixture {
  readonly database: TextDatabase;
  readonly deps: WebhookDeps;
  readonly appId: Id<"app">;
  readonly locationId: Id<"str">;
  startWorker(options?: Partial<DeliveryWorkerOptions>): DeliveryWorker;
  subscribe(url: string, eventTypes?: readonly SubscribableEventType[]): Promise<{ id: Id<"dws">; secret: string }>;
  record(event?: Partial<NewEvent>): Promise<Id<"evt">>;
  /** Moves every due time into the past, as the sandbox clock does. */
  elapse(seconds: number): Promise<void>;
  deliveries(): Promise<DeliveryRow[]>;
  subscription(id: Id<"dws">): Promise<{ status: string; disabled_reason: string | null; failures: number }>;
  close(): Promise<void>;
}

export interface DeliveryRow {
  readonly id: Id<"dlv">;
  readonly event_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly next_at: number | null;
  readonly due_in: number | null;
  readonly leased_by: string | null;
  readonly last_response_status: number | null;
  readonly last_error: string | null;
}

/**
 * Asserts that the retry of an attempt made since `began` (of performance.now()) is due in this many seconds, less what has
 * passed since then.
 */
export function assertDueIn(dueIn: number | null | undefined, seconds: number, began: number): void {
  const passed = (performance.now() - began) / 1_000;
  assert.ok(
    typeof dueIn === "number" && dueIn <= seconds + 0.01 && dueIn >= seconds - passed - 0.01,
    `due in ${dueIn} s, expected ${seconds} s less at most ${passed} s`,
  );
}

/**
 * Opens a fresh database with an app; workers are started by the test and stopped with the fixture. An attempt that is
 * not meant to time out has a minute: a slow machine must not make a retry of it.
 */
export async function startDeliveryFixture(attemptTimeoutMs = 60_000): Promise<DeliveryFixture> {
  const clone = await cloneDatabase();
  const wakeups = createWakeups();
  const database = connectDatabase({
    livemode: false,
    url: clone.url,
    poolSize: 8,
    applicationName: "maple-test",
    wakeups,
    onIdleError: () => {},
  });
  const outgoing = createOutgoingHttp({
    allowPrivate: true,
    totalTimeoutMs: attemptTimeoutMs,
    connectTimeoutMs: attemptTimeoutMs,
  });
  const deps: WebhookDeps = {
    outgoing,
    sealing: sealedSecrets([Buffer.alloc(32, 7)], false),
    source: () => ({ baseUrl: "http://maple.test", livemode: false }),
    now: () => database.clock.signingTime(),
    rules: { allowPrivate: true },
  };
  const appId = newId("app");
  const locationId = newId("str");
  const workers: DeliveryWorker[] = [];
  let sequence = 0;
  return {
    database,
    deps,
    appId,
    locationId,
    startWorker(options) {
      const log = createLog("silent");
      const worker = createDeliveryWorker({
        ...deps,
        database,
        wakeups,
        log,
        metrics: createMetrics(),
        random: () => 0,
        ...options,
      });
      workers.push(worker);
      worker.start();
      return worker;
    },
    async subscribe(notificationUrl, eventTypes = ["order.notification", "order.updated"]) {
      const created = await database.transaction((tx) =>
        createSubscription(tx, deps, { appId, notificationUrl, eventTypes }),
      );
      if (!("subscription" in created)) throw new Error(created.message);
      return { id: created.subscription.id, secret: created.signingSecret };
    },
    record(event) {
      const resourceId = event?.resourceId ?? newId("ord");
      return database.transaction((tx) =>
        recordEvent(tx, {
          appId,
          eventType: "order.notification",
          locationId,
          resourceType: "order",
          resourcePath: `/v1/orders/${resourceId}`,
          idempotencyKey: `order:${resourceId}:notification`,
          sequence: ++sequence,
          data: { status: "PENDING" },
          created: Date.now(),
          ...event,
          resourceId,
        }),
      );
    },
    async elapse(seconds) {
      await database.transaction(async (tx) => {
        await tx.rows(
          `UPDATE deliveries SET next_at = next_at - make_interval(secs => $1),
            ordered_until = ordered_until - make_interval(secs => $1), held_at = held_at - make_interval(secs => $1)`,
          [seconds],
        );
        await tx.rows("UPDATE webhook_subscriptions SET failing_since = failing_since - make_interval(secs => $1)", [
          seconds,
        ]);
      });
    },
    deliveries: () =>
      database.read.rows(
        `SELECT id, event_id, state, attempts, next_at, extract(epoch FROM next_at - now())::float8 AS due_in, leased_by,
          last_response_status, last_error FROM deliveries ORDER BY event_id, id`,
      ),
    subscription: (id) =>
      database.read.one("SELECT status, disabled_reason, failures FROM webhook_subscriptions WHERE id = $1", [id]),
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await outgoing.close();
      await database.close();
      await clone.drop();
    },
  };
}

/** Whether a delivery is signed for the receiver with the secret of the subscription. */
export function isSignedFor(
  { url }: Pick<Receiver, "url">,
  { id, secret }: { readonly id: string; readonly secret: string },
  { headers, body }: Received,
): boolean {
  const input = {
    timestamp: Number(headers["x-service-timestamp"]),
    subscriptionId: id,
    notificationUrl: url,
    eventId: String(headers["x-service-event-id"]),
    body: Buffer.from(body),
  };
  return signDelivery([secret], input)["x-service-signature"] === headers["x-service-signature"];
}
