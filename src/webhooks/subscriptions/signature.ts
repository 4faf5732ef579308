/**
 * Signatures of deliveries (rules/webhooks 5). Guarantees: the signed bytes are the sent bytes. Both header families are
 * made from one timestamp. During a rotation both secrets sign, the current one first. Pure: the caller gives the time.
 * Called by the delivery worker and the test call; nothing here logs or keeps a secret.
 */
import { createHmac } from "node:crypto";

/** The prefix of every signing secret; what follows is the base64 of 32 random bytes. */
export const signingSecretPrefix = "whsec_";

export interface SigningInput {
  readonly eventId: string;
  readonly subscriptionId: string;
  /** As the subscription shows it, code point for code point. */
  readonly notificationUrl: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

export interface SignatureHeaders {
  readonly "x-service-signature": string;
  readonly "x-service-timestamp": string;
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

/** The headers that prove a delivery, in our form and in that of Standard Webhooks; `secrets` is not empty, newest first. */
export function signDelivery(secrets: readonly string[], input: SigningInput): SignatureHeaders {
  const timestamp = String(input.timestamp);
  const service = secrets.map((secret) => `v1=${serviceSignature(secret, input)}`);
  const standard = secrets.map((secret) => `v1,${standardSignature(secret, input)}`);
  return {
    "x-service-signature": `t=${timestamp},${service.join(",")}`,
    "x-service-timestamp": timestamp,
    "webhook-id": input.eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  };
}

/** HMAC-SHA256 in hex of `<timestamp>.<subscription_id>.<notification_url>.<raw body>`, keyed with the whole secret text. */
function serviceSignature(secret: string, input: SigningInput): string {
  return createHmac("sha256", secret)
    .update(`${input.timestamp}.${input.subscriptionId}.${input.notificationUrl}.`)
    .update(input.body)
    .digest("hex");
}

/** HMAC-SHA256 in base64 of `<event id>.<timestamp>.<raw body>`, keyed with the bytes that the secret's base64 part holds. */
function standardSignature(secret: string, input: SigningInput): string {
  return createHmac("sha256", Buffer.from(secret.slice(signingSecretPrefix.length), "base64"))
    .update(`${input.eventId}.${input.timestamp}.`)
    .update(input.body)
    .digest("base64");
}
