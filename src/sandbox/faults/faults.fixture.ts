/** For the tests of faults: a delivery as the database has it, and the judgement of a receiver. */
import type { Received } from "../../webhooks/delivery/delivery.fixture.ts";
import { signDelivery } from "../../webhooks/subscriptions/signature.ts";

export interface MetDelivery {
  readonly status: string;
  readonly attempts: number;
  readonly last_response_status: number | null;
  readonly last_error: string | null;
  readonly fault: { readonly rule_id: string; readonly kind: string } | null;
}

/** Whether the delivery is signed with the secret of the subscription, whatever the age of the signature. */
export function isSignedFor(
  { headers, body }: Received,
  subscription: { readonly id: string; readonly secret: string },
  notificationUrl: string,
): boolean {
  const input = {
    timestamp: Number(headers["x-service-timestamp"]),
    subscriptionId: subscription.id,
    notificationUrl,
    eventId: String(headers["x-service-event-id"]),
    body: Buffer.from(body),
  };
  return signDelivery([subscription.secret], input)["x-service-signature"] === headers["x-service-signature"];
}
