/** For the tests of the webhook routes: the real service with these routes only, a receiver, and an app. */
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { createApp, type TestApp } from "../../../test/harness/factories.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { createOutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import { answering, startReceiver, type Receiver } from "../delivery/delivery.fixture.ts";
import { recordEvent, type NewEvent } from "../ledger/record-event.command.ts";
import { sealedSecrets } from "../subscriptions/sealed-secrets.ts";
import { webhookRoutes } from "./webhooks.routes.ts";

export interface WebhookApi {
  readonly service: TestService;
  readonly receiver: Receiver;
  app: TestApp;
  /** Whether an attempt has a minute, or ends after 0.3 seconds. */
  patient: boolean;
  /** A fresh app, and a receiver that answers 200 and has received nothing. */
  reset(): Promise<void>;
  call(method: string, path: string, body?: unknown, key?: string): Promise<CallAnswer>;
  /** Creates a subscription of the app at the receiver and answers the whole body. */
  subscribe(fields?: Readonly<Record<string, unknown>>): Promise<CallAnswer["body"]>;
  record(event?: Partial<NewEvent>): Promise<Id<"evt">>;
  stop(): Promise<void>;
}

export const forwardTo = "http://localhost:3000/hooks";

/** A line of a stream. */
export interface StreamLine {
  readonly object: string;
  readonly cursor: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly replayed: boolean;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly signing_secret: string;
  readonly subscription_id: string;
  readonly notification_url: string;
  readonly missed_some: boolean;
}

export interface OpenStream {
  next(): Promise<StreamLine>;
  ended(): Promise<boolean>;
}

/** Opens a stream, which lasts until the signal is aborted. */
export async function openStream(at: {
  readonly url: string;
  readonly key: string;
  readonly query?: string;
  readonly signal: AbortSignal;
}): Promise<OpenStream> {
  const query = `forward_to=${encodeURIComponent(forwardTo)}${at.query ?? ""}`;
  const response = await fetch(`${at.url}/v1/webhook_events/stream?${query}`, {
    headers: { authorization: `Bearer ${at.key}` },
    signal: at.signal,
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/x-ndjson");
  assert.ok(response.body !== null);
  const lines = createInterface({ input: Readable.from(response.body) })[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { value, done } = await lines.next();
      assert.ok(done !== true, "the stream has ended");
      return JSON.parse(value) as StreamLine;
    },
    ended: async () => (await lines.next()).done === true,
  };
}

/** Starts the service with a test and a live environment; private addresses are allowed in test only. */
export async function startWebhookApi(): Promise<WebhookApi> {
  const patient = createOutgoingHttp({ allowPrivate: true, totalTimeoutMs: 60_000, connectTimeoutMs: 60_000 });
  const impatient = createOutgoingHttp({ allowPrivate: true, totalTimeoutMs: 300 });
  const sealing = sealedSecrets([Buffer.alloc(32, 7)], false);
  const service = await startService({
    routes: ({ database, wakeups }) =>
      webhookRoutes(
        {
          get outgoing() {
            return api.patient ? patient : impatient;
          },
          sealing,
          source: () => ({ baseUrl: "http://maple.test", livemode: database.livemode }),
          now: Date.now,
          rules: { allowPrivate: !database.livemode },
        },
        wakeups,
      ),
    live: true,
  });
  const receiver = await startReceiver();
  const api: WebhookApi = {
    service,
    receiver,
    app: await createApp(service.database),
    patient: true,
    async reset() {
      api.app = await createApp(service.database);
      api.patient = true;
      receiver.received.length = 0;
      receiver.answer = answering(200);
    },
    call: (method, path, body, key = api.app.key) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) }),
    async subscribe(fields = {}) {
      const body = { notification_url: receiver.url, event_types: ["order.notification"], ...fields };
      const answer = await api.call("POST", "/v1/webhook_subscriptions", body);
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    },
    record(event) {
      const resourceId = event?.resourceId ?? newId("ord");
      return service.database.transaction((tx) =>
        recordEvent(tx, {
          appId: api.app.id,
          eventType: "order.notification",
          locationId: null,
          resourceType: "order",
          resourceId,
          resourcePath: `/v1/orders/${resourceId}`,
          idempotencyKey: `order:${resourceId}:notification`,
          sequence: 1,
          data: { zulu: 1, alpha: "☕" },
          created: Date.parse("2026-03-01T12:00:00.500Z"),
          ...event,
        }),
      );
    },
    async stop() {
      await service.stop();
      await Promise.all([patient.close(), impatient.close()]);
      await receiver.close();
    },
  };
  return api;
}
