/** One attempt of one leased delivery over the network; called by the delivery worker and the test call. */
import { toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import type { AttemptedDelivery, AttemptResult } from "./delivery-outcome.ts";
import { attemptHeaders, envelopeBody, type EnvelopeSource, type RecordedEvent } from "../ledger/envelope.ts";
import type { SealedSecrets } from "../subscriptions/sealed-secrets.ts";

/** What an attempt needs. */
export interface AttemptDeps {
  readonly outgoing: OutgoingHttp;
  readonly sealing: SealedSecrets;
  /** Asked for each attempt: the address is known only once the service listens. */
  readonly source: () => EnvelopeSource;
  /** The database's time to sign by; throws when it is not known well enough. */
  readonly now: () => Instant;
}

/** What an attempt needs of a leased delivery. */
export interface LeasedAttempt extends RecordedEvent {
  readonly deliveryId: string;
  readonly attempts: number;
  readonly subscriptionId: string;
  readonly notificationUrl: string;
  readonly sealedSecret: Uint8Array;
  readonly previousSealedSecret: Uint8Array | null;
}

/** Signs and posts the event; throws only when its signing secret cannot be opened. */
export async function attemptDelivery<Leased extends LeasedAttempt>(
  delivery: Leased,
  deps: AttemptDeps,
): Promise<AttemptedDelivery<Leased>> {
  const { subscriptionId, previousSealedSecret } = delivery;
  const secrets = [deps.sealing.unseal(subscriptionId, delivery.sealedSecret)];
  if (previousSealedSecret !== null) secrets.push(deps.sealing.unseal(subscriptionId, previousSealedSecret));
  const body = envelopeBody(delivery, deps.source());
  const identity = { ...delivery, attempt: delivery.attempts };
  const startedAt = deps.now();
  const headers = attemptHeaders(identity, secrets, toUnixSeconds(startedAt), body);
  const sent = await deps.outgoing.send({ method: "POST", url: delivery.notificationUrl, headers, body });
  const result: AttemptResult =
    sent.kind === "answered"
      ? { kind: "answered", status: sent.status, retryAfter: sent.retryAfter, bodyStart: sent.bodyStart }
      : { kind: "failed", code: sent.code, message: sent.message };
  return { stage: "attempted", delivery, startedAt, durationMs: sent.durationMs, result };
}
