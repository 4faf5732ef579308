/**
 * The public vectors of webhook signatures: six deliveries that verify and nine that do not, one for each reason, signed
 * by the code that signs deliveries. Deterministic: `npm run openapi` writes `examples/verify-webhook/webhook-vectors.json`.
 */
import { signDelivery } from "../../src/webhooks/subscriptions/signature.ts";

export interface WebhookVector {
  readonly name: string;
  /** `ok`, or the reason why the delivery must not be trusted. */
  readonly expect: string;
  /** Whether one of the signatures fits and its time is near: what code without reasons answers. */
  readonly accepted: boolean;
  /** The raw bytes as UTF-8. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the receiver knows: one secret, or the new and the old one. */
  readonly secrets: readonly string[];
  readonly subscription_id: string;
  readonly notification_url: string;
  /** The receiver's time in Unix seconds. */
  readonly now: number;
}

const signedAt = 1_772_366_400;
const subscriptionId = "dws_01k0w3h5bxf5mtpp3aq2ck8xya";
const notificationUrl = "https://pos.example/maple/webhooks";
const eventId = "evt_01k0w3h5bxf5mtpp3aq2ck8xya";
const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
const [newSecret, oldSecret, foreignSecret] = [secretOf(1), secretOf(2), secretOf(3)];

const plainBody = JSON.stringify({
  event_id: eventId,
  event_type: "order.notification",
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  resource_id: "ord_01k0w3h57r3c9x2b8y6p4s1g0d",
  resource_type: "order",
  resource_href: "https://sandbox.maple.example/v1/orders/ord_01k0w3h57r3c9x2b8y6p4s1g0d",
  idempotency_key: "order:ord_01k0w3h57r3c9x2b8y6p4s1g0d:notification",
  created: signedAt,
  livemode: false,
  sequence: 3,
  data: { order_id: "ord_01k0w3h57r3c9x2b8y6p4s1g0d", status: "PENDING", payment_status: "paid" },
});
const foreignLettersBody = plainBody.replace('"PENDING"', '"PENDING","note":"Café crème, 寿司 🍁"');
const spacedBody = JSON.stringify(JSON.parse(plainBody), null, 2);

/** The fifteen vectors. */
export function webhookVectors(): readonly WebhookVector[] {
  const plain = vector("a delivery", "ok", {});
  return [
    plain,
    vector("a body with letters of many scripts", "ok", { body: foreignLettersBody }),
    vector("a body with line breaks and blanks", "ok", { body: spacedBody }),
    vector("during a rotation, by a receiver that knows the new secret", "ok", { signedWith: [newSecret, oldSecret] }),
    vector("during a rotation, by a receiver that still has the old secret", "ok", {
      signedWith: [newSecret, oldSecret],
      secrets: [oldSecret],
    }),
    vector("300 seconds old, by a receiver that knows both secrets", "ok", {
      now: signedAt + 300,
      secrets: [newSecret, oldSecret],
    }),
    { ...plain, name: "without signature headers", expect: "missing_headers", accepted: false, headers: {} },
    vector("the secret without whsec_", "malformed_secret", { secrets: [newSecret.slice("whsec_".length)] }),
    vector("301 seconds old", "old_timestamp", { now: signedAt + 301 }),
    vector("301 seconds ahead", "future_timestamp", { now: signedAt - 301 }),
    {
      ...plain,
      name: "a time that was changed on the way",
      expect: "altered_timestamp",
      accepted: false,
      headers: { ...plain.headers, "x-service-timestamp": String(signedAt + 1) },
      now: signedAt + 1,
    },
    vector("the secret of another subscription", "wrong_secret", { secrets: [foreignSecret] }),
    {
      ...plain,
      name: "an address with a slash more",
      expect: "wrong_url",
      accepted: false,
      notification_url: `${notificationUrl}/`,
    },
    {
      ...plain,
      name: "a body that a framework wrote again",
      expect: "altered_body",
      accepted: false,
      body: spacedBody,
    },
    { ...vector("a signed body that is not JSON", "not_json", { body: "order.notification" }), accepted: true },
  ];
}

/** The text of the file. */
export function webhookVectorsFile(): string {
  return `${JSON.stringify({ tolerance_seconds: 300, vectors: webhookVectors() }, null, 2)}\n`;
}

interface Parts {
  readonly body?: string;
  readonly signedWith?: readonly string[];
  readonly secrets?: readonly string[];
  readonly now?: number;
}

function vector(name: string, expect: string, parts: Parts): WebhookVector {
  const { body = plainBody, signedWith = [newSecret], secrets = [newSecret], now = signedAt + 1 } = parts;
  const input = { eventId, subscriptionId, notificationUrl, timestamp: signedAt, body: Buffer.from(body) };
  const headers = { ...signDelivery(signedWith, input) };
  const shared = { subscription_id: subscriptionId, notification_url: notificationUrl, now };
  return { name, expect, accepted: expect === "ok", body, headers, secrets, ...shared };
}
