import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { webhookVectors, webhookVectorsFile } from "../../../../scripts/sdk/webhook-vectors.ts";
import { isWebhookVerificationError, route, verify, type ReceivedDelivery } from "./webhooks.ts";

const deliveries = webhookVectors().map((vector) => {
  const delivery: ReceivedDelivery = {
    body: Buffer.from(vector.body),
    headers: vector.headers,
    secret: vector.secrets,
    subscriptionId: vector.subscription_id,
    notificationUrl: vector.notification_url,
    now: vector.now,
  };
  return { vector, delivery };
});

const outcome = (delivery: ReceivedDelivery): Promise<string> =>
  verify(delivery).then(
    () => "ok",
    (error: unknown) => (isWebhookVerificationError(error) ? error.reason : String(error)),
  );

describe("the public vectors (rules/webhooks 5.1 to 5.5)", () => {
  for (const { vector, delivery } of deliveries) {
    test(`${vector.name}: ${vector.expect}`, async () => assert.equal(await outcome(delivery), vector.expect));
  }
  test("are what the service signs", () => {
    const file = new URL("../../../../examples/verify-webhook/webhook-vectors.json", import.meta.url);
    assert.equal(readFileSync(file, "utf8"), webhookVectorsFile());
  });
});

test("headers of fetch and of node:http, and a body as bytes or text, are read alike", async () => {
  const [first] = deliveries;
  assert.ok(first);
  const { headers, body } = first.vector;
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
  /** The Headers of another library: no instance of the platform's. */
  const foreign = { get: (name: string) => new Headers(headers).get(name) };
  for (const given of [
    { headers: new Headers(headers) },
    { headers: foreign },
    { headers: upper },
    { body },
    { body: new Uint8Array(Buffer.from(body)).buffer },
  ]) {
    assert.equal(await outcome({ ...first.delivery, ...given }), "ok");
  }
  const error = await verify({ ...first.delivery, secret: [] }).catch((thrown: unknown) => thrown);
  assert.ok(isWebhookVerificationError(error));
  assert.match(error.message, /whole text that was shown at creation/);
});

test("an event goes to the function of its type, and a type of a later version to the default", async () => {
  const [first] = deliveries;
  assert.ok(first);
  const event = await verify(first.delivery);
  const taken: string[] = [];
  const handle = route<void>({
    "order.notification": ({ data }) => void taken.push(data.order_id),
    default: ({ event_type: type }) => void taken.push(type),
  });
  handle(event);
  handle({ ...event, event_type: "unknown", original_type: "order.folded", data: null });
  assert.deepEqual(taken, ["ord_01k0w3h57r3c9x2b8y6p4s1g0d", "unknown"]);
});
